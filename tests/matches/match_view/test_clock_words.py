"""What every email about a match says of its reader's time: the deadline, pauses, and what happens at zero."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from mail.models import OutboxMail
from matches.clocks import pauses
from matches.gate import clock_acts, draws, mail_clocks
from matches.models import Match, Seat, Vacation, VacationDay
from matches.time_control.time_control import DAY, HOUR, TimeControl
from tests.support.composed_mails import deliver_all, html_of, latest, message_of, text_of
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE, asked, play_on

THURSDAY = datetime(2026, 3, 26, 11, tzinfo=UTC)  # noon in Berlin, three days before its clocks are put forward
THREE_DAYS = TimeControl.fixed(3)
Start = Callable[..., Match]


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(THURSDAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def cleo(db: None) -> User:
    user: User = UserFactory(display_name="Cleo", time_zone="Europe/Berlin")
    return user


@pytest.fixture
def start(clock: time_machine.Traveller, cleo: User, opponent: User) -> Start:
    """A match in which Cleo is asked for the first turn, on Thursday at noon."""

    def started(control: TimeControl = THREE_DAYS, **more: Any) -> Match:
        match: Match = MatchFactory(players=[cleo, opponent], control=control, **more)
        return match

    return started


def told(kind: str, reader: User) -> str:
    """The text of the latest email of that kind, without its line ends."""
    return " ".join(text_of(message_of(OutboxMail.objects.get(pk=latest(kind, reader).pk))).split())


def test_it_tells_the_deadline_and_that_the_match_is_lost_then(start: Start, cleo: User) -> None:
    start()
    text = told("your_turn", cleo)
    assert "Deadline: Sun 29 Mar 2026, 13:00 CEST (Europe/Berlin)" in text
    assert "If your time runs out, you lose." in text
    assert "pause" not in text
    assert "You have" not in text


def test_text_and_html_tell_the_same(start: Start, cleo: User) -> None:
    start(replace(THREE_DAYS, weekends=True))
    message = message_of(latest("your_turn", cleo))
    told_in_text = " ".join(text_of(message).split())
    told_in_html = " ".join(html_of(message).replace("<b>", "").replace("</b>", "").split())
    for sentence in (
        "Your turn, by Tue 31 Mar, 12:00 CEST",
        "Deadline: Tue 31 Mar 2026, 12:00 CEST (Europe/Berlin)",
        "Until the deadline your clock pauses at weekends. You have 3 days left. If your time runs out, you lose.",
    ):
        assert sentence in told_in_text
        assert sentence in told_in_html


def test_weekends_and_vacation_that_come_after_the_deadline_do_not_matter(start: Start, cleo: User) -> None:
    Vacation.objects.create(player=cleo, starts_at=THURSDAY + 4 * DAY, ends_at=THURSDAY + 5 * DAY)
    start(replace(TimeControl.fixed(1), weekends=True), vacation_pool=pauses.friendly_pool())
    text = told("your_turn", cleo)
    assert "Deadline: Fri 27 Mar 2026, 12:00 CET" in text
    assert "pause" not in text


def test_nights_are_told_in_the_readers_own_hours_as_the_readers_country_writes_them(start: Start, cleo: User) -> None:
    User.objects.filter(pk=cleo.pk).update(night_from=time(21, 30))
    cleo.refresh_from_db()
    start(replace(TimeControl.fixed(1), nights=True))
    text = told("your_turn", cleo)
    # half of Thursday's noon to 21:30, all of Friday's 6:30 to 21:30 would be more than a day: it ends on Friday
    assert "Deadline: Fri 27 Mar 2026, 21:00 CET (Europe/Berlin)" in text
    assert "Until the deadline your clock pauses at night from 21:30 to 06:30. You have 1 day left." in text
    User.objects.filter(pk=cleo.pk).update(language="en-us")
    assert "at night from 9:30 PM to 6:30 AM" in told("your_turn", cleo)


def test_a_clock_in_a_pause_says_until_when_and_why(start: Start, cleo: User, clock: time_machine.Traveller) -> None:
    start(replace(THREE_DAYS, weekends=True))
    clock.move_to(datetime(2026, 3, 28, 12, tzinfo=UTC))
    text = told("your_turn", cleo)
    assert "Your clock is paused until Mon 30 Mar 2026, 00:00 CEST (Europe/Berlin): weekend." in text
    assert "After that it" not in text


def test_after_the_pause_it_is_in_a_clock_comes_to_others(
    start: Start, cleo: User, clock: time_machine.Traveller
) -> None:
    start(replace(TimeControl.fixed(5), weekends=True, nights=True))
    clock.move_to(datetime(2026, 3, 28, 12, tzinfo=UTC))
    text = told("your_turn", cleo)
    assert "until Mon 30 Mar 2026, 07:00 CEST (Europe/Berlin)" in text
    assert "After that it pauses at weekends and at night from 22:00 to 07:00." in text


def test_vacation_to_come_is_told_with_its_dates(start: Start, cleo: User) -> None:
    ends_at = THURSDAY + 4 * DAY
    Vacation.objects.create(player=cleo, starts_at=THURSDAY + DAY, ends_at=ends_at)
    start(vacation_pool=pauses.friendly_pool())
    text = told("your_turn", cleo)
    assert "Deadline: Wed 1 Apr 2026, 13:00 CEST (Europe/Berlin)" in text
    assert (
        "Until the deadline your clock pauses for your vacation from Fri 27 Mar 2026, 12:00 CET (Europe/Berlin) "
        "to Mon 30 Mar 2026, 13:00 CEST (Europe/Berlin)."
    ) in text
    assert "You have 3 days left." in text


def test_who_is_on_vacation_is_told_until_when(start: Start, cleo: User) -> None:
    Vacation.objects.create(player=cleo, starts_at=THURSDAY - DAY, ends_at=THURSDAY + DAY)
    start(vacation_pool=pauses.friendly_pool())
    text = told("your_turn", cleo)
    assert "Your clock is paused until Fri 27 Mar 2026, 12:00 CET (Europe/Berlin): vacation." in text


def test_a_change_of_vacation_that_is_still_to_be_worked_out_is_told(start: Start, cleo: User) -> None:
    match = start()
    match.seats.filter(player=cleo).update(pauses_changed_at=THURSDAY)
    assert "Your deadline will change" in told("your_turn", cleo)


# -- at zero -------------------------------------------------------------------------------------------------------


def test_it_tells_how_many_vacation_days_are_left_to_use_up(start: Start, cleo: User) -> None:
    pool = pauses.friendly_pool()
    match = start(replace(THREE_DAYS, at_zero="leave"), vacation_pool=pool)
    VacationDay.objects.create(player=cleo, pool=pool, seat=match.seats.get(player=cleo), at=THURSDAY)
    text = told("your_turn", cleo)
    assert f"your vacation days ({pool.days - 1} left) are used first, one at a time" in text


def test_without_a_pool_no_vacation_day_is_promised(start: Start, cleo: User) -> None:
    start(replace(THREE_DAYS, at_zero="leave"))
    assert "If your time runs out, you lose: you have no vacation days left." in told("your_turn", cleo)


def test_it_tells_how_many_passes_are_left(start: Start, opponent: User) -> None:
    match = play_on(start(replace(THREE_DAYS, at_zero="pass", passes=3)), 3)
    match.seats.filter(player=opponent).update(passes_used=1)
    text = told("your_turn", opponent)
    assert "you pass automatically, if the game allows it and at most 2 more times in this match" in text


def test_it_says_so_where_the_game_allows_no_pass_now(start: Start, cleo: User) -> None:
    """The first Enlist of a volley is mandatory (rules, "A turn")."""
    start(replace(THREE_DAYS, at_zero="pass", passes=3))
    text = told("your_turn", cleo)
    assert (
        "If your time runs out now, you lose, because the game allows no pass at this point; later in this match"
        in text
    )
    assert "you can pass automatically 3 more times." in text


def test_who_has_been_passed_often_enough_is_told_that_the_match_is_at_stake(start: Start, cleo: User) -> None:
    match = start(replace(THREE_DAYS, at_zero="pass", passes=1))
    match.seats.filter(player=cleo).update(passes_used=1)
    assert "If your time runs out, you lose: you have already passed automatically once." in told("your_turn", cleo)


# -- a clock that does not run -------------------------------------------------------------------------------------


def test_who_is_not_asked_is_told_what_the_clock_holds(start: Start, cleo: User, opponent: User) -> None:
    match = play_on(start(TimeControl(3 * DAY, DAY, 5 * DAY)), 1)
    draws.offer_draw(match.seats.get(player=opponent), SITE)
    text = told("draw_offered", cleo)
    assert "You have 4 days for your next turn." in text
    assert "Deadline:" not in text


def test_a_stopped_clock_keeps_what_it_holds(start: Start, cleo: User, clock: time_machine.Traveller) -> None:
    match = start()
    deliver_all()
    clock.shift(DAY)
    clock_acts.stop_clock(asked(match), "Illness.", match.log_length)
    clock.shift(DAY)
    text = told("clock_changed", cleo)
    assert "Your clock is paused until the organiser starts it. You have 2 days left." in text
    assert "Deadline:" not in text


def test_a_clock_that_is_held_for_a_mail_says_so_in_other_mails(start: Start, cleo: User, opponent: User) -> None:
    match = start()
    seat = asked(match)
    mail_clocks.stop_for_failed_mail(seat.pk, 1)
    match.refresh_from_db()
    clock_acts.give_time(match.seats.get(player=opponent), seat, HOUR, match.log_length, SITE)
    text = told("clock_changed", cleo)
    assert "Your clock is paused: our email about your turn couldn’t be delivered." in text
    assert "You have 3 days 1 hour left." in text


@pytest.mark.parametrize("held", [True, False])
def test_a_late_announcement_tells_the_deadline_that_it_will_bring(
    start: Start, cleo: User, clock: time_machine.Traveller, *, held: bool
) -> None:
    match = start()
    clock.shift(DAY)
    if held:
        mail_clocks.stop_for_failed_mail(asked(match).pk, 1)
    text = told("your_turn", cleo)
    assert "This email is late, so your clock starts only now." in text
    assert "Deadline: Mon 30 Mar 2026, 13:00 CEST" in text
    assert "Your clock is paused" not in text
    deliver_all()
    assert asked(match).deadline == THURSDAY + 4 * DAY


def test_a_mail_in_good_time_is_not_called_late(start: Start, cleo: User, clock: time_machine.Traveller) -> None:
    start()
    clock.shift(timedelta(minutes=10))
    assert "email is late" not in told("your_turn", cleo)


def test_a_stopped_clock_is_not_started_by_a_late_mail(start: Start, cleo: User, clock: time_machine.Traveller) -> None:
    match = start()
    clock_acts.stop_clock(asked(match), "Illness.", match.log_length)
    clock.shift(DAY)
    text = told("your_turn", cleo)
    assert "email is late" not in text
    assert "until the organiser starts it" in text


def test_a_clock_that_the_organiser_let_run_does_not_begin_with_a_late_mail(
    start: Start, cleo: User, clock: time_machine.Traveller
) -> None:
    match = start()
    mail_clocks.stop_for_failed_mail(asked(match).pk, 1)
    match.refresh_from_db()
    clock_acts.start_clock(asked(match), "They know.", match.log_length)
    clock.shift(DAY)
    text = told("your_turn", cleo)
    assert "email is late" not in text
    assert "Deadline: Sun 29 Mar 2026, 13:00 CEST" in text


def test_composing_leaves_the_clock_alone(start: Start, cleo: User, clock: time_machine.Traveller) -> None:
    match = start()
    before = Seat.objects.filter(match=match).order_by("pk").values()[0]
    clock.shift(DAY)
    told("your_turn", cleo)
    assert Seat.objects.filter(match=match).order_by("pk").values()[0] == before


def test_a_time_that_has_run_out_is_not_called_left(
    start: Start, cleo: User, opponent: User, clock: time_machine.Traveller
) -> None:
    match = start()
    draws.offer_draw(match.seats.get(player=opponent), SITE)
    clock.shift(3 * DAY + timedelta(seconds=20))
    text = told("draw_offered", cleo)
    assert "Your time ran out on Sun 29 Mar 2026, 13:00 CEST (Europe/Berlin)." in text
    assert "Deadline:" not in text
