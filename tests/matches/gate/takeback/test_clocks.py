"""The clocks of a match in which a turn is taken back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from matches import sweep
from matches.clocks import outages, pauses
from matches.gate import clock_acts, mail_clocks
from matches.models import Match, Seat, Vacation
from matches.time_control.time_control import DAY, HOUR
from matches.vacation import follow
from tests.support.factories import MatchFactory
from tests.support.matches import fresh, kinds, submit, told
from timekeeping import clock as database_clock

from .conftest import BEGIN, MINUTE, SECOND, check, refused, take_back

pytestmark = pytest.mark.usefixtures("toy")


class TestTheClocks:
    def test_its_own_goes_on_as_if_the_turn_had_not_been_made(self, clock: Any, match: Match, one: Seat) -> None:
        assert fresh(one).bank == 11 * DAY  # 10 days, one more for the pick, one spent and one more for the add
        deadline = BEGIN + 11 * DAY
        clock.shift(MINUTE)
        take_back(one)
        seat, now, left = fresh(one), BEGIN + DAY + MINUTE, 10 * DAY - MINUTE
        assert (seat.deadline, seat.asked_at, seat.turn_bank) == (deadline, now, left)
        assert seat.remind_at == deadline - left / 5
        check(match)

    def test_the_others_has_lost_nothing(self, clock: Any, match: Match, one: Seat, two: Seat) -> None:
        assert two.deadline == BEGIN + DAY + 11 * DAY
        clock.shift(MINUTE)
        take_back(one)
        seat = fresh(two)
        assert (seat.bank, seat.deadline, seat.remind_at, seat.turn_bank, seat.asked_at) == (11 * DAY, *[None] * 4)
        submit(one, "add 4")
        assert fresh(two).deadline == BEGIN + DAY + MINUTE + 11 * DAY
        check(match)

    @pytest.mark.parametrize(
        ("left", "later", "then"),
        [
            (10 * MINUTE, 100 * SECOND, 500 * SECOND),  # the time since counts
            (3 * MINUTE, 90 * SECOND, 2 * MINUTE),  # but two minutes stay
            (50 * SECOND, 90 * SECOND, 50 * SECOND),  # or what there was
            (50 * SECOND, timedelta(0), 50 * SECOND),
        ],
    )
    def test_nobody_runs_out_of_time_by_it(
        self, left: timedelta, later: timedelta, then: timedelta, clock: Any, match: Match, one: Seat
    ) -> None:
        take_back(one)
        told(match)
        clock.move_to(BEGIN + 11 * DAY - left)
        submit(one, "add 4")
        clock.shift(later)
        take_back(one)
        seat = fresh(one)
        assert seat.deadline == database_clock.now() + then
        assert sweep.sweep_deadlines() == 0
        check(match)

    def test_a_turn_of_the_very_last_moment_stands(self, clock: Any, one: Seat) -> None:
        take_back(one)
        clock.move_to(BEGIN + 11 * DAY)
        submit(one, "add 4")
        assert refused(one).message == "You played this turn in your last second, so it stands."

    def test_time_that_the_organiser_adds_meanwhile_stays(self, match: Match, one: Seat, two: Seat) -> None:
        for seat in (one, two):
            clock_acts.add_time(seat, 2 * DAY, "ill", Match.objects.get(pk=match.pk).log_length)
        take_back(one)
        assert fresh(one).deadline == BEGIN + 13 * DAY
        assert (fresh(two).bank, fresh(two).deadline) == (13 * DAY, None)
        check(match)

    def test_a_clock_that_the_organiser_stops_meanwhile_stands(
        self, clock: Any, match: Match, one: Seat, two: Seat
    ) -> None:
        clock.shift(30 * SECOND)
        for seat in (one, two):
            clock_acts.stop_clock(seat, "ill", Match.objects.get(pk=match.pk).log_length)
        clock.shift(30 * SECOND)
        take_back(one)
        assert (fresh(one).stopped, fresh(one).deadline) == ("organiser", None)
        assert fresh(one).bank == 10 * DAY - 30 * SECOND  # when it was stopped
        assert (fresh(two).stopped, fresh(two).bank) == ("organiser", 11 * DAY)
        check(match)

    def test_one_that_stood_runs_as_soon_as_the_organiser_starts_it(self, clock: Any, match: Match, one: Seat) -> None:
        take_back(one)
        clock_acts.stop_clock(one, "ill", 4)
        submit(one, "add 4")
        clock_acts.start_clock(one, "well", 6)
        clock.shift(MINUTE)
        take_back(one)
        assert fresh(one).deadline == BEGIN + DAY + 10 * DAY
        check(match)

    def test_a_mail_that_fails_holds_it_with_what_was_left(self, clock: Any, match: Match, one: Seat) -> None:
        clock.shift(MINUTE)
        take_back(one)
        clock.shift(HOUR)
        mail_clocks.stop_for_failed_mail(one.pk, 5)
        assert (fresh(one).stopped, fresh(one).bank) == ("mail", 10 * DAY - MINUTE)
        check(match)

    def test_one_that_is_held_for_its_mail_is_held_again(self, match: Match, one: Seat) -> None:
        take_back(one)
        mail_clocks.stop_for_failed_mail(one.pk, 5)
        submit(one, "add 4")
        assert fresh(one).stopped == ""
        take_back(one)
        assert (fresh(one).stopped, fresh(one).bank, fresh(one).deadline) == ("mail", 10 * DAY, None)
        check(match)

    def test_the_others_that_is_held_for_its_mail_is_free(self, match: Match, one: Seat, two: Seat) -> None:
        mail_clocks.stop_for_failed_mail(two.pk, 4)
        take_back(one)
        assert (fresh(two).stopped, fresh(two).bank) == ("", 11 * DAY)
        check(match)

    def test_an_outage_meanwhile_costs_nothing(self, clock: Any, match: Match, one: Seat) -> None:
        take_back(one)
        outages.beat(database_clock.now())
        clock.shift(5 * HOUR)
        submit(one, "add 4")
        clock.shift(MINUTE)
        outages.beat(database_clock.now())
        clock.shift(SECOND)
        take_back(one)
        assert fresh(one).deadline == BEGIN + 11 * DAY + 5 * HOUR + MINUTE
        check(match)

    def test_an_outage_that_is_still_under_way_is_given_back_when_it_ends(
        self, clock: Any, match: Match, one: Seat
    ) -> None:
        take_back(one)
        outages.beat(database_clock.now())
        clock.shift(5 * HOUR)
        submit(one, "add 4")
        take_back(one)
        clock.shift(HOUR)
        outages.beat(database_clock.now())
        assert fresh(one).deadline == BEGIN + 11 * DAY + 6 * HOUR
        check(match)

    def test_vacation_that_is_taken_meanwhile_counts_from_then(self, clock: Any, player: User, opponent: User) -> None:
        made = MatchFactory(game_slug="toy", players=[player, opponent], vacation_pool=pauses.friendly_pool(), days=3)
        seat = made.seats.get(index=0)
        clock.shift(DAY)
        submit(seat, "pick 1")
        clock.shift(MINUTE)
        now = database_clock.now()
        Vacation.objects.create(player=player, starts_at=now, ends_at=now + 2 * DAY, made_at=now)
        pauses.pauses_changed(player, now)
        follow.follow_player(player)
        assert kinds(made) == ["play", "pauses"]
        clock.shift(30 * SECOND)
        take_back(seat)
        assert fresh(seat).deadline == BEGIN + 3 * DAY + 2 * DAY
        check(made)

    def test_vacation_of_which_the_log_first_tells_with_the_turn_counts(
        self, clock: Any, player: User, opponent: User
    ) -> None:
        made = MatchFactory(game_slug="toy", players=[player, opponent], vacation_pool=pauses.friendly_pool(), days=3)
        seat = made.seats.get(index=0)
        clock.shift(DAY)
        now = database_clock.now()
        Vacation.objects.create(player=player, starts_at=now, ends_at=now + 2 * DAY, made_at=now)
        pauses.pauses_changed(player, now)
        clock.shift(HOUR)
        submit(seat, "pick 1")
        assert kinds(made) == ["pauses", "play"]
        clock.shift(MINUTE)
        take_back(seat)
        assert fresh(seat).deadline == BEGIN + 3 * DAY + 2 * DAY
        check(made)
