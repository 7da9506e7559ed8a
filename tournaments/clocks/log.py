"""Lines in an event's log about what organisers did to the clocks of its matches."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from accounts.models import User
from i18n.text import Text, say
from matches.input.text import cut
from matches.models import LogEntry, Seat
from matches.time_control.time_control import NOTHING
from matches.time_control.words import span
from timekeeping import clock
from tournaments.locking.kept import mark_changed
from tournaments.locking.log import LONGEST_REASON, Kind
from tournaments.models import Entry, LogLine, Pairing


def note_clock_act(by: User | None, line: LogEntry, reason: str, **_: object) -> None:
    """Log what an organiser did to one clock.

    The match is locked here, and events are locked before matches, so the event's own row is marked only after the
    commit.
    """
    seat = line.about
    pairings = Pairing.objects.select_related("round", "white__player", "black__player")
    pairing = pairings.filter(match=seat.match_id).first() if seat is not None else None
    if pairing is None or seat is None:
        return
    event_id = pairing.round.event_id
    LogLine.objects.create(
        event_id=event_id,
        at=clock.now(),
        by=by,
        kind=Kind.CLOCK,
        entry=_entry(pairing, seat),
        round_number=pairing.round.number,
        words=_words(line, seat, say("%(white)s – %(black)s", white=pairing.white.shown_name, black=pairing.against)),
        reason=cut(reason, LONGEST_REASON),
    )
    transaction.on_commit(partial(mark_changed, event_id), robust=True)


def _words(line: LogEntry, seat: Seat, match: Text) -> Text:
    if line.kind == LogEntry.Kind.TIME_GIVEN:
        time = span(line.amount or NOTHING)
        return say("Added %(time)s to %(name)s’s clock in %(match)s.", time=time, name=seat.name, match=match)
    if line.kind == LogEntry.Kind.CLOCK_STOPPED:
        return say("Paused %(name)s’s clock in %(match)s.", name=seat.name, match=match)
    return say("Started %(name)s’s clock in %(match)s.", name=seat.name, match=match)


def _entry(pairing: Pairing, seat: Seat) -> Entry | None:
    return next((each for each in pairing.entries if each.player_id == seat.player_id), None)
