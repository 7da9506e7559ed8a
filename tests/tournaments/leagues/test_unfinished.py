"""What becomes of the matches that are not over at a season's end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.cast import LogIn
from tests.tournaments import going
from tests.tournaments.leagues.seasons import club, league, log_of, opened, organiser_of, propose, register
from tournaments import sweep
from tournaments.leagues import ending, publishing, unfinished
from tournaments.models import Event, Pairing, Round, Season
from tournaments.refusal import Refused
from tournaments.setting_up.saving import made_by
from tournaments.settling import Verdict

pytestmark = [pytest.mark.django_db, pytest.mark.either]

AtEnd = Season.AtEnd
DAY = timedelta(days=1)
AT = "/clubs/northside/leagues/sunday-league/1/unfinished/"


def season_at_its_end(at_end: Season.AtEnd = AtEnd.SETTLE, sizes: tuple[int, ...] = (2, 2)) -> Season:
    """Nothing has been played in it."""
    season = opened(league(club()), sizes, at_end=at_end, more_days=10)
    register(season, " ".join(going.NAMES[: sum(sizes)]))
    propose(season)
    season = publishing.publish(season, by=organiser_of(season.league.club))
    going.work_off()
    ends_at = timezone.now() - timedelta(hours=1)
    Season.objects.filter(pk=season.pk).update(ends_at=ends_at)
    Event.objects.update(ends_at=ends_at)
    season.refresh_from_db()
    return season


def apply(season: Season) -> int:
    return unfinished.apply_rule(season, by=organiser_of(season.league.club))


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


def test_divisions_are_no_events_of_who_published_them() -> None:
    season = season_at_its_end()
    assert Event.objects.filter(made_by=organiser_of(season.league.club)).count() == 2
    assert not made_by(organiser_of(season.league.club)).exists()


def test_all_open_matches_are_listed_by_division() -> None:
    season = season_at_its_end()
    found = unfinished.open_matches(season)
    assert [(each.division, each.scores) for each in found] == [("Division 1", (0, 0)), ("Division 2", (0, 0))]


def test_the_number_of_queries_does_not_grow_with_the_matches(django_assert_num_queries: object) -> None:
    season = season_at_its_end(sizes=(4, 4))
    with django_assert_num_queries(3):  # type: ignore[operator]
        assert len(unfinished.open_matches(season)) == 4


def test_one_act_settles_them_all_and_the_season_can_end() -> None:
    season = season_at_its_end()
    assert apply(season) == 2
    sweep.sweep()

    codes = {(each.white_code, each.black_code) for each in Pairing.objects.all()}
    assert codes <= {("=", "="), ("D", "D")}
    assert log_of(season.league.club)[-1] == "Sunday League, Spring: Settled 2 unfinished matches."
    assert ending.end(season, by=organiser_of(season.league.club)).stage == Season.Stage.FINISHED


def test_annulled_matches_count_for_neither() -> None:
    season = season_at_its_end(AtEnd.ANNUL)
    apply(season)
    assert {each.is_annulled for each in Pairing.objects.all()} == {True}


def test_more_time_is_given_to_all_and_the_end_is_later() -> None:
    season = season_at_its_end(AtEnd.EXTEND)
    apply(season)

    season.refresh_from_db()
    assert timedelta(days=9) < season.ends_at - timezone.now() <= 10 * DAY  # type: ignore[operator]
    assert {each.due_at is not None and each.due_at > timezone.now() + 9 * DAY for each in Round.objects.all()} == {
        True
    }
    assert {each.ends_at for each in Event.objects.all()} == {season.ends_at}
    with pytest.raises(Refused, match="has not come yet"):
        apply(season)


def test_more_time_is_given_to_all_or_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    season = season_at_its_end(AtEnd.EXTEND)
    before = [*Round.objects.order_by("pk").values_list("due_at", flat=True)]

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(unfinished, "_store_end", broken)
        with pytest.raises(ZeroDivisionError):
            apply(season)
    assert [*Round.objects.order_by("pk").values_list("due_at", flat=True)] == before


def test_who_asks_for_more_time_at_the_same_moment_gives_it_once() -> None:
    season = season_at_its_end(AtEnd.EXTEND)
    apply(season)
    with pytest.raises(Refused, match="has not come yet"):
        apply(season)  # as it was when they looked
    assert max(each.ends_at for each in Event.objects.all() if each.ends_at) <= timezone.now() + 10 * DAY


def test_rounds_that_have_not_begun_do_not_begin_any_more() -> None:
    season = season_at_its_end(sizes=(4,))
    Event.objects.update(at_once=1)
    apply(season)
    sweep.sweep()

    assert set(Round.objects.filter(number__gt=1).values_list("stage", flat=True)) == {"draft"}
    assert ending.end(season, by=organiser_of(season.league.club)).stage == Season.Stage.FINISHED


def test_a_match_that_has_not_begun_counts_for_neither() -> None:
    season = season_at_its_end(sizes=(4,))
    _ada, ben = going.pairings(Event.objects.get(), 1)
    Pairing.objects.filter(pk=ben.pk).update(waits=True, match=None)
    assert [each.verdict for each in unfinished.open_matches(season)] == [Verdict.DRAW, Verdict.ANNULLED]
    apply(season)
    assert [(each.is_annulled, each.white_code) for each in going.pairings(Event.objects.get(), 1)] == [
        (False, "="),
        (True, ""),
    ]


def test_without_an_end_it_is_the_organisers_who_say_when() -> None:
    season = season_at_its_end(sizes=(4,))
    Season.objects.update(ends_at=None)
    Event.objects.update(ends_at=None)
    season.refresh_from_db()
    apply(season)
    sweep.sweep()
    assert not Round.objects.filter(stage=Round.Stage.RUNNING).exists()


def test_nothing_is_settled_before_the_end() -> None:
    season = season_at_its_end()
    Season.objects.update(ends_at=timezone.now() + DAY)
    season.refresh_from_db()
    with pytest.raises(Refused, match="has not come yet"):
        apply(season)
    assert not Pairing.objects.exclude(decided_at=None).exists()


@pytest.mark.parametrize(("days", "is_said"), [(-1, True), (1, False)])
def test_the_organisers_page_says_when_the_end_has_come(log_in: LogIn, days: int, is_said: bool) -> None:
    season = season_at_its_end()
    Season.objects.update(ends_at=timezone.now() + days * DAY)
    page = log_in(organiser_of(season.league.club)).get(AT.replace("unfinished", "manage")).content.decode()
    assert ("The season’s end has come." in page) is is_said


def test_one_page_shows_them_all_and_what_becomes_of_each(log_in: LogIn) -> None:
    season = season_at_its_end()
    browser: Client = log_in(organiser_of(season.league.club))
    page = browser.get(AT).content.decode()
    assert page.count("A draw") == 2
    assert "0–0" in page

    assert browser.post(AT, {"reason": "The summer is over."}).status_code == 303
    assert "No match is being played." in browser.get(AT).content.decode()
    assert season.league.club.log.latest("pk").reason == "The summer is over."
