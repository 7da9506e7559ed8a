"""The past of a league, from which a line-up is worked out: the last tables, and who played when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from django.db.models import QuerySet

from competition.divisions.line_up import Earlier, FinalRank
from tournaments.models import Entry, Event, Season, SeasonEntry, Vacancy
from tournaments.standings.standings import standings_of

from .words import Known

Stage = Season.Stage


def last_played(season: Season) -> Season | None:
    """Return the latest earlier season whose line-up was published, if any."""
    return _before(season).order_by("-number").first()


def final_standings(event: Event) -> list[FinalRank]:
    """Return the final standings of a division; a cancelled one promotes and relegates no one.

    Deleted accounts keep their rows, under a number no one else has.
    """
    standings = standings_of(event)
    is_off = event.stage == Event.Stage.CANCELLED
    entries = [(row, standings.entries[row.number]) for row in standings.rows]
    return [
        FinalRank(entry.player_id or -entry.pk, row.rank, row.points, entry.status in Entry.LEFT, is_off)
        for row, entry in entries
    ]


def all_standings(season: Season) -> list[list[FinalRank]]:
    """Return the final standings of each division from the top; empty if no one played in it."""
    divisions = season.divisions.select_related("event").order_by("level")
    return [final_standings(each.event) if each.event else [] for each in divisions]


def earlier(season: Season, players: Iterable[int]) -> dict[int, Earlier]:
    """Return the level at which each player last played before ``season``, and how many seasons they missed since.

    Only seasons that took place count. Players who waited all through a season haven't missed it.
    """
    before = _before(season)
    numbers = list(before.order_by("number").values_list("number", flat=True))
    played = Entry.objects.filter(
        player__in=list(players), number__isnull=False, event__division__season__in=before
    ).order_by("event__division__season__number")
    rows = played.values_list("player_id", "event__division__level", "event__division__season__number")
    last = {player: (level - 1, number) for player, level, number in rows}
    waits = _waiting(before, players).values_list("player_id", "season__number")
    waited = Counter(player for player, number in waits if number > last.get(player, (0, number))[1])
    return {
        player: Earlier(level, len(numbers) - 1 - numbers.index(number) - waited[player])
        for player, (level, number) in last.items()
    }


def waited(last: Season, players: Iterable[int]) -> set[int]:
    """Return which of these players were still waiting for a place when the season ``last`` ended."""
    found = _waiting(Season.objects.filter(pk=last.pk), players)
    return set(found.values_list("player_id", flat=True))


def known(season: Season, last: Season, players: Iterable[int]) -> dict[int, Known]:
    """Return those of these players who have played in the league before ``season``, or left during a season.

    ``last`` is the season before.
    """
    of_these, before = list(players), _before(season)
    played = Entry.objects.filter(player__in=of_these, number__isnull=False, event__division__season__in=before)
    left = Vacancy.objects.filter(
        player__in=of_these, end=Vacancy.End.TAKEN, entry__event__division__season__in=before
    ).values_list("player_id", "entry__event__division__season")
    found = dict.fromkeys(played.values_list("player_id", flat=True), Known.PLAYED)
    found |= {player: Known.PLAYED for player, _ in left}
    return found | {player: Known.LEFT for player, of in left if of == last.pk}


def _before(season: Season) -> QuerySet[Season]:
    """Return the earlier seasons whose line-up was published."""
    return season.league.seasons.filter(number__lt=season.number, stage__in=(Stage.RUNNING, Stage.FINISHED))


def _waiting(seasons: QuerySet[Season], players: Iterable[int]) -> QuerySet[SeasonEntry]:
    waiting = SeasonEntry.objects.filter(season__in=seasons, division=None, status=SeasonEntry.Status.REGISTERED)
    return waiting.filter(player__in=list(players))
