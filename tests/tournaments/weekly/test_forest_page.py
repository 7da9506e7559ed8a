"""The pages of the weekly forest, and the ways to them."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from matches.models import Match
from tests.support.account_actions import sign_up, type_address_code
from tests.support.account_mails import last_code
from tests.support.answers import everybodys_wrong_answers, rows_of
from tests.support.factories import UserFactory
from tests.support.markup import compact
from tests.support.people import LogIn
from tests.support.run_on_commit import commits
from tests.support.weekly import ENDS_AT, begin, end, forest
from timekeeping import clock
from tournaments.models import WeeklyAttempt, WeeklyForest
from tournaments.urls import weekly
from tournaments.weekly import close, weeks

__all__ = ["forest"]
pytestmark = pytest.mark.django_db
WEEK = "/weekly/2026-11-23/"
Traveller = time_machine.TimeMachineFixture
EASY = {"game": "fairytale", "level": "easy"}


def match_of(location: str) -> Match:
    return Match.objects.get(pk=int(location.strip("/").rpartition("/")[2]))


def shown(browser: Client, address: str = "/weekly/") -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return " ".join(re.sub("<[^>]+>", " ", answer.content.decode()).split())


@pytest.mark.usefixtures("forest")
@pytest.mark.parametrize("address", ["/", "/lobby/", "/rules/fairytale/", "/events/"])
def test_members_find_it(log_in: LogIn, player: User, address: str, settings: Settings) -> None:
    ada = log_in(player)
    assert 'href="/weekly/"' in ada.get(address).content.decode()
    settings.WEEKLY_FOREST = False
    assert "weekly" not in ada.get(address).content.decode().lower()


@pytest.mark.usefixtures("forest")
def test_a_visitor_plays_from_the_first_page_to_the_end_and_is_in_the_table_with_an_account() -> None:
    visitor, chance = Client(), random.Random(3)
    page = visitor.get("/").content.decode()
    assert f'action="{WEEK}"' in page
    assert 'name="level" value="easy"' in page
    match = match_of(visitor.post(WEEK, EASY).headers["Location"])
    assert match_of(visitor.post(WEEK, EASY).headers["Location"]) == match
    assert "Continue Easy" in shown(visitor)
    while not match.is_over:
        text = match.game.sample(match.loaded_state, 0, chance)
        turn = {"text": text, "number": str(match.seats.get().asked_turn)}
        with commits():
            assert visitor.post(f"{match.get_absolute_url()}play/", turn).status_code == 303
        match.refresh_from_db()
    over = visitor.get(match.get_absolute_url()).content.decode()
    assert f'href="{WEEK}?game=fairytale&amp;level=easy">Compare results' in over
    assert match.seed not in over
    assert "You’d be number 1, but guests aren’t in the table. Sign up" in shown(visitor)
    assert "No one has finished this level yet." in shown(visitor)
    assert f'{reverse("account_signup")}?next={WEEK}"' in visitor.get("/weekly/").content.decode()
    sign_up(visitor, "ann@example.org", "Ann Archer", next=WEEK)
    entered = type_address_code(visitor, last_code("ann@example.org"))
    assert entered.request["PATH_INFO"] == WEEK
    assert "Your place: 1 of 1." in shown(visitor)
    assert "1 Ann Archer" in shown(Client())


def test_a_member_goes_on_where_they_were_and_sees_how_others_did(
    forest: WeeklyForest, log_in: LogIn, player: User, opponent: User
) -> None:
    end(begin(forest, opponent, "hard"), 2, 0, 0, 3)
    begin(forest, UserFactory(), "hard")
    ada = log_in(player)
    match = match_of(ada.post(WEEK, EASY | {"level": "hard"}).headers["Location"])
    page = ada.get("/weekly/")
    assert page.context["shown"].level.value == "hard"
    assert f'href="{match.get_absolute_url()}"> Continue' in compact(page.text)
    assert "2 players haven’t finished yet." in shown(ada)
    end(match, 2, 0, 0, 3)
    assert "You share place 1 of 2 with 1 player." in shown(ada)
    assert "1 Ben 2 0 0 3 1 Ada you 2 0 0 3" in shown(ada)
    assert "No one has finished" in shown(ada, "/weekly/?game=fairytale&level=normal")
    assert "Normal" in shown(ada, "/weekly/?level=nonsense")


def test_past_weeks_keep_their_page_and_winners_are_named_the_week_after(
    forest: WeeklyForest, log_in: LogIn, player: User, opponent: User, time_machine: Traveller
) -> None:
    match = begin(forest, player)
    end(match, 3, 1, 2, 0)
    time_machine.move_to(ENDS_AT, tick=False)
    assert "The final table comes in a few minutes." in shown(Client(), WEEK)
    weeks.fix_coming(clock.now())
    close.close_due(clock.now())
    page = Client().get("/weekly/").content.decode()
    assert "Last week’s best Easy Ada Random draws" in shown(Client())
    assert f'href="{WEEK}?' in page
    assert f'action="{WEEK}"' not in page
    past = Client().get(WEEK).content.decode()
    assert f'href="{match.get_absolute_url()}"' in past
    assert match.seed in log_in(opponent).get(match.get_absolute_url()).content.decode()
    User.objects.update(for_members=True)
    assert match.get_absolute_url() not in Client().get(WEEK).content.decode()
    assert "1 name withheld" in shown(Client(), WEEK)


def test_what_cannot_be_played_is_refused_with_the_page(
    forest: WeeklyForest, log_in: LogIn, player: User, time_machine: Traveller
) -> None:
    ada = log_in(player)
    for fields in ({}, {"game": "fortify", "level": ""}, EASY | {"level": "harder"}):
        refused = ada.post(WEEK, fields)
        assert (refused.status_code, "Choose a level." in refused.content.decode()) == (422, True)
    time_machine.move_to(ENDS_AT, tick=False)
    for browser in (ada, Client()):
        refused = browser.post(WEEK, EASY)
        assert refused.status_code == 409
        assert "This week is over. Play the new forest." in refused.content.decode()
    assert not Match.objects.exists()
    assert User.objects.filter(is_guest=True).count() == 0
    for address in ("/weekly/2026-12-07/", "/weekly/2026-11-24/", "/weekly/soon/"):
        assert ada.get(address).status_code == 404


def test_before_the_first_sweep_there_is_none_yet() -> None:
    visitor = Client()
    assert "This week’s forest isn’t ready yet." in shown(visitor)
    week = f"/weekly/{weeks.monday_of(clock.now()).isoformat()}/"
    assert f'action="{week}"' in visitor.get("/").content.decode()
    assert visitor.post(week, EASY).headers["Location"] == "/weekly/"


def test_switched_off_it_leaves_no_trace_on_pages(
    forest: WeeklyForest, log_in: LogIn, player: User, settings: Settings
) -> None:
    ada, match = log_in(player), begin(forest, player)
    assert f'href="{WEEK}?game=fairytale&amp;level=easy"' in ada.get(match.get_absolute_url()).content.decode()
    settings.WEEKLY_FOREST = False
    for address in ("/weekly/", WEEK):
        assert ada.get(address).status_code == 404
    assert ada.post(WEEK, EASY).status_code == 404
    assert "/weekly/" not in ada.get(match.get_absolute_url()).content.decode()
    assert "weekly" not in Client().get("/").content.decode()


@pytest.mark.usefixtures("forest")
def test_everyone_may_look_and_play(log_in: LogIn, player: User, host: User) -> None:
    table = [
        *rows_of("current", (200, 200, 200), (405, 405, 405)),
        ("forest", "GET", {}, (200, 200, 200)),
        ("forest", "POST", EASY, (303, 303, 303)),
        ("forest", "POST", {}, (422, 422, 422)),
    ]
    assert {pattern.name for pattern in weekly.app_patterns} == {name for name, *_ in table}
    browsers = {"visitor": Client(), "member": log_in(player), "host": log_in(host)}
    assert everybodys_wrong_answers(browsers, table, {"current": "/weekly/", "forest": WEEK}) == []


def test_more_players_and_weeks_take_no_more_queries(
    forest: WeeklyForest, log_in: LogIn, player: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    end(begin(forest, player), 2, 0, 0, 0)
    for number in range(12):
        attempt = end(begin(forest, UserFactory(), ("easy", "hard")[number % 2]), number % 4, 0, 0, 3)
        if number > 6:
            past = WeeklyForest.objects.create(
                begins_on=forest.begins_on - timedelta(weeks=number - 6), closed_at=clock.now()
            )
            WeeklyAttempt.objects.filter(pk=attempt.pk).update(forest=past)
    ada = log_in(player)
    with django_assert_max_num_queries(20):
        page = ada.get("/weekly/")
    assert len(page.context["past"]) == 4  # and last week above them
    assert len(page.context["best"]) == 1
