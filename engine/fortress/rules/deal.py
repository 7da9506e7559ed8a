"""Dealing a round (rules 2), and the shuffles that this takes (rules 7)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from engine.chance import shuffled
from engine.fortress.cards.cards import ALL_CARDS, CardRow
from engine.fortress.cards.position import FORTIFYING, Position, Setup

HAND_SIZE = 10
STARTING_HAND = 2


def first_round(setup: Setup) -> Position:
    """Return the start of a match: player 1 starts the first round (R12)."""
    nothing: tuple[CardRow, ...] = ((),) * setup.players
    nobody = Position(
        setup, 0, 0, FORTIFYING, None, 0, nothing, nothing, frozenset(), nothing, (0,) * setup.players, None, (), ()
    )
    return next_round(nobody, 0)


def next_round(position: Position, starter: int) -> Position:
    """Deal the next round to those still in the match, card by card, beginning with the starter (R13)."""
    number = position.round + 1
    setup = position.setup
    if goes_on(setup, number):
        deck, discards = position.deck, collected(position)
    else:
        deck, discards = shuffled_deck(setup.seed, number), ()
    order = _round_table(replace(position, round=number), starter)
    dealt = {seat: deck[place : HAND_SIZE * len(order) : len(order)] for place, seat in enumerate(order)}
    seats = range(setup.players)
    return replace(
        position,
        round=number,
        starter=starter,
        phase=FORTIFYING,
        actor=None,
        passes=0,
        hands=tuple([dealt[seat][:STARTING_HAND] if seat in dealt else None for seat in seats]),
        coming=tuple([dealt[seat][STARTING_HAND:] if seat in dealt else None for seat in seats]),
        face_up=frozenset(),
        captured=((),) * setup.players,
        deck=deck[HAND_SIZE * len(order) :],
        discards=discards,
    )


def goes_on(setup: Setup, number: int) -> bool:
    """Return whether a round continues with the deck of the one before (R14)."""
    return setup.players == 2 and number % 2 == 0


def shuffled_deck(seed: bytes, number: int) -> CardRow:
    """Return the 52 cards as shuffled for a round, the top one first."""
    return tuple(shuffled(seed, deck_label(number), ALL_CARDS))


def deck_label(number: int) -> str:
    """Return the label by which the deck of a round is shuffled."""
    return f"fortress/deck/{number}"


def lot_label(number: int) -> str:
    """Return the label by which the lot of a round is drawn."""
    return f"fortress/lot/{number}"


def collected(position: Position) -> CardRow:
    """Return the discard pile with all cards used in the round added."""
    return tuple(
        sorted([*position.discards, *(card for row in (*position.hands, *position.captured) for card in row or ())])
    )


def _round_table(position: Position, starter: int) -> list[int]:
    """Return the players still in the match, beginning with the starter, in the direction of play."""
    order = [starter]
    while (seat := position.after(order[-1])) != starter:
        order.append(seat)
    return order


@lru_cache(maxsize=256)
def lot(seed: bytes, number: int, players: int) -> tuple[int, ...]:
    """Return all seats of the match, in the order that breaks ties after a round (R11)."""
    return tuple([player - 1 for player in shuffled(seed, lot_label(number), range(1, players + 1))])
