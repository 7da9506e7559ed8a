"""What becomes of rounds that have not begun at a season's end."""

from __future__ import annotations

import pytest

from tests.support import running_events
from tests.support.season_at_its_end import WHY, apply, season_at_its_end
from tests.support.seasons import organiser_of
from tournaments import sweep
from tournaments.events.dates import unfinished
from tournaments.events.dates.unfinished import Choice
from tournaments.locking.scope import Scope
from tournaments.models import Event, Pairing, Round, Season
from tournaments.rounds.results.verdicts import Verdict
from tournaments.seasons import finish

pytestmark = [pytest.mark.django_db, pytest.mark.either]


@pytest.fixture(scope="module", autouse=True)
def _at_its_end(made_once: None) -> int:
    return season_at_its_end((4,)).pk


@pytest.fixture
def season(_at_its_end: int) -> Season:
    """Of one division of four."""
    return Season.objects.get(pk=_at_its_end)


def test_rounds_that_have_not_begun_do_not_begin_any_more(season: Season) -> None:
    Event.objects.update(at_once=1)
    apply(season)
    sweep.sweep_events()

    assert set(Round.objects.filter(number__gt=1).values_list("stage", flat=True)) == {"draft"}
    assert finish.end_season(season, by=organiser_of(season.league.club)).stage == Season.Stage.FINISHED


def test_a_match_that_has_not_begun_counts_for_neither(season: Season) -> None:
    _ada, ben = running_events.pairings(Event.objects.get(), 1)
    Pairing.objects.filter(pk=ben.pk).update(waits=True, match=None)
    apply(season)
    assert [(each.is_annulled, each.white_code) for each in running_events.pairings(Event.objects.get(), 1)] == [
        (False, "D"),  # nobody has played a turn: not for the ratings
        (True, ""),
    ]


def test_a_season_without_an_end_is_ended_with_its_matches_where_the_organiser_says_so(season: Season) -> None:
    Season.objects.update(ends_at=None)
    Event.objects.update(ends_at=None)
    season.refresh_from_db()
    by, scope = organiser_of(season.league.club), Scope(season)
    choices = {pairing.pk: Choice(Verdict.DRAW) for pairing in unfinished.unfinished_pairings(scope)}
    assert unfinished.has_rounds_to_come(scope)
    assert unfinished.decide(scope, choices, by=by, reason=WHY, ends_play=True).done == len(choices)
    sweep.sweep_events()
    assert not Round.objects.filter(stage=Round.Stage.RUNNING).exists()
    assert "Play was ended: rounds that haven’t begun won’t be played." in running_events.lines(Event.objects.get())
    assert finish.end_season(season, by=by).stage == Season.Stage.FINISHED
