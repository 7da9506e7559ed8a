"""The page on which an organiser changes the clocks of a match."""

from __future__ import annotations

import math
import re
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import Permission
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from fortify_site.ops.status import report
from mail.models import OutboxMail
from matches.gate import clock_acts, mail_clocks
from matches.gate.turns import resign
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import DAY, HOUR
from tests.matches.conftest import PlayOn
from tests.support.factories import MatchFactory
from tests.support.pages import length_of, read, read_match, seat_of, words
from tests.support.people import LogIn

REASON = "The site was slow."


@pytest.fixture
def organiser(log_in: LogIn, host: User) -> Client:
    return log_in(host)


@pytest.fixture
def seat(match: Match, player: User) -> Seat:
    """Of the player who is asked."""
    return seat_of(match, player)


def send(client: Client, match: Match, seat: Seat, action: str, **fields: object) -> HttpResponse:
    posted = {"at": length_of(match), "seat": seat.pk, "action": action, "reason": REASON, **fields}
    return client.post(f"/matches/{match.pk}/clocks/", posted)  # type: ignore[return-value]


class TestWhoMay:
    def test_the_match_leads_organisers_there_and_nobody_else(
        self, log_in: LogIn, match: Match, player: User, host: User
    ) -> None:
        address = f'href="/matches/{match.pk}/clocks/"'
        pages = {user: log_in(user).get(f"/matches/{match.pk}/").content.decode() for user in (player, host)}
        assert address in pages[host]
        assert address not in pages[player]

    def test_staff_need_the_permission_which_is_nothing_without_being_staff(
        self, log_in: LogIn, match: Match, stranger: User
    ) -> None:
        client, address = log_in(stranger), f"/matches/{match.pk}/clocks/"
        stranger.user_permissions.add(Permission.objects.get(codename="change_match"))
        assert client.get(address).status_code == 403
        User.objects.filter(pk=stranger.pk).update(is_staff=True)
        assert client.get(address).status_code == 200
        stranger.user_permissions.clear()
        assert client.get(address).status_code == 403


class TestItShows:
    def test_each_clock_and_what_it_holds(self, organiser: Client, match: Match) -> None:
        page = read(organiser, f"/matches/{match.pk}/clocks/")
        assert re.search(r"to move, by [^()]+ \(2 days left\)", page)
        assert "3 days left on the clock If Ben’s time runs out, Ben loses." in page

    def test_what_was_done_to_them(self, organiser: Client, match: Match, seat: Seat, play_on: PlayOn) -> None:
        clock_acts.stop_clock(seat, REASON, length_of(match))
        play_on(match, 3)
        page = read(organiser, f"/matches/{match.pk}/clocks/")
        assert "clock paused Ada’s clock The organiser paused this clock." in page
        assert "on the site" not in page

    def test_no_form_once_the_match_is_over(self, organiser: Client, match: Match, seat: Seat) -> None:
        resign(seat, LogEntry.Via.SITE)
        page = organiser.get(f"/matches/{match.pk}/clocks/").content.decode()
        assert "The match is over" in words(page)
        assert 'name="reason"' not in page
        assert send(organiser, match, seat, "add", days="1").status_code == 409


class TestAddingTime:
    def test_it_moves_the_deadline_and_tells_the_players(
        self, organiser: Client, match: Match, seat: Seat, player: User
    ) -> None:
        assert seat.deadline is not None
        response = send(organiser, match, seat, "add", days="1", hours="6")
        assert response.status_code == 303
        assert seat_of(match, player).deadline == seat.deadline + DAY + 6 * HOUR
        assert "You added 1 day 6 hours to Ada’s clock." in read(organiser, response.headers["Location"])
        told = OutboxMail.objects.filter(kind="clock_changed").values_list("user__display_name", flat=True)
        assert set(told) == {"Ada", "Ben"}
        assert f"Reason: {REASON}" in read_match(organiser, match)

    def test_hours_alone_are_enough(self, organiser: Client, match: Match, opponent: User) -> None:
        before = seat_of(match, opponent)
        assert send(organiser, match, before, "add", hours="5").status_code == 303
        assert seat_of(match, opponent).bank == before.bank + 5 * HOUR

    def test_a_second_tab_that_asks_for_something_else_is_refused(
        self, organiser: Client, match: Match, seat: Seat
    ) -> None:
        at = length_of(match)
        send(organiser, match, seat, "add", days="1", at=at)
        response = send(organiser, match, seat, "add", days="9", at=at)
        assert response.status_code == 409
        assert "The match has changed" in response.text
        assert match.log.count() == 1

    @pytest.mark.parametrize(
        ("fields", "field", "sentence"),
        [
            ({}, "days", "Add 1 hour to 30 days at once."),
            ({"days": "30", "hours": "1"}, "days", "Add 1 hour to 30 days at once."),
            ({"days": "31"}, "days", "Enter a whole number of days, from 0 to 30."),
            ({"days": "-1", "hours": "30"}, "hours", "Enter a whole number of hours, from 0 to 23."),
            ({"days": "two"}, "days", "Enter a whole number of days, from 0 to 30."),
            ({"days": "1", "reason": " "}, "reason", "Give a reason: players see it in the log."),
            ({"days": "1", "reason": "x" * 401}, "reason", "Use at most 400 characters."),
        ],
    )
    def test_a_fault_stands_beside_its_field(
        self, fields: dict[str, str], field: str, sentence: str, organiser: Client, match: Match, seat: Seat
    ) -> None:
        response = send(organiser, match, seat, "add", **fields)
        assert response.status_code == 422
        fault = re.search(rf'id="add-{seat.pk}-{field}_error">(.*?)</div>', response.content.decode(), re.DOTALL)
        assert fault is not None
        assert words(fault[1]) == sentence
        assert length_of(match) == 0

    def test_what_was_typed_stays(self, organiser: Client, match: Match, seat: Seat) -> None:
        page = send(organiser, match, seat, "add", days="31", hours="7").content.decode()
        for name, value in (("days", "31"), ("hours", "7"), ("reason", REASON)):
            typed = re.findall(rf'<input[^>]* name="{name}"[^>]* value="([^"]*)"', page)
            assert typed == [value]

    def test_a_match_that_moved_on_is_to_be_looked_at_first(
        self, organiser: Client, match: Match, seat: Seat, play_on: PlayOn
    ) -> None:
        at = length_of(match)
        play_on(match, 1)
        response = send(organiser, match, seat, "add", days="2", at=at)
        page = response.content.decode()
        assert response.status_code == 409
        assert "The match has changed" in words(page)
        assert page.count(f'value="{REASON}"') == 1
        assert f'name="at" value="{length_of(match)}"' in page


class TestStoppingAndStarting:
    def test_a_stopped_clock_keeps_its_time_and_can_be_started(
        self, organiser: Client, match: Match, seat: Seat, player: User
    ) -> None:
        assert send(organiser, match, seat, "stop").status_code == 303
        page = read(organiser, f"/matches/{match.pk}/clocks/")
        assert "paused by the organiser 2 days 23 hours left on the clock" in page
        assert seat_of(match, player).deadline is None
        assert send(organiser, match, seat, "start").status_code == 303
        assert seat_of(match, player).deadline is not None

    def test_only_what_can_be_done_is_offered(self, organiser: Client, match: Match, seat: Seat) -> None:
        def offered() -> list[str]:
            page = organiser.get(f"/matches/{match.pk}/clocks/").content.decode()
            return re.findall(r'name="action" value="(start|stop)"', page)

        assert offered() == ["stop", "stop"]
        clock_acts.stop_clock(seat, REASON, length_of(match))
        assert offered() == ["start", "stop"]
        clock_acts.start_clock(seat, REASON, length_of(match))
        Seat.objects.filter(pk=seat.pk).update(runs_unnoticed=False)
        mail_clocks.stop_for_failed_mail(seat.pk, 1)
        assert offered() == ["start", "stop", "stop"]

    def test_a_clock_held_for_its_mail_can_be_started_for_this_turn(
        self, organiser: Client, match: Match, seat: Seat, player: User
    ) -> None:
        mail_clocks.stop_for_failed_mail(seat.pk, 1)
        assert send(organiser, match, seat, "start").status_code == 303
        after = seat_of(match, player)
        assert (after.stopped, after.runs_unnoticed) == ("", True)
        assert after.deadline is not None

    @pytest.mark.parametrize("action", ["stop", "start"])
    def test_it_needs_a_reason(self, action: str, organiser: Client, match: Match, seat: Seat) -> None:
        response = send(organiser, match, seat, action, reason="")
        assert response.status_code == 422
        assert f'id="switch-{seat.pk}-reason_error"' in response.content.decode()
        assert length_of(match) == 0

    def test_what_is_done_already_is_said_and_the_reason_kept(
        self, organiser: Client, match: Match, seat: Seat
    ) -> None:
        response = send(organiser, match, seat, "start")
        assert response.status_code == 409
        assert "This clock isn’t paused." in words(response.content.decode())
        assert response.content.decode().count(f'value="{REASON}"') == 1


@pytest.mark.parametrize(
    "fields", [{"seat": ""}, {"seat": "999999"}, {"seat": "x"}, {"action": ""}, {"action": "delete"}]
)
def test_nonsense_is_refused_in_words(fields: dict[str, str], organiser: Client, match: Match, seat: Seat) -> None:
    posted = {"at": "0", "seat": str(seat.pk), "action": "add", "days": "1", "reason": REASON, **fields}
    response = organiser.post(f"/matches/{match.pk}/clocks/", posted)
    assert response.status_code == 422
    assert "Choose a clock, and whether" in words(response.content.decode())
    assert length_of(match) == 0


def test_the_seat_of_another_match_is_none_of_this_one(
    organiser: Client, match: Match, seat: Seat, play_on: PlayOn
) -> None:
    other: Match = MatchFactory()
    assert send(organiser, match, other.seats.get(index=0), "stop").status_code == 422


def test_what_was_typed_comes_through_a_login(match: Match, seat: Seat, organiser: Client) -> None:
    response = send(Client(), match, seat, "add", days="3")
    assert response.status_code == 302
    back = response.headers["Location"].partition("next=")[2]
    page = organiser.get(unquote(back)).content.decode()
    assert page.count(f'value="{REASON}"') == 1
    assert re.search(r'name="days" value="3"', page)


@pytest.mark.parametrize("turns", [1, 22])
def test_its_queries_do_not_grow_with_the_log(
    turns: int,
    organiser: Client,
    match: Match,
    play_on: PlayOn,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(report, "last_look", report.CachedReport())
    monkeypatch.setattr(report, "LIFE", math.inf)
    play_on(match, turns)
    for _ in range(turns):
        clock_acts.add_time(match.seats.select_related("player")[0], DAY, REASON, length_of(match))
    organiser.get("/rules/")  # finds how the site is doing, which the process then believes
    with django_assert_max_num_queries(20):
        organiser.get(f"/matches/{match.pk}/clocks/")
