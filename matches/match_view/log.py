"""The lines of a match's log as one reader may know them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.gate.handover import named_then
from matches.models import Handover, LogEntry, Seat
from matches.seat_names import Names, named

Kind = LogEntry.Kind

# What the clock did, told apart at a glance from what a player did.
CHIPS = {
    Kind.DEFAULT: gettext_lazy("by the clock"),
    Kind.TIME: gettext_lazy("time ran out"),
    Kind.LEAVE_DAY: gettext_lazy("vacation day used"),
    Kind.TIME_GIVEN: gettext_lazy("time given"),
    Kind.CLOCK_HELD: gettext_lazy("clock paused"),
    Kind.CLOCK_RELEASED: gettext_lazy("clock started"),
    Kind.PAUSES: gettext_lazy("pauses changed"),
    Kind.FORFEIT: gettext_lazy("forfeited"),
    Kind.RULING: gettext_lazy("organiser’s decision"),
    Kind.ANNULLED: gettext_lazy("annulled"),
    Kind.HANDED_OVER: gettext_lazy("new player"),
    Kind.BATON: gettext_lazy("turn passed on"),
}
AGAINST_ITS_PLAYER = frozenset({Kind.DEFAULT, Kind.TIME, Kind.LEAVE_DAY})


@dataclass(frozen=True)
class Line:
    """``who`` did it, or whose clock it happened to where no player did; ``whose`` clock it changed, where that is
    another's. ``is_undone``: it was taken back. ``is_ordered``: the reader had set it ahead, and no one else knows."""

    turn: LogEntry
    who: str
    whose: str
    words: str
    text: str
    notes: tuple[str, ...]
    message: str
    is_undone: bool = False
    is_ordered: bool = False

    @property
    def place(self) -> int:
        """Where it stands in the log, counted from 1 as people do."""
        return self.turn.index + 1

    @property
    def chip(self) -> str:
        return _("taken back") if self.is_undone else str(CHIPS.get(Kind(self.turn.kind), ""))

    @property
    def is_against(self) -> bool:
        """Whether the clock did something to a player who did not answer."""
        return self.turn.kind in AGAINST_ITS_PLAYER

    @property
    def is_default(self) -> bool:
        return self.turn.kind == Kind.DEFAULT

    @property
    def how(self) -> str:
        """By which way it came: "on the site", "by the organiser"."""
        way = _("by the organiser") if self.turn.via == LogEntry.Via.HOST else str(LogEntry.Via(self.turn.via).label)
        return _("set in advance %(way)s") % {"way": way} if self.is_ordered else way


def line_of(
    turn: LogEntry,
    seats: list[Seat],
    reader: Seat | None,
    names_said: Names,
    *,
    over: bool,
    handovers: Sequence[Handover] = (),
) -> Line:
    """``reader`` is the seat of who reads, ``None`` for a bystander; ``over``: the match is, and has no secrets.
    ``names_said`` are those of ``names_in``, ``handovers`` those of these seats. What was said before the reader came
    was said to someone else."""
    names = named_then(seats, turn.index, handovers)
    said = tuple(names[seat.pk] for seat in seats) if names_said else ()
    about = names.get(turn.about_id or 0, "")
    whose = _("%(name)s’s clock") % {"name": about} if about and turn.about_id != turn.seat_id else ""
    return Line(
        turn=turn,
        who=names.get(turn.seat_id or 0, "") or whose,
        whose=whose if turn.seat_id else "",
        words=named(turn.words_for(reader, over=over), said),
        text=turn.text_for(reader, over=over),
        notes=tuple(named(turn.notes, said)),
        message=turn.message if reader and turn.index >= reader.since else "",
        is_undone=getattr(turn, "is_undone", False),
        is_ordered=turn.is_ordered_by(reader),
    )
