"""Selects that more than one part of the site needs."""

from __future__ import annotations

from engine.game import Entry

from .models import Match, Turn

_IN_THE_RECORD = (Turn.Kind.PLAY, Turn.Kind.RESIGNATION, Turn.Kind.TIME, Turn.Kind.AGREEMENT)


def entries(match: Match) -> list[Entry]:
    """What ``Game.replay`` needs to come to the match's state: its log without what was only said about a draw.

    Secrets are in it; ``Game.write_record`` leaves out what a reader may not see.
    """
    lines = match.turns.filter(kind__in=_IN_THE_RECORD).order_by("index").values_list("kind", "seat__index", "text")
    return [_entry(Turn.Kind(kind), seat, text) for kind, seat, text in lines]


def _entry(kind: Turn.Kind, seat: int | None, text: str) -> Entry:
    match kind:
        case Turn.Kind.AGREEMENT:
            return Entry("agreement")
        case Turn.Kind.RESIGNATION:
            return Entry("resignation", seat)
        case Turn.Kind.TIME:
            return Entry("time", seat)
        case _:
            return Entry("play", seat, text)
