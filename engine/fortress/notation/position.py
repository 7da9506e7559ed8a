"""The one-line text of a position (rules 8); ``check`` says which positions may be read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engine.errors import GameError
from engine.fortress.cards.cards import Card, CardRow, read_card, write_cards
from engine.fortress.cards.position import (
    ATTACKING,
    FORTIFYING,
    LENGTHS,
    OVER_PHASE,
    PACES,
    PLACING,
    PLAYER_COUNTS,
    STARTER,
    Length,
    Pace,
    Phase,
    Position,
    Setup,
)

NONE: Final = "-"
FINISHED: Final = "."
GONE_HAND: Final = "x"
FACE_UP: Final = "!"
FIELDS: Final = 12

_CARD: Final = re.compile(r"[A-Z0-9][a-z]")
_HAND_CARD: Final = re.compile(r"([A-Z0-9][a-z])(!?)")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,999}")
_PHASES: Final[dict[str, Phase]] = {phase: phase for phase in (FORTIFYING, ATTACKING, PLACING, STARTER, OVER_PHASE)}
_SETUPS: Final[dict[str, tuple[int, Length, Pace]]] = {
    f"{players}/{length}/{pace}": (players, length, pace)
    for players in PLAYER_COUNTS
    for length in LENGTHS
    for pace in PACES
}


class PositionError(GameError):
    """An error for a text that is no position; the message is one sentence."""


# -- writing -----------------------------------------------------------------------------------------------------


def format_position(position: Position) -> str:
    """Write a position as a line of text."""
    hands = [_write_hand(hand, position.face_up) for hand in position.hands]
    coming = [write_coming(None if cards is None else write_cards(cards)) for cards in position.coming]
    return join_fields(position, hands, coming, write_cards(position.deck) or NONE, position.setup.seed.hex())


def _write_hand(hand: CardRow | None, face_up: frozenset[Card]) -> str:
    if hand is None:
        return GONE_HAND
    return "".join([write_cards([card]) + FACE_UP * (card in face_up) for card in hand]) or NONE


def write_coming(cards: str | None) -> str:
    """Write the cards still to be placed; they are ``None`` for a player who has finished or given up."""
    return FINISHED if cards is None else cards or NONE


def join_fields(position: Position, hands: Sequence[str], coming: Sequence[str], deck: str, seed: str) -> str:
    """Write a position whose hidden parts are given as texts."""
    setup = position.setup
    fields = [
        f"{setup.players}/{setup.length}/{setup.pace}",
        f"{position.round}/{position.starter + 1}",
        position.phase if position.actor is None else f"{position.phase}{position.actor + 1}",
        str(position.passes),
        "/".join(hands),
        "/".join(coming),
        "/".join([write_cards(cards) or NONE for cards in position.captured]),
        "/".join(map(str, position.totals)),
        NONE if position.last is None else "/".join(map(str, position.last)),
        deck,
        write_cards(position.discards) or NONE,
        seed,
    ]
    return " ".join(fields)


# -- reading -----------------------------------------------------------------------------------------------------


def read_position(text: str) -> Position:
    """Read a position in the right form, whether or not a match can reach it. Raises ``PositionError``."""
    fields = text.split(" ")
    if len(fields) != FIELDS or not all(fields):
        raise PositionError(
            "A position has twelve fields with one blank between them: match, round, phase, passes, hands, coming,"
            " captured, totals, last, deck, discards, seed."
        )
    match, count, phase, passes, hands, coming, captured, totals, last, deck, discards, seed = fields
    setup = _read_setup(match, seed)
    players = setup.players
    number, starter = _read_round(count, players)
    word, actor = _read_phase(phase, players)
    read_hands = [_read_hand(hand) for hand in _values(hands, "hands", players)]
    return Position(
        setup=setup,
        round=number,
        starter=starter,
        phase=word,
        actor=actor,
        passes=_read_number(passes, "The number of passes"),
        hands=tuple([hand for hand, _ in read_hands]),
        coming=tuple([_read_coming(cards) for cards in _values(coming, "coming", players)]),
        face_up=frozenset([card for _, face_up in read_hands for card in face_up]),
        captured=tuple([_read_cards(cards, "captured") for cards in _values(captured, "captured", players)]),
        totals=_read_points(totals, "totals", players),
        last=None if last == NONE else _read_points(last, "last", players),
        deck=_read_cards(deck, "deck"),
        discards=_read_cards(discards, "discards"),
    )


def _values(field: str, name: str, players: int) -> list[str]:
    values = field.split("/")
    if len(values) != players:
        raise PositionError(f"The field {name} has {len(values)} values, not one for each of {players} players.")
    return values


def _read_setup(match: str, seed: str) -> Setup:
    if match not in _SETUPS:
        raise PositionError(f"“{match[:40]}” is not a match: players, length and pace, such as 3/full/single.")
    return Setup(*_SETUPS[match], read_seed(seed))


def read_seed(text: str) -> bytes:
    """Read the 32 bytes of a seed. Raises ``PositionError``."""
    if re.fullmatch("[0-9a-f]{64}", text) is None:
        raise PositionError("The seed is not 64 hexadecimal digits in lower case.")
    return bytes.fromhex(text)


def _read_round(field: str, players: int) -> tuple[int, int]:
    number, _, starter = field.partition("/")
    if number == "0":
        raise PositionError("Rounds are counted from 1.")
    return _read_number(number, "The number of a round"), read_player(starter, players)


def _read_phase(field: str, players: int) -> tuple[Phase, int | None]:
    phase = _PHASES.get(field[:1])
    if phase is None or (phase in (FORTIFYING, OVER_PHASE) and len(field) > 1):
        raise PositionError(f"“{field[:20]}” is not a phase: f, a3, p3, s3 or e.")
    return phase, None if phase in (FORTIFYING, OVER_PHASE) else read_player(field[1:], players)


def read_player(text: str, players: int) -> int:
    """Read a player's number and return the seat. Raises ``PositionError``."""
    if len(text) != 1 or text not in "12345"[:players]:
        raise PositionError(f"“{text[:20]}” is not a player of this match: they are 1 to {players}.")
    return int(text) - 1


def _read_number(text: str, what: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise PositionError(f"{what} is written in digits without leading zeros: “{text[:20]}” is not.")
    return int(text)


def _read_points(field: str, name: str, players: int) -> tuple[int, ...]:
    return tuple([_read_number(text, "A number of points") for text in _values(field, name, players)])


def _read_hand(text: str) -> tuple[CardRow | None, list[Card]]:
    """Read a hand; return it, and its cards that are face up."""
    if text in (GONE_HAND, NONE):
        return (None if text == GONE_HAND else ()), []
    tokens = _HAND_CARD.findall(text)
    if not tokens or "".join(map("".join, tokens)) != text:
        raise PositionError(f"“{text[:60]}” is not a hand: cards such as 7h or, face up, 7h!, - for none, or x.")
    cards = [_read_card(token) for token, _ in tokens]
    return tuple(cards), [card for card, (_, mark) in zip(cards, tokens, strict=True) if mark]


def _read_coming(text: str) -> CardRow | None:
    return None if text == FINISHED else _read_cards(text, "coming")


def _read_cards(text: str, name: str) -> CardRow:
    if text == NONE:
        return ()
    tokens = _CARD.findall(text)
    if "".join(tokens) != text or not tokens:
        raise PositionError(f"“{text[:60]}” in the field {name} is not a row of cards such as 7hKd, or - for none.")
    return tuple([_read_card(token) for token in tokens])


def _read_card(text: str) -> Card:
    card = read_card(text)
    if card is None:
        raise PositionError(f"“{text}” is not a card: a rank of A23456789TJQK and a suit of cdhs, such as 7h.")
    return card
