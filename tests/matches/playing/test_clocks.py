"""What the match page and the page of a link say of each player's time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from jobs.models import Heartbeat
from mail.models import OutboxMail
from matches.clocks import pauses
from matches.gate import clock_acts, mail_clocks
from matches.gate.turns import resign
from matches.mails import tokens
from matches.models import LogEntry, Match, Outage, Seat, Vacation
from matches.time_control.time_control import DAY, HOUR, TimeControl
from matches.vacation import follow
from tests.matches.conftest import PlayOn
from tests.support.factories import MatchFactory, UserFactory
from tests.support.pages import length_of, read, read_match, seat_of
from tests.support.people import LogIn
from timekeeping import clock

Read = Callable[[User, Match], str]
BANK = TimeControl(6 * DAY, DAY, 8 * DAY)
FRIDAY = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def at_noon() -> Iterator[None]:
    with time_machine.travel(FRIDAY, tick=False):
        yield


@pytest.fixture(params=["match page", "link"])
def as_player(request: pytest.FixtureRequest, log_in: LogIn) -> Read:
    """The match as one of its players finds it, on either page."""

    def read_as(user: User, match: Match) -> str:
        if request.param == "match page":
            return read_match(log_in(user), match)
        seat = seat_of(match, user)
        return read(Client(), f"/l/{tokens.mint_turn(seat, seat.asked_turn or 0)}/")

    return read_as


def with_control(control: TimeControl, player: User, opponent: User, **more: object) -> Match:
    match: Match = MatchFactory(players=[player, opponent], control=control, **more)
    return match


def go_on_vacation(player: User, time: timedelta) -> None:
    now = clock.now()
    Vacation.objects.create(player=player, starts_at=now, ends_at=now + time)
    pauses.pauses_changed(player, now)
    follow.follow_waiting()


@pytest.mark.usefixtures("at_noon")
class TestWhoIsToAnswer:
    def test_is_shown_with_how_long_and_the_local_time_and_a_fixed_time_says_nothing_of_who_waits(
        self, as_player: Read, match: Match, player: User, opponent: User
    ) -> None:
        User.objects.update(time_zone="Asia/Tokyo")
        for reader in (opponent, player):
            reader.refresh_from_db()
            page = as_player(reader, match)
            assert "to move, by Mon 23 Nov 2026, 21:00 (3 days left)" in page
        assert "left on the clock" not in page

    def test_of_who_waits_the_bank_is_shown(self, as_player: Read, player: User, opponent: User) -> None:
        match = with_control(BANK, player, opponent)
        assert "6 days left on the clock" in as_player(player, match)


@pytest.mark.usefixtures("at_noon")
class TestStandingStill:
    @pytest.fixture
    def granted(self, player: User, opponent: User) -> Match:
        """Vacation stops its clocks."""
        return with_control(TimeControl.fixed(3), player, opponent, vacation_pool=pauses.friendly_pool())

    def test_both_see_once_why_and_until_when(
        self, as_player: Read, granted: Match, player: User, opponent: User
    ) -> None:
        go_on_vacation(player, 5 * DAY)
        for reader in (player, opponent):
            page = as_player(reader, granted)
            assert "paused until Wed 25 Nov 2026, 12:00 (in 5 days) : vacation" in page
            assert "to move, by Sat 28 Nov 2026, 12:00 (8 days left)" in page
            assert "3 days left on the clock" in page
        assert "vacation until" not in page

    def test_vacation_is_told_of_who_is_not_asked(
        self, as_player: Read, granted: Match, player: User, opponent: User
    ) -> None:
        go_on_vacation(opponent, 5 * DAY)
        assert "Ben is on vacation until Wed 25 Nov 2026, 12:00 (in 5 days)" in as_player(player, granted)
        assert "On vacation until Wed 25 Nov 2026, 12:00 (in 5 days)" in as_player(opponent, granted)

    def test_vacation_is_told_where_it_stops_no_clock(self, as_player: Read, match: Match, player: User) -> None:
        go_on_vacation(player, 5 * DAY)
        page = as_player(player, match)
        assert "On vacation until Wed 25 Nov 2026, 12:00" in page
        assert "to move, by Mon 23 Nov 2026, 12:00 (3 days left)" in page
        assert "paused until" not in page

    def test_vacation_longer_than_its_days_is_told_in_full(self, as_player: Read, granted: Match, player: User) -> None:
        pool = pauses.friendly_pool()
        pool.days = 2
        pool.save()
        go_on_vacation(player, 5 * DAY)
        page = as_player(player, granted)
        assert "paused until Sun 22 Nov 2026, 12:00 (in 2 days) : vacation" in page
        assert "On vacation until Wed 25 Nov 2026, 12:00" in page

    def test_weekends(self, as_player: Read, player: User, opponent: User) -> None:
        match = with_control(TimeControl(3 * DAY, 3 * DAY, 3 * DAY, weekends=True), player, opponent)
        with time_machine.travel(FRIDAY + DAY, tick=False):
            page = as_player(opponent, match)
        assert "paused until Mon 23 Nov 2026, 00:00 (in 36 hours) : weekend" in page
        assert "2 days 12 hours left on the clock" in page

    def test_nights(self, as_player: Read, player: User, opponent: User) -> None:
        match = with_control(TimeControl(3 * DAY, 3 * DAY, 3 * DAY, nights=True), player, opponent)
        with time_machine.travel(FRIDAY + 12 * HOUR, tick=False):
            assert "paused until Sat 21 Nov 2026, 07:00 (in 7 hours) : night" in as_player(opponent, match)

    def test_the_organisers_stop(self, as_player: Read, match: Match, player: User, opponent: User) -> None:
        clock_acts.stop_clock(seat_of(match, player), "Ada is in hospital.", length_of(match))
        for reader in (player, opponent):
            page = as_player(reader, match)
            assert "to move; no deadline for now paused by the organiser 3 days left on the clock" in page
            assert "Reason: Ada is in hospital." in page

    def test_a_mail_that_did_not_arrive_is_told_without_the_address(
        self, as_player: Read, match: Match, player: User, opponent: User
    ) -> None:
        mail_clocks.stop_for_failed_mail(seat_of(match, player).pk, 1)
        page = as_player(opponent, match)
        assert "paused (email not delivered)" in page
        assert "It starts when Ada opens the match, or" in page
        assert "If you know that Ada has seen the turn, ask the host of this site to start it." in page
        assert player.email not in page


class TestAtZero:
    def test_the_match_is_lost(self, as_player: Read, match: Match, player: User) -> None:
        page = as_player(player, match)
        assert "If your time runs out, you lose." in page
        assert "If Ben’s time runs out, Ben loses." in page

    def test_of_a_computer_nothing_is_said(self, as_player: Read, match: Match, player: User, opponent: User) -> None:
        match.seats.filter(player=opponent).update(stopped=Seat.Stopped.COMPUTER, deadline=None)
        page = as_player(player, match)
        assert "If your time runs out" in page
        assert "If Ben’s time runs out" not in page

    def test_passes_are_counted_for_each(self, as_player: Read, player: User, opponent: User) -> None:
        match = with_control(TimeControl(3 * DAY, DAY, 3 * DAY, at_zero="pass", passes=2), player, opponent)
        match.seats.filter(player=opponent).update(passes_used=2)
        page = as_player(player, match)
        assert "you pass automatically, if the game allows it and at most 2 more times in this match" in page
        assert "If Ben’s time runs out, Ben loses, having already passed automatically 2 times." in page

    def test_vacation_days_are_counted_for_each(self, as_player: Read, player: User, opponent: User) -> None:
        pool = pauses.friendly_pool()
        match = with_control(TimeControl(3 * DAY, DAY, 3 * DAY, at_zero="leave"), player, opponent, vacation_pool=pool)
        pauses.use_day(pool, seat_of(match, opponent), clock.now())
        page = as_player(player, match)
        assert f"your vacation days ({pool.days} left) are used first, one at a time; then you lose." in page
        assert f"their vacation days ({pool.days - 1} left) are used first, one at a time; then Ben loses." in page

    def test_of_a_match_that_is_over_nothing_is_said(self, as_player: Read, match: Match, player: User) -> None:
        resign(seat_of(match, player), LogEntry.Via.SITE)
        page = as_player(player, match)
        assert "At zero" not in page
        assert "to move, by" not in page


class TestOutages:
    def outage(self, began_at: datetime, hours: float) -> Outage:
        return Outage.objects.create(began_at=began_at, ended_at=began_at + timedelta(hours=hours), clocks=1)

    def test_those_that_touched_the_match_stand_among_its_facts(
        self, as_player: Read, match: Match, player: User
    ) -> None:
        self.outage(match.started_at + DAY, 2)
        began = (match.started_at + DAY).strftime("%H:%M")
        ended = (match.started_at + DAY + 2 * HOUR).strftime("%H:%M")
        page = as_player(player, match)
        assert f"{began} to" in page
        assert f"{ended}; all clocks got the time back." in page

    def test_those_before_it_began_and_after_its_end_do_not(self, as_player: Read, match: Match, player: User) -> None:
        self.outage(match.started_at - DAY, 1)
        resign(seat_of(match, player), LogEntry.Via.SITE)
        self.outage(clock.now() + HOUR, 1)
        assert "The site was down" not in as_player(player, match)

    def test_only_the_last_three_do(self, as_player: Read, match: Match, player: User) -> None:
        for day in range(5):
            self.outage(match.started_at + day * DAY, 1)
        assert as_player(player, match).count("The site was down") == 3

    def test_while_no_sweep_runs_nobody_needs_to_fear_a_deadline_that_passed(
        self, as_player: Read, match: Match, player: User
    ) -> None:
        now = clock.now()
        match.seats.filter(player=player).update(deadline=now - 5 * HOUR)
        Heartbeat.objects.create(name=Heartbeat.Name.SWEEP, at=now)
        assert "Clocks were last checked" not in as_player(player, match)
        Heartbeat.objects.update(at=now - 6 * HOUR)
        assert "Clocks were last checked 6 hours ago" in as_player(player, match)


@pytest.mark.parametrize("turns", [1, 22])
def test_its_queries_grow_neither_with_the_log_nor_with_other_matches(
    turns: int,
    log_in: LogIn,
    player: User,
    opponent: User,
    play_on: PlayOn,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    """With all that a clock can have: vacation at zero is two selects for each player, the pool's days being shared by
    all their matches."""
    pool = pauses.friendly_pool()
    control = TimeControl(3 * DAY, DAY, 3 * DAY, weekends=True, at_zero="leave")
    match = with_control(control, player, opponent, vacation_pool=pool)
    for _ in range(turns):
        with_control(control, player, UserFactory(), vacation_pool=pool)
        pauses.use_day(pool, seat_of(match, player), clock.now())
        Outage.objects.create(began_at=clock.now(), ended_at=clock.now(), clocks=1)
    play_on(match, turns)
    OutboxMail.objects.update(status=OutboxMail.Status.PARKED)
    Seat.objects.filter(asked_turn__isnull=False).update(stopped=Seat.Stopped.MAIL)
    client = log_in(player)
    with django_assert_max_num_queries(15):
        client.get(f"/matches/{match.pk}/")
