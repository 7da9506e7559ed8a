"""Which turns can be taken back, until when, and how often."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from matches import sweep
from matches.clocks import pauses
from matches.gate import chat, clock_acts, draws, takeback, turns
from matches.models import Match, Seat
from matches.time_control import time_control
from matches.time_control.time_control import DAY, HOUR, TimeControl
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE, submit, told

from .conftest import BEGIN, MINUTE, SECOND, look, refused, take_back

pytestmark = pytest.mark.usefixtures("toy")


class TestWhatStandsAgainstIt:
    def test_the_opponent_has_looked(self, one: Seat, two: Seat) -> None:
        look(two)
        found = refused(one)
        assert (found.code, found.message) == ("late", "Ben has already seen your turn, so it stands.")

    def test_a_look_before_the_turn_does_not_count_nor_does_ones_own(self, one: Seat, two: Seat) -> None:
        two.seen_length = 2
        two.save()
        look(one)
        assert take_back(one).kind == "taken_back"

    def test_after_two_minutes_but_not_at_two(self, clock: Any, one: Seat) -> None:
        clock.shift(2 * MINUTE + timedelta(microseconds=1))
        found = refused(one)
        assert (found.code, found.message) == ("late", "You can take a turn back for two minutes, and that time is up.")
        clock.move_to(BEGIN + DAY + 2 * MINUTE)
        assert take_back(one).kind == "taken_back"

    def test_what_arrived_in_time_is(self, clock: Any, one: Seat) -> None:
        clock.shift(HOUR)
        assert take_back(one, stamped_at=BEGIN + DAY + MINUTE).kind == "taken_back"

    @pytest.mark.parametrize(
        "act",
        [
            lambda _, two: draws.offer_draw(two, SITE),
            lambda _, two: chat.write_message(two, "Good luck!", SITE),
            lambda one, two: clock_acts.give_time(two, one, DAY, 3, SITE),
            lambda one, two: (draws.offer_draw(one, SITE), draws.decline_draw(two, SITE)),
        ],
    )
    def test_the_opponent_has_done_anything(self, act: Callable[[Seat, Seat], Any], one: Seat, two: Seat) -> None:
        act(one, two)
        assert refused(one).message == "Ben has acted since your turn, so it stands."

    @pytest.mark.django_db
    def test_the_opponent_has_played(self) -> None:
        players = [UserFactory(display_name=name) for name in ("Cleo", "Dora", "Edda")]
        made = MatchFactory(game_slug="toy", players=players)
        seats = list(made.seats.all())
        for seat in seats:
            submit(seat, "pick 1")
        submit(seats[0], "add 1")
        submit(seats[1], "add 1")
        assert refused(seats[0]).message == "Dora has played since, so you can’t take your turn back."

    def test_the_clock_has_decided_for_the_opponent(self, clock: Any, player: User, opponent: User) -> None:
        quick = TimeControl(MINUTE, SECOND, MINUTE, at_zero="pass", passes=2)
        made = MatchFactory(game_slug="toy", players=[player, opponent, UserFactory()], control=quick)
        for seat in made.seats.all():
            submit(seat, "pick 1")
        seat = made.seats.get(index=0)
        submit(seat, "add 1")
        told(made)
        clock.shift(MINUTE + time_control.GRACE + SECOND)
        assert sweep.sweep_deadlines() == 1
        assert refused(seat).message == "Ben has passed automatically since, so you can’t take your turn back."

    def test_a_day_of_vacation_was_used_for_it(self, clock: Any, player: User, opponent: User) -> None:
        quick = TimeControl(MINUTE, SECOND, MINUTE, at_zero="leave")
        pool = pauses.friendly_pool()
        made = MatchFactory(game_slug="toy", players=[player, opponent], control=quick, vacation_pool=pool)
        for seat in made.seats.all():
            submit(seat, "pick 1")
        seat = made.seats.get(index=0)
        submit(seat, "add 1")
        told(made)
        clock.shift(MINUTE + time_control.GRACE + SECOND)
        assert sweep.sweep_deadlines() == 1
        assert refused(seat).message == "The match has continued since your turn, so it stands."

    def test_the_turn_has_ended_the_match(self, two: Seat) -> None:
        submit(two, "add 1")
        found = refused(two)
        assert (found.code, found.message) == ("over", "This turn ended the match, so you can’t take it back.")

    def test_the_match_is_over_since(self, one: Seat) -> None:
        turns.resign(one, SITE)
        assert refused(one).message == "This match is over, so you can’t take the turn back."

    def test_there_is_no_turn(self, first: Seat) -> None:
        found = refused(first)
        assert (found.code, found.message) == ("stale", "You have no turn to take back.")

    def test_it_was_somebody_elses(self, two: Seat) -> None:
        assert refused(two).message == "Ada has played since, so you can’t take your turn back."

    def test_another_number_is_meant(self, one: Seat) -> None:
        assert refused(one, number=1).message == "You have no turn to take back."

    def test_it_was_played_before_such_lines_were_kept(self, match: Match, one: Seat) -> None:
        match.log.update(before=None)
        assert refused(one).code == "illegal"


def until(match: Match, seat: Seat) -> datetime | None:
    match.refresh_from_db()
    chance = takeback.chance(match, list(match.seats.select_related("player")), seat)
    return None if chance is None else chance.until


class TestMayIt:
    def test_it_says_until_when_to_its_own_seat_alone_until_somebody_has_looked(
        self, match: Match, one: Seat, two: Seat
    ) -> None:
        assert until(match, one) == BEGIN + DAY + 2 * MINUTE
        assert until(match, two) is None
        look(two)
        assert until(match, one) is None

    def test_nor_too_often(self, match: Match, one: Seat) -> None:
        for _ in range(takeback.TIMES_A_DAY):
            take_back(one)
            submit(one, "add 4")
        assert until(match, one) is None

    def test_where_nobody_has_played_lately_it_asks_nothing(
        self, match: Match, one: Seat, clock: Any, django_assert_num_queries: Any
    ) -> None:
        seats = list(match.seats.select_related("player"))
        match.refresh_from_db()
        clock.shift(3 * MINUTE)
        with django_assert_num_queries(0):
            assert takeback.chance(match, seats, one) is None
