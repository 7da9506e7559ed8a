"""The line of what a player may see of a position (rules 8, "View"): the only place that decides what is hidden."""

from __future__ import annotations

from engine.fortress.cards.cards import Card, write_cards
from engine.fortress.cards.position import Position

from .position import FACE_UP, GONE_HAND, NONE, join_fields, write_coming

HIDDEN = "??"


def format_view(position: Position, seat: int | None) -> str:
    """Write the line for a seat or, with ``None``, for a bystander."""
    players = range(position.setup.players)
    hands = [_write_hand(position, player, seat) for player in players]
    coming = [_write_coming(position, player, seat) for player in players]
    return join_fields(position, hands, coming, str(len(position.deck)), NONE)


def seen_hand(position: Position, player: int, seat: int | None) -> list[Card | None]:
    """Return a player's hand as a seat sees it: ``None`` for each card that it can't see."""
    return [card if player == seat or card in position.face_up else None for card in position.hand(player)]


def seen_coming(position: Position, player: int, seat: int | None) -> list[Card | None]:
    """Return a player's cards still to be placed as a seat sees them.

    If cards are placed one by one, players know only their own next card.
    """
    cards = position.coming[player] or ()
    known = 0 if player != seat else 1 if position.setup.pace == "single" else len(cards)
    return [card if place < known else None for place, card in enumerate(cards)]


def _write_hand(position: Position, player: int, seat: int | None) -> str:
    if position.hands[player] is None:
        return GONE_HAND
    cards = [_write(card) + FACE_UP * (card in position.face_up) for card in seen_hand(position, player, seat)]
    return "".join(cards) or NONE


def _write_coming(position: Position, player: int, seat: int | None) -> str:
    if position.coming[player] is None:
        return write_coming(None)
    return write_coming("".join(map(_write, seen_coming(position, player, seat))))


def _write(card: Card | None) -> str:
    return HIDDEN if card is None else write_cards([card])
