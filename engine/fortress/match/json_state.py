"""A match state as JSON-able data, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.fortress.cards.cards import CardRow, read_card, write_cards
from engine.fortress.notation.position import format_position, read_position

from .state import Attack, Departure, EndedRound, MatchState, OpenHands

VERSION: Final = 1


def dump(state: MatchState) -> dict[str, Any]:
    """Return the state as JSON-able data."""
    hands, attack = state.hands, state.attack
    return {
        "version": VERSION,
        "position": format_position(state.position),
        "attacked": list(state.attacked),
        "rounds": [[ended.how, ended.player, list(ended.points)] for ended in state.rounds],
        "hands": None if hands is None else [hands.round, _write_rows(hands.hands), _write_rows(hands.captured)],
        "departures": [list(departure) for departure in state.departures],
        "last": state.last,
        "attack": None if attack is None else [*attack[:3], *_write_rows(attack[3:])],
    }


def load(data: Mapping[str, Any]) -> MatchState:
    """Return the state that ``dump`` wrote. Raises ``ValueError`` for any other version."""
    if data["version"] != VERSION:
        raise ValueError(f"there is no version {data['version']} of a Fortress state")
    return MatchState(
        position=read_position(data["position"]),
        attacked=tuple(data["attacked"]),
        rounds=tuple([EndedRound(how, player, tuple(points)) for how, player, points in data["rounds"]]),
        hands=None if data["hands"] is None else _hands(*data["hands"]),
        departures=tuple([Departure(seat, how) for seat, how in data["departures"]]),
        last=data["last"],
        attack=None if data["attack"] is None else _attack(*data["attack"]),
    )


def _hands(number: int, hands: list[str | None], captured: list[str]) -> OpenHands:
    rows = tuple([None if text is None else _read_row(text) for text in hands])
    return OpenHands(number, rows, tuple(map(_read_row, captured)))


def _attack(seat: int, target: int, end: Any, attackers: str, fallen: str, turned: str) -> Attack:
    return Attack(seat, target, end, _read_row(attackers), _read_row(fallen), _read_row(turned))


def _write_rows(rows: Any) -> list[str | None]:
    return [None if row is None else write_cards(row) for row in rows]


def _read_row(text: str) -> CardRow:
    cards = [read_card(text[place : place + 2]) for place in range(0, len(text), 2)]
    return tuple([card for card in cards if card is not None])
