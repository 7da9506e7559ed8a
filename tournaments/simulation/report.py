"""The outcome of a simulated event, as text."""

from __future__ import annotations

from collections.abc import Iterator

from competition.standings import TieBreakValue
from mail.models import OutboxMail
from matches.models import LogEntry, Match
from matches.time_control.time_control import DAY
from tournaments.models import Event, Pairing
from tournaments.standings.standings import standings_of

from .event import SimulatedEvent
from .stopwatch import Stopwatch

TOP = 10


def written_report(season: SimulatedEvent) -> str:
    """Return the report: the event's head, the top of its standings, the emails written, and the time of each stage."""
    return "\n".join(_lines(season))


def head(season: SimulatedEvent) -> str:
    """Say how long the event lasted, and how much was played and written."""
    event = season.event
    matches = Match.objects.filter(pairing__round__event=event)
    forfeits = Pairing.objects.filter(round__event=event, black__isnull=False, white_code__in=("+", "-")).count()
    turns = LogEntry.objects.filter(match__in=matches, kind=LogEntry.Kind.PLAY).count()
    mails = OutboxMail.objects.filter(pk__gt=season.first_mail).count()
    return f"{matches.count():,} matches, of which {forfeits} were forfeited; {turns:,} turns; {mails:,} mails"


def _lines(season: SimulatedEvent) -> Iterator[str]:
    event = season.event
    event.refresh_from_db()
    last = event.ended_at or season.clock.at
    begun = event.begun_at or last
    yield f"{event.name}: {event.get_stage_display()} after {(last - begun) / DAY:.0f} days, {event.get_absolute_url()}"
    yield ""
    yield from _table(event)
    yield ""
    yield head(season)
    yield ""
    yield from stages(season.watch)


def _table(event: Event) -> Iterator[str]:
    standings = standings_of(event)
    yield f"{'':35}" + "".join(f"{column.code:>8}" for column in standings.columns)
    for row in standings.rows[:TOP]:
        values = "".join(f"{_number(value):>8}" for value in row.values)
        yield f"{row.rank:>4} {standings.names[row.number]:30.30}{values}"


def _number(value: TieBreakValue) -> str:
    return "–" if value.number is None else f"{float(value.number):.4g}"


def stages(watch: Stopwatch) -> Iterator[str]:
    """Yield a line for each stage, in the order in which they came."""
    for name, seconds in watch.seconds.items():
        times = watch.times[name]
        each, longest = 1000 * seconds / times, 1000 * watch.longest[name]
        yield f"{name:18}{seconds:9.1f} s{times:9,} times{each:10.1f} ms each{longest:10.1f} ms at most"
