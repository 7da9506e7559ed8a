"""Texts under the name of a person from a club's archive: what they wrote, and what they decided with a reason.

People read them before they take their place, since the archive's maker could write anything there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db import models
from django.utils.translation import gettext as _

from matches.models import Handover, LogEntry, Seat
from matches.record.line_authors import lines_in
from tournaments.models import Announcement, Arrival, Card, ClubLine, ClubNews, LogLine, Membership

from .people import label


class Saying(NamedTuple):
    """Something a person wrote; ``where`` names its event or match, or says what it is in the club."""

    at: datetime | None
    where: str
    words: str
    more: str


@dataclass(frozen=True)
class _Kind:
    model: type[models.Model]
    column: str
    related: tuple[str, ...]
    said: Callable[[Any], Saying]
    only: models.Q = field(default_factory=models.Q)

    def rows(self, arrival: Arrival) -> models.QuerySet[Any]:
        rows = self.model._default_manager.filter(self.only, pk__in=_ids(arrival, self.model, self.column))
        return rows.select_related(*self.related).order_by("pk")


class _Messages(_Kind):
    """Messages that a person wrote in matches, also in seats that they gave up."""

    def rows(self, arrival: Arrival) -> models.QuerySet[Any]:
        seats = Seat.objects.filter(pk__in=_ids(arrival, Seat, "player"))
        handovers = Handover.objects.filter(pk__in=_ids(arrival, Handover, "player"))
        said = lines_in(seats, handovers).exclude(message="").select_related("match")
        return said.defer("state", "clocks", "before", "match__state").order_by("pk")


_KINDS = (
    _Kind(ClubNews, "by", (), lambda row: Saying(row.at, _("News of the club"), row.subject, row.text)),
    _Kind(Announcement, "by", ("event",), lambda row: Saying(row.at, row.event.name, row.subject, row.text)),
    _Kind(
        Membership,
        "player",
        (),
        lambda row: Saying(row.since, _("To the organisers of the club"), row.words, ""),
        only=~models.Q(words=""),
    ),
    _Messages(LogEntry, "seat", (), lambda row: Saying(row.at, row.match.occasion or str(row.match), row.message, "")),
    _Kind(
        Card,
        "lifted_by",
        ("entry__event",),
        lambda row: Saying(row.lifted_at, row.entry.event.name, row.lifted_because, ""),
    ),
    _Kind(ClubLine, "by", (), lambda row: Saying(row.at, _("Log of the club"), row.words, row.reason)),
    _Kind(LogLine, "by", ("event",), lambda row: Saying(row.at, row.event.name, row.words, row.reason)),
)


class AuthoredTexts(Sequence[Saying]):
    """Everything people wrote, by kind; each kind is read when it is asked for."""

    def __init__(self, arrival: Arrival) -> None:
        self._rows = [(kind, kind.rows(arrival)) for kind in _KINDS]
        self._counts = [rows.count() for _kind, rows in self._rows]

    def __len__(self) -> int:
        return sum(self._counts)

    def __getitem__(self, part: Any) -> Any:
        return list(self._between(part.start or 0, len(self) if part.stop is None else part.stop))

    def _between(self, start: int, stop: int) -> Iterator[Saying]:
        for (kind, rows), count in zip(self._rows, self._counts, strict=True):
            yield from map(kind.said, rows[max(0, start) : max(0, min(count, stop))])
            start, stop = start - count, stop - count


def _ids(arrival: Arrival, model: type[models.Model], column: str) -> Sequence[int]:
    ids: Sequence[int] = arrival.places.get(label(model(), column), ())
    return ids
