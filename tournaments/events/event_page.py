"""An event's own page: what waits for the reader, what runs, and the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse

from accounts.models import User
from timekeeping import clock
from tournaments.clocks import all_clocks
from tournaments.entries import enter
from tournaments.entries.my_entry import MyEntry
from tournaments.locking.kept import Version, version_of
from tournaments.models import Entry, Event, Pairing, Round, played_by, seated
from tournaments.pages.kept_pages import answer, event_page, part
from tournaments.rounds.dates import not_before
from tournaments.rounds.pairings import Board, boards_of
from tournaments.standings.standings import EventStandings, standings_of
from tournaments.standings.standings_page import own_row, rows_on_a_page, standings_context
from tournaments.standings.tie_breaks import tie_breaks_of

ANNOUNCEMENTS = 3
RUNNING_SHOWN = 12
ROWS_SHOWN = 20


@event_page
def overview(request: HttpRequest, event: Event) -> HttpResponse:
    version = version_of(event)
    return answer(request, "tournaments/event.html", lambda: _context(request, event, version), version=version)


def _context(request: HttpRequest, event: Event, version: Version) -> dict[str, Any]:
    standings = standings_of(event, version=version)
    size = min(ROWS_SHOWN, rows_on_a_page(standings))
    entrant = MyEntry(event, request.user) if isinstance(request.user, User) else None
    rounds = [each for each in standings.rounds if each.stage == Round.Stage.RUNNING]

    def shared(template: str, context: Callable[[], dict[str, Any]]) -> Callable[[], str]:
        return part(template, lambda: {"event": event, **context()}, version=version, key=("event", event.pk))

    visitor_may_enter = entrant is None and enter.why_cannot_enter(event, None, clock.now()) is None
    return {
        "event": event,
        "standings": standings,
        "entered": _entered(event) if visitor_may_enter else None,
        "coming": _coming(event, standings.rounds),
        "entrant": entrant,
        "visitor_may_enter": visitor_may_enter,
        "own_boards": _own_boards(event, standings, rounds, entrant.entry if entrant else None),
        "own_row": own_row(request, standings, size),
        "opening": shared("tournaments/_opening.html", lambda: _opening(event, rounds)),
        "matches": shared("tournaments/_running.html", lambda: _matches(event, standings, rounds)),
        "standings_part": shared("tournaments/_standings.html", lambda: _standings(standings, size)),
        "about": shared("tournaments/_about.html", lambda: _about(event)),
    }


def _entered(event: Event) -> int:
    return event.entries.filter(status=Entry.Status.ENTERED).count()


def _opening(event: Event, rounds: list[Round]) -> dict[str, Any]:
    return {
        "announcements": event.announcements.select_related("by").order_by("-at")[:ANNOUNCEMENTS],
        "announcement_count": event.announcements.count(),
        "clock_stop": all_clocks.stop_of(event) if event.stage == Event.Stage.RUNNING else None,
        "rounds": rounds,
    }


def _matches(event: Event, standings: EventStandings, rounds: list[Round]) -> dict[str, Any]:
    return {
        "rounds": rounds,
        "running": _running(event, standings, rounds),
        "running_shown": RUNNING_SHOWN,
        "running_in_several": len(rounds) > 1,
        "bracket": event.rules.bracket(event, standings) if event.is_begun else None,
    }


def _standings(standings: EventStandings, size: int) -> dict[str, Any]:
    return {
        "more_rows": max(0, len(standings.rows) - size),
        **standings_context(standings, list(standings.rows[:size])),
    }


def _about(event: Event) -> dict[str, Any]:
    return {
        "tie_breaks": tie_breaks_of(event),
        "entered": _entered(event),
        "organisers": event.organisers.order_by("display_name"),
    }


def _coming(event: Event, rounds: Sequence[Round]) -> dict[str, Any] | None:
    """Return the round that everyone waits for, if none runs; ``starts_at`` only if that is still to come."""
    if event.stage != Event.Stage.RUNNING or any(each.stage == Round.Stage.RUNNING for each in rounds):
        return None
    draft = next((each for each in rounds if each.stage == Round.Stage.DRAFT), None)
    number = draft.number if draft else len(rounds) + 1
    if number > event.rounds:
        return None
    starts_at = draft.starts_at if draft else not_before(event, number)
    return {"number": number, "starts_at": starts_at if starts_at and starts_at > clock.now() else None}


def _running(event: Event, standings: EventStandings, rounds: list[Round]) -> list[Board]:
    pairings = (
        Pairing.objects.filter(round__in=rounds, decided_at__isnull=True, waits=False, black__isnull=False)
        .select_related("round", "white__player", "black__player", "bye_match")
        .order_by("round__number", "board")
    )
    return boards_of(event, seated(pairings, event)[:RUNNING_SHOWN], standings.history, _before(rounds))


def _own_boards(event: Event, standings: EventStandings, rounds: list[Round], own: Entry | None) -> list[Board]:
    """Return the reader's boards in the rounds that run."""
    if own is None or not rounds:
        return []
    found = (
        Pairing.objects.filter(played_by(own), round__in=rounds)
        .select_related("round", "white__player", "black__player", "bye_match")
        .order_by("round__number")
    )
    return boards_of(event, seated(found, event), standings.history, _before(rounds))


def _before(rounds: list[Round]) -> int:
    return rounds[0].number - 1 if rounds else 0
