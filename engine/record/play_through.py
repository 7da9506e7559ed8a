"""A record played through, entry by entry, so that it can be written."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.game import Game
from engine.values import Played

from .record import Entry, Record

NO_SEED = bytes(32)


class Walked(NamedTuple):
    """An entry with the states before and after it; ``played`` is the result of a submission."""

    before: Any
    entry: Entry
    played: Played | None
    after: Any

    @property
    def text(self) -> str:
        """The submission in canonical notation."""
        return self.played.text if self.played else ""


def walk(game: Game, record: Record) -> tuple[Any, list[Walked]]:
    """Play a log and return the final state and each entry on the way.

    Raises ``GameError`` for an entry that is not legal.
    """
    state = begin_match(game, record)
    steps = []
    for entry in record.entries:
        played = None
        if entry.kind == "play" and entry.seat is not None:
            played = game.play(state, entry.seat, entry.text)
        after = played.state if played else game.enter(state, entry)
        steps.append(Walked(state, entry, played, after))
        state = after
    return state, steps


def begin_match(game: Game, record: Record) -> Any:
    """Return the state before the first entry.

    Raises ``ValueError`` if its chance can't be drawn without the seed.
    """
    if record.seed is None and game.has_chance:
        raise ValueError(f"a match of {game.name} cannot be played through without its seed")
    return game.start(record.options, len(record.players), record.seed or NO_SEED)
