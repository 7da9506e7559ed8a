"""A player's card in an event: every round, and every number with all that makes it up."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from competition.history import Code, Result
from matches.input.requests import whole_number
from matches.record.scores import score
from tournaments.locking.kept import version_of
from tournaments.models import Entry, Event, Pairing, Round, played_by, seated
from tournaments.pages.kept_pages import answer, event_page
from tournaments.standings.result_words import is_forfeit, not_begun
from tournaments.standings.standings import EventStandings, standings_of

from .progress import Progress, colours_of, progress_of
from .standings_page import ShownRow


@dataclass(frozen=True)
class CardLine:
    """A round on a player's card.

    ``points`` is what it gave, ``total`` the sum so far. A table has several ``opponents``; a team has none, but
    ``team`` with all who played in it.
    """

    round: int
    said: str
    explained: str
    label: str
    colour: str
    opponents: list[Entry]
    team: list[Entry]
    points: str
    total: str
    pairing: Pairing | None
    progress: Progress | None
    is_forfeit: bool

    @property
    def bye_match_url(self) -> str:
        """The address of the match against the computer in place of a bye; "" if there is none."""
        made = None if self.opponents else getattr(self.pairing, "bye_match", None)
        return reverse("matches:match", args=[made.match_id]) if made else ""

    @property
    def game_points(self) -> str:
        """The game's points, the player's own first; none for a team that plays for itself."""
        pairing = self.pairing
        if self.team:  # which plays for itself
            return ""
        found: tuple[int | None, ...] = () if pairing is None else (pairing.white_points, pairing.black_points)
        if self.progress is not None:
            found = self.progress.scores
        elif pairing is not None and pairing.size:
            found = tuple(seat.score for seat in pairing.table_seats.all())
        points = [number for number in found if number is not None]
        if len(points) < 2 or self.is_forfeit or (pairing and pairing.is_annulled):
            return ""
        own = (
            0
            if pairing is None
            else next(index for index, entry in enumerate(pairing.entries) if entry not in self.opponents)
        )
        return score(points[own], *points[:own], *points[own + 1 :])


@event_page
def player_page(request: HttpRequest, event: Event, entry: int) -> HttpResponse:
    """Show the card of a numbered player; before the event begins there are none."""
    found = event.entries.filter(pk=entry, number__isnull=False).select_related("player").first()
    if found is None:
        raise Http404
    version = version_of(event)
    standings = standings_of(event, whole_number(request.GET.get("after")), version=version)
    return answer(
        request,
        "tournaments/player.html",
        lambda: _context(request, event, found, standings),
        version=version,
        key=(standings.after,),
    )


def _context(request: HttpRequest, event: Event, entry: Entry, standings: EventStandings) -> dict[str, Any]:
    row = ShownRow(standings, standings.row_of[entry.number or 0])
    return {
        "event": event,
        "entry": entry,
        "standings": standings,
        "row": row,
        "of": len(standings.rows),
        "lines": _lines(event, entry, standings, row),
        "absences": _absences(event, entry, standings),
        "is_own": isinstance(request.user, User) and standings.number_of(request.user.pk) == entry.number,
        "kinds": [(number, number.column) for number in row.numbers],
    }


def _absences(event: Event, entry: Entry, standings: EventStandings) -> list[str]:
    """Say which rounds to come the player misses."""
    absences = entry.absences.filter(round_number__gt=standings.last).order_by("round_number")
    told = (absence for absence in absences if absence.is_told(standings.last + 1))
    return [event.rules.absence_words(absence.round_number, absence.bye) for absence in told]


def _lines(event: Event, entry: Entry, standings: EventStandings, row: ShownRow) -> list[CardLine]:
    pairings = {pairing.round.number: pairing for pairing in _pairings(event, entry)}
    running = progress_of(pairings.values())
    gains = _gains(row)
    totals = list(accumulate(gains))
    show = standings.columns[0].show
    lines = []
    for index, (result, gained, total) in enumerate(zip(row.results, gains, totals, strict=True), 1):
        pairing = pairings.get(index)
        progress = running.get(pairing.pk) if pairing else None
        lines.append(_line(event, entry, index, result, pairing, progress, (show(gained), show(total))))
    return lines


def _gains(row: ShownRow) -> list[Fraction]:
    """Return what each round gave, from the terms of the points; 0 for rounds that still run."""
    given = {term.round: term.contribution for term in row.row.values[0].terms}
    return [given.get(index, Fraction(0)) for index in range(1, len(row.results) + 1)]


def _pairings(event: Event, entry: Entry) -> list[Pairing]:
    mine = Pairing.objects.filter(played_by(entry), round__event=event).exclude(round__stage=Round.Stage.DRAFT)
    people = ("round", "white__player", "black__player", "bye_match", "match")
    return list(seated(mine.select_related(*people).defer("match__state").order_by("round__number"), event))


def _waits(pairing: Pairing | None) -> bool:
    return pairing is not None and pairing.waits and pairing.decided_at is None


def _line(
    event: Event,
    entry: Entry,
    number: int,
    result: Result,
    pairing: Pairing | None,
    progress: Progress | None,
    shown: tuple[str, str],
) -> CardLine:
    seats = pairing.entries if pairing else []
    team, opponents = event.rules.played_with(pairing, entry) if pairing else ([], [])
    colours = colours_of(event)
    index = seats.index(entry) if pairing is not None and opponents and (pairing.match_id or not pairing.size) else None
    is_annulled = pairing is not None and pairing.is_annulled
    # What the pairing says: a free round of a round robin counts as no bye, and is told apart from an absence here.
    code = Code(pairing.white_code) if pairing and pairing.is_bye and pairing.white_code else result.code
    brought = _noun(event, entry, code, result)
    return CardLine(
        round=number,
        said=_("annulled") if is_annulled else not_begun() if _waits(pairing) else brought,
        explained="" if opponents else str(event.rules.byes_explained.get(code, "")),
        label="" if index is None else colours.labels[index],
        colour="" if index is None else colours.classes[index],
        opponents=opponents,
        team=team,
        points="" if progress else shown[0],
        total=shown[1],
        pairing=pairing,
        progress=progress,
        is_forfeit=is_forfeit(code),
    )


def _noun(event: Event, entry: Entry, code: Code, result: Result) -> str:
    place = next((seat.place for seat in result.table if seat.player == entry.number), None)
    return event.rules.noun(code) if place is None else _("place %(place)s") % {"place": place}
