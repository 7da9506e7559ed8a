"""Positions from what matters in them, and matches that stand there."""

from __future__ import annotations

import re
from typing import Any

from engine.fortress.cards.position import Position
from engine.fortress.game import Fortress
from engine.fortress.match.state import MatchState
from engine.fortress.notation.check import parse_position
from engine.values import Played

FORTRESS = Fortress()
SEED = bytes(range(32))
PACK = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]


def line(
    hands: str,
    phase: str = "a1",
    *,
    match: str = "",
    round: str = "1/1",
    passes: int = 0,
    coming: str = "",
    captured: str = "",
    totals: str = "",
    last: str = "",
    deck: str | None = None,
) -> str:
    """A position with these hands; all other cards are in the deck, in order, or with ``deck`` on the discard pile."""
    count = len(hands.split("/"))
    nothing = "/".join(["-"] * count)
    finished = round == "1/1" and not phase.startswith("s")
    fields = [hands, coming or "/".join("." * count), captured or nothing]
    named = set(re.findall("[A-Z0-9][cdhs]", " ".join([*fields, deck or ""])))
    rest = "".join(card for card in PACK if card not in named)
    return " ".join(
        [
            match or f"{count}/full/single",
            round,
            phase,
            str(passes),
            *fields,
            totals or "/".join(["0"] * count),
            last or ("-" if finished else "/".join(["0"] * count)),
            rest if deck is None else deck,
            "-" if deck is None else rest or "-",
            SEED.hex(),
        ]
    )


def position(hands: str, phase: str = "a1", **rest: Any) -> Position:
    return parse_position(line(hands, phase, **rest))


def at(hands: str, phase: str = "a1", **rest: Any) -> MatchState:
    """A match at a position."""
    where = parse_position(line(hands, phase, **rest))
    return MatchState(where, (0,) * where.setup.players)


def started(seats: int = 2, seed: bytes = SEED, **raw: str) -> MatchState:
    return FORTRESS.start(FORTRESS.clean_options(raw), seats, seed)


def played(state: MatchState, *texts: str) -> MatchState:
    """The state after the seat that is asked, the lowest one first, has submitted each of these."""
    for text in texts:
        state = submit(state, text).state
    return state


def submit(state: MatchState, text: str, seat: int | None = None) -> Played:
    return FORTRESS.play(state, FORTRESS.to_act(state)[0] if seat is None else seat, text)


def fortified(seats: int = 2, **raw: Any) -> MatchState:
    """A match with all cards placed left and kept, as in rules 9."""
    state = started(seats, **raw)
    while state.position.phase == "f":
        state = played(state, *["place left"] * 8, "keep")
    return state
