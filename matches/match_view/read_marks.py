"""Read marks: up to where a player has seen a match.

A GET changes nothing of a match, and this is no exception: a mark is a note that a page was shown, like a line in an
access log. It is never shown and grants nothing. A player who wants to take a turn back is told that it has been seen,
and no clock waits for an email about a turn that was seen: the sweep sees to that, not the page. A mark is written once
for a length of the log, and a HEAD or a browser that fetches pages ahead of being asked leaves none. An email scanner
that opens a link does leave one: then a turn stays that might have been taken back, and the email is known to have
arrived.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from django.db import OperationalError
from django.db.models import Case, PositiveIntegerField, Value, When
from django.http import HttpRequest
from django.utils import timezone

from matches.models import Match, Seat

log = logging.getLogger(__name__)

AHEAD_OF_BEING_ASKED = ("Sec-Purpose", "Purpose", "X-Purpose", "X-Moz")
GUESSING = ("prefetch", "prerender", "preview")


def mark_seen(request: HttpRequest, match: Match, seat: Seat | None, length: int | None = None) -> None:
    """Note that the player of the seat is shown the match, with this much of its log, or all of it."""
    length = match.log_length if length is None else length
    if seat is not None and _is_new(seat, length) and is_looked_at(request):
        _write({seat.pk: length})


def mark_all_seen(request: HttpRequest, seats: Iterable[Seat]) -> None:
    """Note that the reader is shown these matches, in a list with their boards. One query at most."""
    new = {each.pk: each.match.log_length for each in seats if _is_new(each, each.match.log_length)}
    if new and is_looked_at(request):
        _write(new)


def _is_new(seat: Seat, length: int) -> bool:
    """Return whether showing the match needs a new mark; a match without a turn yet can be seen, too."""
    return seat.seen_length < length or seat.seen_at is None


def is_looked_at(request: HttpRequest) -> bool:
    """Return whether a person asked for the page, rather than a browser that fetches ahead."""
    purposes = " ".join(request.headers.get(name, "") for name in AHEAD_OF_BEING_ASKED).lower()
    return request.method != "HEAD" and not any(word in purposes for word in GUESSING)


def _write(lengths: dict[int, int]) -> None:
    whens = [When(pk=pk, seen_length__lt=length, then=Value(length)) for pk, length in lengths.items()]
    furthest = Case(*whens, default="seen_length", output_field=PositiveIntegerField())
    try:
        Seat.objects.filter(pk__in=lengths).update(seen_length=furthest, seen_at=timezone.now())
    except OperationalError as error:  # the page is there all the same
        log.warning("could not note that seats %s have seen their matches: %s", sorted(lengths), error)
