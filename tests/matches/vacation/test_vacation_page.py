"""The page of one's own vacation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from accounts.models import User
from matches.clocks import pauses
from matches.models import Vacation, VacationDay, VacationPool
from matches.time_control.time_control import DAY
from tests.support.concurrently import held
from tests.support.factories import MatchFactory, UserFactory
from tests.support.markup import compact
from tests.support.matches import submit
from tests.support.people import LogIn
from tests.support.toy_game import Toy
from tests.support.vacation import MONDAY, event, friendly, may, on_monday, seat_of, taken
from timekeeping import clock

URL = "/leave/"


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    game = Toy()
    monkeypatch.setattr("engine.games.games", lambda: (game,))
    return game


@pytest.fixture
def browser(toy: Toy, log_in: LogIn, player: User) -> Iterator[Client]:
    """Ada's, on a Monday in May."""
    with on_monday():
        yield log_in(player)


def page(browser: Client, query: str = "") -> str:
    answer = browser.get(URL + query)
    assert answer.status_code == 200
    return text(answer)


def text(answer: Any) -> str:
    return compact(answer.text)


def press(browser: Client, action: str, **fields: Any) -> Any:
    return browser.post(URL, {"action": action, **fields})


# -- what it shows ---------------------------------------------------------------------------------------------------


def test_it_says_what_is_left_in_each_pool(browser: Client, player: User) -> None:
    pool = event(days=10, shortest=3, ends="2026-06-30")
    seat = seat_of(player, friendly(player, pool=pool))
    VacationDay.objects.create(player=player, pool=pool, seat=seat, at=MONDAY)
    taken(player, may(20), may(22, hour=12))
    shown = page(browser)
    assert "<b>Friendly matches</b><br>27 days 12 hours left of 30 days this year</li>" in shown
    assert (
        "<b>League</b><br>6 days left of 10 days until Tue 30 Jun 2026; 1 used when your time ran out; "
        "each vacation costs at least 3 days</li>" in shown
    )


def test_it_says_of_a_season_to_come_what_there_will_be(browser: Client, player: User) -> None:
    friendly(player, pool=event(days=10, begins="2026-06-01", ends="2026-06-30"))
    assert "<b>League</b><br>10 days left of 10 days from Mon 1 Jun 2026 on</li>" in page(browser)


def test_it_says_so_when_nothing_is_left(browser: Client, player: User) -> None:
    VacationPool.objects.filter(pk=pauses.friendly_pool().pk).update(days=2)
    taken(player, may(20), may(22))
    assert "Nothing left of 2 days this year" in page(browser)


@pytest.mark.parametrize(
    ("with_vacation", "without", "words"),
    [
        (0, 0, "You have no running matches"),
        (1, 0, 'It pauses your clock in <a href="/matches/">your running match</a>.'),
        (2, 0, 'It pauses your clock in <a href="/matches/">all 2 of your running matches</a>.'),
        (2, 1, 'pauses your clock in 2 of <a href="/matches/">your 3 running matches</a>; the other doesn’t allow'),
        (1, 2, 'pauses your clock in 1 of <a href="/matches/">your 3 running matches</a>; the others don’t allow'),
        (0, 1, 'Your clock keeps running in <a href="/matches/">your running match</a>'),
        (0, 2, 'Your clocks keep running in <a href="/matches/">your 2 running matches</a>'),
    ],
)
def test_it_says_in_which_matches_it_counts(
    browser: Client, player: User, with_vacation: int, without: int, words: str
) -> None:
    for _ in range(with_vacation):
        friendly(player)
    for _ in range(without):
        MatchFactory(game_slug="toy", players=[player, UserFactory()])
    assert words in page(browser)


def test_it_shows_vacation_that_is_taken_and_planned(browser: Client, player: User) -> None:
    current, planned = taken(player, may(4), may(9)), taken(player, may(20), may(22))
    over = taken(player, may(1), may(2))
    shown = page(browser)
    assert '<h2 id="now">You’re on vacation</h2>' in shown
    assert f'name="vacation" value="{current.pk}"><button class="button primary" name="action" value="end">' in shown
    assert '<b>From Wed 20 May 2026 to Thu 21 May 2026</b> <span class="muted">in 15 days</span>' in shown
    assert f'<a class="button small" href="?change={planned.pk}#take"' in shown
    assert f'value="{over.pk}"' not in shown


def test_the_first_page_says_that_one_is_away(browser: Client, player: User, opponent: User) -> None:
    taken(opponent, may(4), may(9))
    assert "You’re on vacation" not in text(browser.get("/"))
    taken(player, may(4), may(9))
    shown = text(browser.get("/"))
    assert "You’re on vacation until the end of Fri 8 May 2026." in shown
    assert "lasts until the end of Fri 8 May 2026." in page(browser)
    assert f'href="{URL}"' in shown


def test_anothers_vacation_is_not_shown(browser: Client, opponent: User) -> None:
    taken(opponent, may(4), may(9))
    planned = taken(opponent, may(20), may(22))
    shown = page(browser, f"?change={planned.pk}")
    assert "You’re on vacation" not in shown
    assert 'id="planned"' not in shown
    assert "Change days" not in shown
    assert "2026-05-20" not in shown


def test_days_are_chosen_from_today_to_a_year_ahead(browser: Client) -> None:
    assert page(browser).count('min="2026-05-04" max="2027-05-04"') == 2


def test_the_number_of_queries_is_bounded(browser: Client, player: User, django_assert_max_num_queries: Any) -> None:
    for place in range(3):
        friendly(player, pool=event(f"league-{place}"))
        taken(player, may(5 + 3 * place), may(7 + 3 * place))
    page(browser)
    with django_assert_max_num_queries(11):
        page(browser)


# -- what it does ----------------------------------------------------------------------------------------------------


def test_vacation_from_now_on_stops_running_clocks_and_says_how_many(browser: Client, player: User) -> None:
    match, answered = friendly(player), friendly(player)
    submit(seat_of(player, answered), "pick 1")
    answer = press(browser, "take", first_day="", last_day="2026-05-08")
    assert (answer.status_code, answer["Location"]) == (303, URL)
    shown = page(browser)
    assert "You’re on vacation until the end of Fri 8 May 2026. 1 deadline moved." in shown
    assert seat_of(player, match).deadline == may(9) + 3 * DAY


def test_vacation_is_planned(browser: Client, player: User) -> None:
    match = friendly(player)
    press(browser, "take", first_day="2026-05-05", last_day="2026-05-08")
    shown = page(browser)
    assert "Vacation planned from Tue 5 May 2026 to Fri 8 May 2026. 1 deadline moved." in shown
    assert seat_of(player, match).deadline == MONDAY + 7 * DAY


def test_days_are_those_of_the_players_zone(browser: Client, player: User) -> None:
    User.objects.update(time_zone="Asia/Tokyo")
    press(browser, "take", first_day="2026-05-06", last_day="2026-05-08")
    made = Vacation.objects.get()
    assert (made.starts_at, made.ends_at) == (may(5, hour=15), may(8, hour=15))
    assert "<b>From Wed 6 May 2026 to Fri 8 May 2026</b>" in page(browser)
    assert 'value="2026-05-06"' in page(browser, f"?change={made.pk}")


def test_what_a_pool_does_not_pay_for_is_said(browser: Client, player: User) -> None:
    friendly(player, pool=event(days=3))
    press(browser, "take", first_day="2026-05-05", last_day="2026-05-08")
    assert "League: your days cover 3 days of this vacation; then your clocks run there." in page(browser)


def test_a_planned_vacation_gets_other_days(browser: Client, player: User) -> None:
    planned = taken(player, may(20), may(22))
    shown = page(browser, f"?change={planned.pk}")
    assert "Change planned vacation" in shown
    assert 'value="2026-05-20"' in shown
    assert 'value="2026-05-21"' in shown
    press(browser, "change", vacation=planned.pk, first_day="2026-05-12", last_day="2026-05-13")
    planned.refresh_from_db()
    assert (planned.starts_at, planned.ends_at) == (may(12), may(14))
    assert "Vacation planned from Tue 12 May 2026 to Wed 13 May 2026." in page(browser)


def test_vacation_is_ended(browser: Client, player: User) -> None:
    match = friendly(player)
    press(browser, "take", first_day="", last_day="2026-05-08")
    with on_monday(days=1):
        press(browser, "end", vacation=Vacation.objects.get().pk)
        assert "Your vacation is over and your clocks run again. 1 deadline moved." in page(browser)
    assert seat_of(player, match).deadline == MONDAY + 4 * DAY


def test_vacation_is_called_off(browser: Client, player: User) -> None:
    friendly(player)
    press(browser, "take", first_day="2026-05-05", last_day="2026-05-08")
    press(browser, "call_off", vacation=Vacation.objects.get().pk)
    assert "Vacation cancelled. 1 deadline moved." in page(browser)
    assert not Vacation.objects.exists()


# -- what it refuses -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "last", "field", "words"),
    [
        ("", "", "last_day", "Choose the last day of your vacation."),
        ("", "soon", "last_day", "Enter a day, such as 2026-05-04."),
        ("2026-02-30", "2026-05-08", "first_day", "Enter a day, such as 2026-05-04."),
        ("2026-05-03", "2026-05-08", "first_day", "That day is over. Vacation can begin today at the earliest."),
        ("2026-05-08", "2026-05-07", "last_day", "The last day comes before the first."),
        ("", "2028-01-01", "last_day", "You can plan vacation up to a year ahead, until Tue 4 May 2027."),
        ("", "2026-05-04", "last_day", "A vacation lasts at least 1 day. Choose a later last day."),
    ],
)
def test_a_refusal_stands_beside_the_field_and_nothing_typed_is_lost(
    browser: Client, first: str, last: str, field: str, words: str
) -> None:
    answer = press(browser, "take", first_day=first, last_day=last)
    assert answer.status_code == 422
    shown = text(answer)
    assert f'id="id_{field}_error"><p>{words}</p>' in shown
    for typed in filter(None, (first, last)):
        assert f'value="{typed}"' in shown
    assert not Vacation.objects.exists()


def test_a_change_that_is_refused_keeps_the_form_of_that_vacation(browser: Client, player: User) -> None:
    planned = taken(player, may(20), may(22))
    answer = press(browser, "change", vacation=planned.pk, first_day="2026-05-20", last_day="2026-05-19")
    assert answer.status_code == 422
    assert "Change planned vacation" in text(answer)
    assert f'name="vacation" value="{planned.pk}"><div class="cluster">' in text(answer)


@pytest.mark.parametrize("action", ["end", "call_off", "change"])
@pytest.mark.parametrize("number", ["", "x", "999999", "9" * 30, "theirs"])
def test_a_vacation_that_is_not_ones_own_is_no_longer_there(
    browser: Client, opponent: User, action: str, number: str
) -> None:
    theirs = taken(opponent, may(3), may(9)) if action == "end" else taken(opponent, may(20), may(22))
    number = str(theirs.pk) if number == "theirs" else number
    answer = press(browser, action, vacation=number, first_day="2026-05-12", last_day="2026-05-13")
    assert answer.status_code == 409
    assert "This vacation no longer exists" in text(answer)
    again = Vacation.objects.get()
    assert (again.starts_at, again.ends_at) == (theirs.starts_at, theirs.ends_at)


def test_after_a_login_in_between_the_days_are_still_there(toy: Toy, player: User) -> None:
    with on_monday():
        answer = Client().post(URL, {"action": "take", "first_day": "2026-05-12", "last_day": "2026-05-13"})
        assert answer.status_code == 302
        back = answer["Location"].partition("next=")[2]
        assert back == "/leave/%3Ffirst_day%3D2026-05-12%26last_day%3D2026-05-13"
        client = Client()
        client.force_login(player)
        shown = page(client, "?first_day=2026-05-12&last_day=2026-05-13")
    assert 'value="2026-05-12"' in shown
    assert 'value="2026-05-13"' in shown


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_while_somebody_holds_the_player_it_asks_to_send_again(client: Client, player: User) -> None:
    pauses.friendly_pool()
    client.force_login(player)
    User.objects.filter(pk=player.pk).update(on_site_at=clock.now())  # a visit to be noted would wait first
    with held(player), transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '50ms'")
        answer = press(client, "take", first_day="", last_day="2026-05-08")
    assert answer.status_code == 503
    assert "Please send it again" in text(answer)
    assert 'value="2026-05-08"' in text(answer)
