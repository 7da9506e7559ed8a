"""Clocks follow their player's vacation, time zone and night, from the moment at which those changed."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Any

import pytest
import time_machine

from accounts.models import User
from matches import sweep
from matches.clocks import pauses
from matches.gate import calendar_clocks, clock_acts, mail_clocks, timeout, turns
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Outage, Seat, Vacation, VacationDay
from matches.time_control.time_control import DAY, HOUR, TimeControl
from matches.vacation import follow as vacation_follow
from matches.vacation import plans
from matches.verify.replay import differences
from tests.support.factories import MatchFactory
from tests.support.matches import fresh, kinds, later, mail_of, refusal, submit, told, travel_past_grace_of
from tests.support.toy_game import Toy
from tests.support.vacation import event, taken

MONDAY = datetime(2026, 5, 4, 9, tzinfo=UTC)


def start(player: User, days: float = 3, **control: Any) -> Match:
    """Ada alone, asked on a Monday at nine for that many days, with thirty vacation days."""
    with time_machine.travel(MONDAY, tick=False):
        match: Match = MatchFactory(
            game_slug="toy",
            players=[player],
            control=TimeControl(days * DAY, days * DAY, days * DAY, **control),
            vacation_pool=event(days=30),
        )
        return told(match)


@pytest.fixture
def seat(toy: Toy, player: User) -> Seat:
    return start(player).seats.select_related("match").get()


def note(seat: Seat, at: datetime) -> None:
    """Something has changed at that moment, and no clock has followed yet."""
    Seat.objects.filter(pk=seat.pk).update(pauses_changed_at=at)


def follow(seat: Seat, changed_at: datetime, after: timedelta = timedelta(0)) -> LogEntry | None:
    note(seat, changed_at)
    with time_machine.travel(changed_at + after, tick=False):
        return calendar_clocks.follow_pauses(seat.pk)


def on_vacation(seat: Seat, start: datetime, days: float, made_at: datetime | None = None) -> Vacation:
    assert seat.player is not None
    return taken(seat.player, start, start + days * DAY, made_at=made_at or start)


def match_words(seat: Seat) -> str:
    """The last line of the log."""
    return seat.match.log.latest("index").words


# -- what changes --------------------------------------------------------------------------------------------------


def test_vacation_moves_the_deadline_and_keeps_what_was_spent(seat: Seat) -> None:
    on_vacation(seat, MONDAY + DAY, 5)
    line = follow(seat, MONDAY + DAY)
    assert line is not None
    assert (line.kind, line.seat, line.about, line.via, line.number) == ("pauses", seat, seat, "site", None)
    assert line.stamped_at == MONDAY + DAY
    seat = fresh(seat)
    assert (seat.bank, seat.running_since) == (2 * DAY, MONDAY + DAY)
    assert seat.deadline == MONDAY + 8 * DAY
    assert seat.pauses_changed_at is None


def test_a_clock_that_follows_later_counts_from_the_moment_of_the_change(seat: Seat) -> None:
    on_vacation(seat, MONDAY + DAY, 5)
    line = follow(seat, MONDAY + DAY, after=timedelta(minutes=3))
    assert line is not None
    assert (line.stamped_at, line.at) == (MONDAY + DAY, MONDAY + DAY + timedelta(minutes=3))
    assert (fresh(seat).bank, fresh(seat).deadline) == (2 * DAY, MONDAY + 8 * DAY)


def test_vacation_that_is_cut_short_moves_it_back(seat: Seat) -> None:
    away = on_vacation(seat, MONDAY + DAY, 5)
    follow(seat, MONDAY + DAY)
    Vacation.objects.filter(pk=away.pk).update(ends_at=MONDAY + 3 * DAY)
    follow(seat, MONDAY + 3 * DAY)
    assert (fresh(seat).bank, fresh(seat).deadline) == (2 * DAY, MONDAY + 5 * DAY)
    assert kinds(seat.match) == ["pauses", "pauses"]


def test_weekends_go_with_the_zone(toy: Toy, player: User) -> None:
    seat = start(player, days=5, weekends=True).seats.get()
    saturday = MONDAY + 5 * DAY
    assert seat.deadline == saturday + 2 * DAY  # nine hours are left over the weekend
    User.objects.update(time_zone="Asia/Tokyo")  # where Monday begins on Sunday at 15:00 UTC
    follow(seat, saturday)
    assert (fresh(seat).bank, fresh(seat).deadline) == (9 * HOUR, saturday + DAY + 15 * HOUR)
    assert match_words(seat) == "Changed the time zone or night hours; the clock follows."


def test_nights_go_with_their_player(toy: Toy, player: User) -> None:
    seat = start(player, nights=True).seats.get()
    assert seat.deadline == MONDAY + 4 * DAY + 12 * HOUR  # 13 hours, three times 15, and 14
    User.objects.update(night_from=time(10))
    follow(seat, MONDAY + HOUR)
    assert fresh(seat).bank == 71 * HOUR
    assert fresh(seat).deadline == MONDAY + 4 * DAY + 21 * HOUR  # from 19:00 on four times 15 hours, and 11


def test_vacation_that_is_planned_moves_what_lies_behind_it(seat: Seat) -> None:
    on_vacation(seat, MONDAY + 2 * DAY, 5, made_at=MONDAY + DAY)
    follow(seat, MONDAY + DAY)
    assert fresh(seat).deadline == MONDAY + 8 * DAY
    assert match_words(seat) == "Planned a vacation: the clock will be paused for 5 days."


# -- what does not -------------------------------------------------------------------------------------------------


def test_nothing_is_logged_where_nothing_changes_for_this_clock(seat: Seat) -> None:
    User.objects.update(time_zone="Asia/Tokyo", night_from=time(10))
    before = seat.deadline
    assert follow(seat, MONDAY + DAY) is None
    seat = fresh(seat)
    assert (seat.deadline, seat.bank, seat.pauses_changed_at, kinds(seat.match)) == (before, 3 * DAY, None, [])


def test_a_clock_that_has_not_been_told_of_a_change_follows_none(seat: Seat) -> None:
    on_vacation(seat, MONDAY + DAY, 5)
    with later(seat.match, days=1):
        assert calendar_clocks.follow_pauses(seat.pk) is None
    assert fresh(seat).deadline == MONDAY + 3 * DAY


def test_a_match_that_is_over_is_left_as_it_was(seat: Seat) -> None:
    with later(seat.match, hours=1):
        turns.resign(seat, LogEntry.Via.SITE)
    on_vacation(seat, MONDAY + DAY, 5)
    assert follow(seat, MONDAY + DAY) is None
    assert (fresh(seat).pauses_changed_at, fresh(seat).pauses, kinds(seat.match)) == (None, {}, ["resignation"])


def test_a_clock_that_stands_keeps_its_bank_and_runs_by_the_new_pauses_later(seat: Seat) -> None:
    with later(seat.match, days=1):
        clock_acts.stop_clock(seat, "ill", 0)
    on_vacation(seat, MONDAY + 2 * DAY, 5)
    follow(seat, MONDAY + 2 * DAY)
    assert (fresh(seat).bank, fresh(seat).deadline) == (2 * DAY, None)
    with later(seat.match, days=3):
        clock_acts.start_clock(seat, "well again", 2)
    assert fresh(seat).deadline == MONDAY + 9 * DAY


def test_whoever_is_not_asked_is_asked_by_the_new_pauses(toy: Toy, player: User, opponent: User) -> None:
    with time_machine.travel(MONDAY, tick=False):
        match = MatchFactory(game_slug="toy", players=[player, opponent], vacation_pool=event(days=30))
        ada, ben = match.seats.select_related("match", "player")
        submit(ada, "pick 1")
    on_vacation(ada, MONDAY + DAY, 5)
    follow(ada, MONDAY + DAY)
    assert (fresh(ada).deadline, kinds(match)) == (None, ["play", "pauses"])
    with later(match, days=2):
        submit(ben, "pick 2")
    assert fresh(ada).deadline == MONDAY + 9 * DAY


# -- nothing is decided by old pauses ------------------------------------------------------------------------------


def test_nobody_runs_out_of_time_by_pauses_that_have_changed(seat: Seat) -> None:
    on_vacation(seat, MONDAY + DAY, 5)
    note(seat, MONDAY + DAY)
    with travel_past_grace_of(seat):
        assert timeout.time_out(seat.pk, 1) is None
    assert (fresh(seat).deadline, fresh(seat).pauses_changed_at) == (MONDAY + 8 * DAY, None)
    assert kinds(seat.match) == ["pauses"]


def test_whoever_runs_out_of_time_all_the_same_does_so_at_once(seat: Seat) -> None:
    on_vacation(seat, MONDAY + DAY, 5)
    note(seat, MONDAY + DAY)
    with later(seat.match, days=9):
        line = timeout.time_out(seat.pk, 1)
    assert line is not None
    assert line.kind == LogEntry.Kind.TIME
    assert kinds(seat.match) == ["pauses", "time"]


def test_a_turn_is_in_time_by_the_pauses_of_now(seat: Seat) -> None:
    on_vacation(seat, MONDAY + DAY, 5)
    note(seat, MONDAY + DAY)
    with later(seat.match, days=8):
        assert submit(seat, "pick 4").kind == LogEntry.Kind.PLAY
    assert kinds(seat.match) == ["pauses", "play"]


def test_a_turn_is_late_by_the_pauses_of_now(seat: Seat) -> None:
    away = on_vacation(seat, MONDAY + DAY, 5)
    follow(seat, MONDAY + DAY)
    Vacation.objects.filter(pk=away.pk).update(ends_at=MONDAY + 3 * DAY)
    note(seat, MONDAY + 3 * DAY)
    with later(seat.match, days=5, seconds=30, microseconds=1), pytest.raises(MatchRefused, match="has run out"):
        submit(seat, "pick 4")
    assert (kinds(seat.match), fresh(seat).pauses_changed_at) == (["pauses"], MONDAY + 3 * DAY)


def test_a_mail_that_fails_while_a_change_waits_holds_the_whole_bank(seat: Seat) -> None:
    on_vacation(seat, MONDAY + DAY, 5)
    note(seat, MONDAY + DAY)
    with later(seat.match, days=2):
        mail_clocks.follow_failure(mail_of(seat))
        calendar_clocks.follow_pauses(seat.pk)
    assert (fresh(seat).stopped, fresh(seat).bank, fresh(seat).deadline) == ("mail", 3 * DAY, None)


def test_the_sweep_lets_clocks_follow_before_it_decides_anything(seat: Seat) -> None:
    on_vacation(seat, MONDAY + DAY, 5)
    note(seat, MONDAY + DAY)
    with travel_past_grace_of(seat):
        swept = sweep.sweep_matches()
    assert (swept.followed, swept.decided) == (1, 0)
    assert fresh(seat).deadline == MONDAY + 8 * DAY


# -- after the deadline no change brings time back --------------------------------------------------------------------


SECOND = timedelta(seconds=1)


def plan(player: User, at: datetime, ahead: int) -> None:
    """Plan a vacation day that many days ahead, and have the clocks follow."""
    day = (at + ahead * DAY).date()
    take(player, at, day, day)


def take(player: User, at: datetime, first_day: date | None, last_day: date) -> None:
    with time_machine.travel(at, tick=False):
        plans.take(player, first_day, last_day, at)
        vacation_follow.follow_player(player)


def test_planning_vacation_again_and_again_puts_no_deadline_off(seat: Seat, player: User) -> None:
    deadline = MONDAY + 3 * DAY
    for after, days in zip(range(1, 120, 20), count(10), strict=False):
        plan(player, deadline + after * SECOND, days)
        assert fresh(seat).deadline in {deadline, None}
        with time_machine.travel(deadline + (after + 19) * SECOND, tick=False):
            sweep.sweep_deadlines()
    assert kinds(seat.match)[-1] == "time"


def test_vacation_that_begins_after_the_deadline_saves_nobody(seat: Seat, player: User) -> None:
    late = MONDAY + 3 * DAY + 10 * SECOND
    take(player, late, None, late.date() + 2 * DAY)
    assert fresh(seat).deadline == MONDAY + 3 * DAY
    with time_machine.travel(MONDAY + 3 * DAY + 31 * SECOND, tick=False):
        refused: MatchRefused = refusal(fresh(seat), 1, "pick 1")
    assert refused.code == "late"


def test_a_day_used_up_at_zero_counts_from_the_deadline(toy: Toy, player: User) -> None:
    seat = start(player, at_zero="leave").seats.select_related("match").get()
    plan(player, MONDAY + 3 * DAY + 10 * SECOND, 10)
    with time_machine.travel(MONDAY + 3 * DAY + 45 * SECOND, tick=False):
        sweep.sweep_deadlines()
    assert VacationDay.objects.count() == 1
    assert fresh(seat).deadline == MONDAY + 4 * DAY
    assert differences(Match.objects.get(pk=seat.match_id)) == []


# -- while no sweep runs, vacation costs no one the time of the outage -------------------------------------------------


@pytest.mark.parametrize("weekends", [False, True])
@pytest.mark.parametrize("taken_after", [5 * HOUR, 40 * HOUR])
def test_the_time_before_the_vacation_is_given_back_too(
    toy: Toy, player: User, taken_after: timedelta, weekends: bool
) -> None:
    """A day of time, two days without a sweep, and vacation until the end of Friday taken meanwhile."""
    with time_machine.travel(MONDAY, tick=False):
        control = TimeControl(DAY, DAY, DAY, weekends=weekends)
        pool = pauses.friendly_pool()
        match: Match = told(MatchFactory(game_slug="toy", players=[player], control=control, vacation_pool=pool))
        sweep.sweep_matches()
    now = MONDAY + taken_after
    with time_machine.travel(now, tick=False):
        plans.take(player, None, datetime(2026, 5, 8, tzinfo=UTC).date(), now)
        vacation_follow.follow_player(player)
    for minute in range(3):
        with time_machine.travel(MONDAY + 2 * DAY + timedelta(minutes=minute), tick=False):
            sweep.sweep_matches()
    seat = fresh(match.seats.get())
    saturday = datetime(2026, 5, 9, tzinfo=UTC)
    starts = saturday + 2 * DAY if weekends else saturday
    assert seat.pauses_changed_at is None
    assert seat.deadline is not None
    assert timedelta(0) <= seat.deadline - (starts + DAY) <= (2 * DAY - taken_after if weekends else timedelta(0))
    assert differences(Match.objects.get(pk=match.pk), list(Outage.objects.all())) == []
