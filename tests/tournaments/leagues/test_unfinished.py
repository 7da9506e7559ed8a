"""What becomes of the matches that are not over at a season's end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.cast import LogIn
from tests.tournaments.leagues.at_its_end import DAY, apply, season_at_its_end, with_rule
from tests.tournaments.leagues.seasons import log_of, organiser_of
from tournaments import sweep
from tournaments.leagues import ending, unfinished
from tournaments.models import Event, Pairing, Round, Season
from tournaments.refusal import Refused
from tournaments.setting_up.saving import made_by
from tournaments.settling import Verdict

pytestmark = [pytest.mark.django_db, pytest.mark.either]

AtEnd = Season.AtEnd
AT = "/clubs/northside/leagues/sunday-league/1/unfinished/"


@pytest.fixture(scope="module", autouse=True)
def _at_its_end(made_once: None) -> int:
    return season_at_its_end((2, 2)).pk


@pytest.fixture
def season(_at_its_end: int) -> Season:
    """Of two divisions of two."""
    return Season.objects.get(pk=_at_its_end)


@pytest.mark.parametrize(
    ("rule", "scores", "verdict"),
    [
        (AtEnd.SETTLE, (7, 5), Verdict.WHITE),
        (AtEnd.SETTLE, (5, 7), Verdict.BLACK),
        (AtEnd.SETTLE, (5, 5), Verdict.DRAW),
        (AtEnd.SETTLE, (), Verdict.DRAW),
        (AtEnd.DRAW, (7, 5), Verdict.DRAW),
        (AtEnd.ANNUL, (7, 5), Verdict.ANNULLED),
        (AtEnd.EXTEND, (7, 5), None),
    ],
)
def test_what_the_rule_makes_of_a_match(rule: Season.AtEnd, scores: Sequence[int], verdict: Verdict | None) -> None:
    assert unfinished.verdict_of(rule, scores) is verdict


def test_divisions_are_no_events_of_who_published_them(season: Season) -> None:
    assert Event.objects.filter(made_by=organiser_of(season.league.club)).count() == 2
    assert not made_by(organiser_of(season.league.club)).exists()


def test_all_open_matches_are_listed_by_division(season: Season) -> None:
    found = unfinished.open_matches(season)
    assert [(each.division, each.scores) for each in found] == [("Division 1", (0, 0)), ("Division 2", (0, 0))]


def test_the_number_of_queries_does_not_grow_with_the_matches(
    season: Season, django_assert_num_queries: object
) -> None:
    with django_assert_num_queries(3):  # type: ignore[operator]
        assert len(unfinished.open_matches(season)) == 2


def test_one_act_settles_them_all_and_the_season_can_end(season: Season) -> None:
    assert apply(season) == 2
    sweep.sweep()

    codes = {(each.white_code, each.black_code) for each in Pairing.objects.all()}
    assert codes <= {("=", "="), ("D", "D")}
    assert log_of(season.league.club)[-1] == "Sunday League, Spring: Settled 2 unfinished matches."
    assert ending.end(season, by=organiser_of(season.league.club)).stage == Season.Stage.FINISHED


def test_annulled_matches_count_for_neither(season: Season) -> None:
    with_rule(season, AtEnd.ANNUL)
    apply(season)
    assert {each.is_annulled for each in Pairing.objects.all()} == {True}


def test_more_time_is_given_to_all_and_the_end_is_later(season: Season) -> None:
    with_rule(season, AtEnd.EXTEND)
    apply(season)

    season.refresh_from_db()
    assert timedelta(days=9) < season.ends_at - timezone.now() <= 10 * DAY  # type: ignore[operator]
    assert {each.due_at is not None and each.due_at > timezone.now() + 9 * DAY for each in Round.objects.all()} == {
        True
    }
    assert {each.ends_at for each in Event.objects.all()} == {season.ends_at}
    with pytest.raises(Refused, match="has not come yet"):
        apply(season)


def test_more_time_is_given_to_all_or_to_nobody(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    with_rule(season, AtEnd.EXTEND)
    before = [*Round.objects.order_by("pk").values_list("due_at", flat=True)]

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(unfinished, "_store_end", broken)
        with pytest.raises(ZeroDivisionError):
            apply(season)
    assert [*Round.objects.order_by("pk").values_list("due_at", flat=True)] == before


def test_who_asks_for_more_time_at_the_same_moment_gives_it_once(season: Season) -> None:
    with_rule(season, AtEnd.EXTEND)
    apply(season)
    with pytest.raises(Refused, match="has not come yet"):
        apply(season)  # as it was when they looked
    assert max(each.ends_at for each in Event.objects.all() if each.ends_at) <= timezone.now() + 10 * DAY


def test_nothing_is_settled_before_the_end(season: Season) -> None:
    Season.objects.update(ends_at=timezone.now() + DAY)
    season.refresh_from_db()
    with pytest.raises(Refused, match="has not come yet"):
        apply(season)
    assert not Pairing.objects.exclude(decided_at=None).exists()


@pytest.mark.parametrize(("days", "is_said"), [(-1, True), (1, False)])
def test_the_organisers_page_says_when_the_end_has_come(
    season: Season, log_in: LogIn, days: int, is_said: bool
) -> None:
    Season.objects.update(ends_at=timezone.now() + days * DAY)
    page = log_in(organiser_of(season.league.club)).get(AT.replace("unfinished", "manage")).content.decode()
    assert ("The season’s end has come." in page) is is_said


def test_one_page_shows_them_all_and_what_becomes_of_each(season: Season, log_in: LogIn) -> None:
    browser: Client = log_in(organiser_of(season.league.club))
    page = browser.get(AT).content.decode()
    assert page.count("A draw") == 2
    assert "0–0" in page

    assert browser.post(AT, {"reason": "The summer is over."}).status_code == 303
    assert "No match is being played." in browser.get(AT).content.decode()
    assert season.league.club.log.latest("pk").reason == "The summer is over."


def without_an_end(season: Season) -> None:
    season.ends_at = None
    season.save(update_fields=["ends_at"])


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (AtEnd.DRAW, "If you settle them now, the season’s play ends: rounds that have not begun are not played."),
        (AtEnd.EXTEND, "If you give more time now, the season’s play ends in 10 days, and rounds"),
    ],
)
def test_what_would_end_a_season_without_an_end_is_said_and_needs_a_tick(
    season: Season, log_in: LogIn, rule: Season.AtEnd, said: str
) -> None:
    without_an_end(season)
    with_rule(season, rule)
    browser = log_in(organiser_of(season.league.club))
    page = browser.get(AT).content.decode()
    assert "Nobody has set an end for this season, and 2 matches are not over." in page
    assert said in page

    refused = browser.post(AT, {"reason": "The summer is over."})
    assert refused.status_code == 422
    assert "Nothing has been done: tick this box if the season is to end so." in refused.content.decode()
    assert 'value="The summer is over."' in refused.content.decode()
    season.refresh_from_db()
    assert season.ends_at is None
    assert Pairing.objects.filter(decided_at=None).count() == 2

    assert browser.post(AT, {"reason": "The summer is over.", "is_sure": "on"}).status_code == 303
    season.refresh_from_db()
    assert season.ends_at is not None


def test_before_its_end_a_season_says_when_that_is_and_how_much_is_open(season: Season, log_in: LogIn) -> None:
    Season.objects.update(ends_at=timezone.now() + 3 * DAY + timedelta(hours=1))
    page = log_in(organiser_of(season.league.club)).get(AT).content.decode()
    assert "Settle them all so" not in page
    assert "It ends <time" in page
    assert "; 2 matches are not over." in page
    assert "in 3 days" in page
