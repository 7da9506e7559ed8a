"""The matches that are not over in a season, and what its organisers make of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.support import running_events
from tests.support.people import LogIn
from tests.support.rows import refresh, require
from tests.support.season_at_its_end import DAY, WHY, apply, season_at_its_end, with_rule
from tests.support.seasons import log_of, organiser_of
from tournaments import sweep
from tournaments.events.settings.save import made_by
from tournaments.models import Event, Pairing, Season
from tournaments.seasons import finish

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


@pytest.fixture
def browser(season: Season, log_in: LogIn) -> Client:
    return log_in(organiser_of(season.league.club))


def selected(browser: Client, query: str = "") -> list[str]:
    """What is chosen for each match when the page opens."""
    rows = browser.get(AT + query).context["rows"]
    return [value for row in rows for value, _, is_selected in row["choices"] if is_selected]


def not_before(season: Season, days: int) -> None:
    ends_at = timezone.now() + timedelta(days=days)
    Season.objects.update(ends_at=ends_at)
    Event.objects.update(ends_at=ends_at)
    season.refresh_from_db()


def test_divisions_are_no_events_of_who_published_them(season: Season) -> None:
    assert Event.objects.filter(made_by=organiser_of(season.league.club)).count() == 2
    assert not made_by(organiser_of(season.league.club)).exists()


def test_one_act_settles_them_all_and_the_season_can_end(season: Season) -> None:
    assert apply(season) == 2
    sweep.sweep_events()

    codes = {(each.white_code, each.black_code) for each in Pairing.objects.all()}
    assert codes <= {("=", "="), ("D", "D")}
    assert log_of(season.league.club)[-1] == "Sunday League, Spring: Decided 2 unfinished matches."
    assert season.league.club.log.latest("pk").reason == WHY
    assert finish.end_season(season, by=organiser_of(season.league.club)).stage == Season.Stage.FINISHED


@pytest.mark.parametrize(
    ("rule", "verdicts"),
    [
        (AtEnd.SETTLE, ["draw", "draw"]),
        (AtEnd.DRAW, ["draw", "draw"]),
        (AtEnd.ANNUL, ["annulled", "annulled"]),
        (AtEnd.EXTEND, ["", ""]),
    ],
)
def test_at_its_end_the_page_opens_with_what_the_rule_makes_of_each(
    season: Season, browser: Client, rule: Season.AtEnd, verdicts: list[str]
) -> None:
    with_rule(season, rule)
    assert selected(browser) == verdicts


def test_before_its_end_nothing_is_chosen_until_the_organiser_asks(season: Season, browser: Client) -> None:
    not_before(season, 3)
    assert selected(browser) == ["", ""]
    assert selected(browser, "?fill=draw") == ["draw", "draw"]


def test_matches_are_decided_one_way_and_another_before_the_end(season: Season, browser: Client) -> None:
    not_before(season, 3)
    first, second = Pairing.objects.order_by("pk")
    sent = {f"verdict-{first.pk}": "1-0", f"verdict-{second.pk}": "", "reason": WHY}
    assert browser.post(AT, sent).status_code == 303
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.white_code, first.black_code, second.decided_at) == ("W", "L", None)
    assert not refresh(season).is_over_time
    assert selected(browser) == [""]


@pytest.mark.parametrize(
    ("verdicts", "reason", "said"),
    [
        (("1-0", "0-1"), "", "Give a reason: players see it in the log."),
        (("", ""), WHY, "Choose a result for at least one match."),
        (("1-0", "burn"), WHY, "Choose each result from its list."),
    ],
)
def test_what_cannot_be_done_keeps_what_was_chosen(
    season: Season, browser: Client, verdicts: tuple[str, str], reason: str, said: str
) -> None:
    ids = Pairing.objects.order_by("pk").values_list("pk", flat=True)
    sent = {f"verdict-{pk}": verdict for pk, verdict in zip(ids, verdicts, strict=True)}
    answer = browser.post(AT, sent | {"reason": reason})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert answer.context["form"]["reason"].value() == reason
    chosen = [value for row in answer.context["rows"] for value, _, is_selected in row["choices"] if is_selected]
    assert chosen == [verdict for verdict in verdicts if verdict != "burn"]
    assert not Pairing.objects.exclude(decided_at=None).exists()


def test_one_that_ended_meanwhile_keeps_its_result_and_is_named(season: Season, browser: Client) -> None:
    first, second = Pairing.objects.order_by("pk").select_related("match", "white__player", "black__player")
    assert first.black is not None
    running_events.win(require(first.match), first.white.shown_name)
    sweep.sweep_events()
    sent = {f"verdict-{each.pk}": "0-1" for each in (first, second)} | {"reason": WHY}
    assert browser.post(AT, sent).status_code == 303
    page = browser.get(AT).content.decode()
    first.refresh_from_db()
    assert (first.white_code, first.black_code) == ("1", "0")
    assert (
        f"Your decision wasn’t used here: {first.white.shown_name} – {first.black.shown_name} has ended: 1–0." in page
    )
    assert "Decided 1 match." in page
    assert not Pairing.objects.filter(decided_at=None).exists()


def test_the_number_of_queries_does_not_grow_with_the_matches(
    season: Season, browser: Client, django_assert_max_num_queries: object
) -> None:
    with django_assert_max_num_queries(16):  # type: ignore[operator]
        assert len(browser.get(AT).context["rows"]) == 2


@pytest.mark.parametrize(("days", "is_said"), [(-1, True), (1, False)])
def test_the_organisers_page_says_when_the_end_has_come(
    season: Season, browser: Client, days: int, is_said: bool
) -> None:
    Season.objects.update(ends_at=timezone.now() + days * DAY)
    page = browser.get(AT.replace("unfinished", "manage")).content.decode()
    assert ("The season’s end has passed" in page) is is_said


def test_a_season_that_gives_more_time_leads_to_where_its_end_is_moved(season: Season, browser: Client) -> None:
    with_rule(season, AtEnd.EXTEND)
    assert f'href="{AT.replace("unfinished", "end")}"' in browser.get(AT).content.decode()
    form = browser.get(AT.replace("unfinished", "end")).context["form"]
    assert timedelta(days=9) < form["ends_at"].initial - timezone.now() <= 10 * DAY
