"""What becomes of rounds that have not begun at a season's end."""

from __future__ import annotations

import pytest

from tests.tournaments import going
from tests.tournaments.leagues.at_its_end import apply, season_at_its_end
from tests.tournaments.leagues.seasons import organiser_of
from tournaments import sweep
from tournaments.leagues import ending, unfinished
from tournaments.models import Event, Pairing, Round, Season
from tournaments.settling import Verdict

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
    sweep.sweep()

    assert set(Round.objects.filter(number__gt=1).values_list("stage", flat=True)) == {"draft"}
    assert ending.end(season, by=organiser_of(season.league.club)).stage == Season.Stage.FINISHED


def test_a_match_that_has_not_begun_counts_for_neither(season: Season) -> None:
    _ada, ben = going.pairings(Event.objects.get(), 1)
    Pairing.objects.filter(pk=ben.pk).update(waits=True, match=None)
    assert [each.verdict for each in unfinished.open_matches(season)] == [Verdict.DRAW, Verdict.ANNULLED]
    apply(season)
    assert [(each.is_annulled, each.white_code) for each in going.pairings(Event.objects.get(), 1)] == [
        (False, "="),
        (True, ""),
    ]


def test_without_an_end_it_is_the_organisers_who_say_when(season: Season) -> None:
    Season.objects.update(ends_at=None)
    Event.objects.update(ends_at=None)
    season.refresh_from_db()
    apply(season)
    sweep.sweep()
    assert not Round.objects.filter(stage=Round.Stage.RUNNING).exists()
