"""A season whose end has come with nothing played in it."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from tournaments.events.dates import unfinished
from tournaments.events.dates.unfinished import Choice
from tournaments.locking.scope import Scope
from tournaments.models import Event, Season
from tournaments.rounds.results.verdicts import Rule
from tournaments.seasons.line_up import publish

from . import running_events
from .seasons import club, league, opened, organiser_of, propose, register

DAY = timedelta(days=1)
WHY = "The summer is over."


def season_at_its_end(sizes: tuple[int, ...]) -> Season:
    """Make a season that is due to end, and whose matches are settled by the points so far."""
    season = opened(league(club()), sizes, at_end=Season.AtEnd.SETTLE, more_days=10)
    register(season, " ".join(running_events.NAMES[: sum(sizes)]))
    propose(season)
    season = publish.publish(season, by=organiser_of(season.league.club))
    running_events.work_off()
    ends_at = timezone.now() - timedelta(hours=1)
    Season.objects.filter(pk=season.pk).update(ends_at=ends_at)
    Event.objects.update(ends_at=ends_at)
    season.refresh_from_db()
    return season


def with_rule(season: Season, at_end: Season.AtEnd) -> None:
    season.at_end = at_end
    season.save(update_fields=["at_end"])


def apply(season: Season) -> int:
    """Decide all matches by the season's rule, and return how many."""
    scope = Scope(season)
    found = unfinished.with_scores(list(unfinished.unfinished_pairings(scope)))
    verdicts = {each.pairing.pk: each.pairing.round.event.rules.verdict_by(Rule(season.at_end), each) for each in found}
    choices = {pk: Choice(verdict) for pk, verdict in verdicts.items() if verdict}
    return unfinished.decide(scope, choices, by=organiser_of(season.league.club), reason=WHY).done
