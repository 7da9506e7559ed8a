"""A clock and the email about its turn: no one's time runs out over a turn they were not told of."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import OperationalError

from accounts.models import TurnMail, User
from mail.models import OutboxMail
from mail.outbox import deliver as outbox
from mail.outbox.queue import resend_mail
from mail.outbox.send import Failure
from matches import sweep
from matches.gate import clock_acts, draws, mail_clocks
from matches.gate.refused import MatchRefused
from matches.mails import causes
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import DAY
from tests.support.factories import MatchFactory
from tests.support.matches import fresh, kinds, later, mail_of, submit, told, travel_past_grace_of
from timekeeping import clock

Status = OutboxMail.Status
WHOLE = 3 * DAY
Answer = Callable[[Failure | None], None]


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Answer:
    """``answer(failure)``: what the mail server says from now on."""

    def set_answer(failure: Failure | None) -> None:
        monkeypatch.setattr(outbox, "send_message", lambda _: failure)

    set_answer(None)
    return set_answer


NO_SUCH_USER = Failure("550 no such user", permanent=True)
LATER = Failure("451 try later")


def deliver(seat: Seat) -> Status:
    """Let the email about the seat's turn be tried, now."""
    mail = mail_of(seat)
    OutboxMail.objects.filter(pk=mail.pk).update(next_try_at=mail.queued_at)
    outbox.deliver(mail.pk)
    return Status(mail_of(seat).status)


@pytest.fixture
def stopped(match: Match, player_seat: Seat, answer: Answer) -> Seat:
    """Red's clock, held two days after the turn was asked for, when its email was given up."""
    answer(NO_SUCH_USER)
    with later(match, days=2):
        deliver(player_seat)
    answer(None)
    return player_seat


# -- a mail that is given up -----------------------------------------------------------------------------------------


def test_a_mail_that_is_given_up_holds_the_clock_at_once_with_the_whole_bank(match: Match, stopped: Seat) -> None:
    seat = fresh(stopped)
    assert (seat.asked_turn, seat.stopped, seat.bank) == (1, "mail", WHOLE)
    assert (seat.running_since, seat.deadline, seat.remind_at) == (None, None, None)
    line = match.log.get()
    assert (line.kind, line.seat, line.about, line.via) == ("clock_held", None, stopped, "clock")
    assert line.words == "The email about this turn couldn’t be delivered, so the clock is paused."
    with later(match, days=400):
        assert sweep.sweep_deadlines() == 0
        assert submit(stopped, "I@a3").kind == LogEntry.Kind.PLAY
    assert (fresh(stopped).stopped, fresh(stopped).bank) == ("", WHOLE)


def test_a_mail_that_is_only_put_off_holds_nothing_before_zero(player_seat: Seat, answer: Answer) -> None:
    answer(LATER)
    assert deliver(player_seat) == Status.QUEUED
    assert (fresh(player_seat).stopped, fresh(player_seat).deadline) == ("", player_seat.deadline)


@pytest.mark.parametrize("status", [Status.QUEUED, Status.PARKED])
def test_at_zero_the_clock_is_held_where_the_mail_has_not_arrived(
    match: Match, player_seat: Seat, status: Status
) -> None:
    """Given up as well: whoever gave it up may have died before the clock was held."""
    OutboxMail.objects.filter(pk=mail_of(player_seat).pk).update(status=status)
    with travel_past_grace_of(player_seat):
        assert sweep.sweep_deadlines() == 1
        assert sweep.sweep_deadlines() == 0
    assert kinds(match) == ["clock_held"]
    assert (fresh(player_seat).stopped, fresh(player_seat).bank) == ("mail", WHOLE)
    assert not OutboxMail.objects.filter(kind="match_over").exists()


def test_at_zero_a_mail_that_arrives_while_the_sweep_decides_has_not_arrived(
    match: Match, player_seat: Seat, answer: Answer
) -> None:
    mail = mail_of(player_seat)
    with travel_past_grace_of(fresh(player_seat)):
        at = clock.now() + timedelta(milliseconds=5)
        OutboxMail.objects.filter(pk=mail.pk).update(status=Status.SENT, sent_at=at)
        sweep.sweep_matches()
    assert kinds(match)[0] == "clock_held"


def test_a_mail_about_a_turn_that_was_played_holds_nothing(
    match: Match, player_seat: Seat, opponent_seat: Seat, answer: Answer
) -> None:
    mail = mail_of(player_seat)
    submit(player_seat, "I@a3")
    submit(opponent_seat, "I@a1")
    mail_clocks.follow_failure(mail)
    mail_clocks.follow_acceptance(mail)
    assert kinds(match) == ["play", "play"]


def test_another_mail_that_is_given_up_holds_nothing(match: Match, opponent_seat: Seat, answer: Answer) -> None:
    answer(NO_SUCH_USER)
    draws.offer_draw(opponent_seat, LogEntry.Via.SITE)
    outbox.deliver(OutboxMail.objects.get(kind="draw_offered").pk)
    assert OutboxMail.objects.get(kind="draw_offered").status == Status.PARKED
    assert kinds(match) == ["draw_offer"]


def test_a_mail_that_somebody_else_has_by_now_is_not_given_up(
    match: Match, player_seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lease ran out while the server was slow, and the one who took the email over has sent it."""

    def send(message: object) -> Failure:
        OutboxMail.objects.filter(kind="your_turn").update(status=Status.SENT)
        return NO_SUCH_USER

    monkeypatch.setattr(outbox, "send_message", send)
    assert deliver(player_seat) == Status.SENT
    assert kinds(match) == []


# -- a mail that comes late ------------------------------------------------------------------------------------------


def test_a_held_clock_runs_with_the_whole_bank_when_the_mail_is_sent_after_all(match: Match, stopped: Seat) -> None:
    with later(match, days=9):
        resend_mail(mail_of(stopped))
        assert deliver(stopped) == Status.SENT
    seat = fresh(stopped)
    assert (seat.asked_turn, seat.stopped, seat.deadline) == (1, "", match.started_at + 9 * DAY + WHOLE)
    line = match.log.latest("index")
    assert (line.kind, line.about, line.via) == ("clock_released", stopped, "clock")
    assert line.words == "The email about this turn arrived late, so the clock starts now."


@pytest.mark.parametrize(("minutes", "begins_anew"), [(0, False), (10, False), (10.001, True), (2000, True)])
def test_a_mail_that_is_sent_late_lets_the_clock_begin_anew(
    match: Match, player_seat: Seat, answer: Answer, minutes: float, begins_anew: bool
) -> None:
    before = player_seat.deadline
    moment = mail_of(player_seat).queued_at + timedelta(minutes=minutes)
    with time_machine.travel(moment, tick=False):
        deliver(player_seat)
    assert fresh(player_seat).deadline == (moment + WHOLE if begins_anew else before)
    assert kinds(match) == ["clock_released"] * begins_anew


@pytest.mark.parametrize("status", [Status.SENT, Status.DROPPED])
def test_a_mail_that_is_sent_again_gives_no_time(
    match: Match, player_seat: Seat, answer: Answer, status: Status
) -> None:
    OutboxMail.objects.filter(pk=mail_of(player_seat).pk).update(status=status)
    with later(match, days=2):
        resend_mail(mail_of(player_seat))
        assert deliver(player_seat) == Status.SENT
    assert (fresh(player_seat).deadline, kinds(match)) == (player_seat.deadline, [])


def test_time_that_was_given_is_part_of_the_whole(match: Match, player_seat: Seat, opponent_seat: Seat) -> None:
    clock_acts.give_time(opponent_seat, player_seat, 2 * DAY, 0, LogEntry.Via.SITE)
    with later(match, days=4):
        mail_clocks.follow_failure(mail_of(player_seat))
    assert fresh(player_seat).bank == WHOLE + 2 * DAY


def test_what_was_spent_before_the_pauses_changed_is_part_of_the_whole(match: Match, player_seat: Seat) -> None:
    """Vacation is taken in the middle of a turn of which no one has told its player."""
    since = match.started_at + DAY
    Seat.objects.filter(pk=player_seat.pk).update(bank=2 * DAY, running_since=since)
    mail_clocks.follow_failure(mail_of(player_seat))
    assert fresh(player_seat).bank == WHOLE


# -- where nobody waits for the mail ---------------------------------------------------------------------------------


def turn_mail_off(player: User) -> None:
    User.objects.filter(pk=player.pk).update(turn_mail=TurnMail.NONE)


def close_account(player: User) -> None:
    User.objects.filter(pk=player.pk).update(is_active=False)


nobody_waits = pytest.mark.parametrize("act", [turn_mail_off, close_account, User.delete])


@nobody_waits
def test_a_held_clock_runs_again_when_nobody_waits_for_its_mail(
    match: Match, stopped: Seat, player: User, act: Callable[[User], object]
) -> None:
    act(player)
    with later(match, days=9):
        assert sweep.sweep_matches().started == 1
        assert sweep.sweep_matches().started == 0
    assert (fresh(stopped).stopped, fresh(stopped).deadline) == ("", match.started_at + 9 * DAY + WHOLE)
    words = match.log.latest("index").words
    assert words == "We’re no longer waiting for an email about this turn, so the clock starts now."


@nobody_waits
def test_at_zero_no_clock_is_held_for_a_mail_that_nobody_waits_for(
    match: Match, player_seat: Seat, player: User, act: Callable[[User], object]
) -> None:
    act(player)
    with travel_past_grace_of(player_seat):
        assert sweep.sweep_deadlines() == 1
    assert kinds(match) == ["time"]


def test_a_mail_that_was_wished_for_at_the_last_moment_gives_no_time(
    match: Match, player_seat: Seat, player: User, answer: Answer
) -> None:
    OutboxMail.objects.filter(pk=mail_of(player_seat).pk).update(status=Status.DROPPED)
    with later(match, days=2, hours=23):
        causes.announce_waiting_turns(player)
        assert mail_of(player_seat).status == Status.QUEUED
    with later(match, days=2, hours=23, minutes=20):
        deliver(player_seat)
        assert fresh(player_seat).deadline == match.started_at + WHOLE
        answer(NO_SUCH_USER)
        resend_mail(mail_of(player_seat))
    with travel_past_grace_of(player_seat):
        assert sweep.sweep_deadlines() == 1
    assert kinds(match) == ["time"]


def test_a_clock_that_waits_for_its_mail_is_not_released(match: Match, stopped: Seat) -> None:
    with later(match, days=9):
        assert sweep.sweep_matches().started == 0
        resend_mail(mail_of(stopped))
        assert sweep.sweep_matches().started == 0
    assert kinds(match) == ["clock_held"]


# -- beside what an organiser does -----------------------------------------------------------------------------------


def test_an_organiser_lets_a_clock_run_whatever_becomes_of_the_mail(match: Match, stopped: Seat) -> None:
    with later(match, days=9):
        clock_acts.start_clock(stopped, "told by telephone", 1)
        mail_clocks.follow_failure(mail_of(stopped))
        mail_clocks.follow_acceptance(mail_of(stopped))
    assert fresh(stopped).deadline == match.started_at + 9 * DAY + WHOLE
    assert kinds(match) == ["clock_held", "clock_released"]
    with travel_past_grace_of(stopped):
        assert sweep.sweep_deadlines() == 1
    assert kinds(match)[-1] == "time"


def test_that_holds_for_one_turn_alone(match: Match, stopped: Seat, opponent_seat: Seat) -> None:
    clock_acts.start_clock(stopped, "told by telephone", 1)
    submit(stopped, "I@a3")
    submit(opponent_seat, "I@a1")
    mail_clocks.follow_failure(mail_of(fresh(stopped)))
    assert fresh(stopped).stopped == "mail"


def test_a_clock_that_the_organiser_stopped_stays_so(match: Match, player_seat: Seat) -> None:
    with later(match, days=1):
        clock_acts.stop_clock(player_seat, "ill", 0)
        mail_clocks.follow_failure(mail_of(player_seat))
    told(match)
    with later(match, days=9):
        mail_clocks.follow_acceptance(mail_of(player_seat))
        assert sweep.sweep_matches().started == 0
    assert (fresh(player_seat).stopped, fresh(player_seat).bank) == ("organiser", 2 * DAY)


# -- when something breaks in between --------------------------------------------------------------------------------


def test_the_sweep_releases_a_clock_whose_mail_was_sent_by_somebody_who_died(match: Match, stopped: Seat) -> None:
    told_at = match.started_at + 9 * DAY
    OutboxMail.objects.filter(pk=mail_of(stopped).pk).update(status=Status.SENT, sent_at=told_at)
    with later(match, days=9, minutes=1):
        assert sweep.sweep_matches().started == 1
    assert fresh(stopped).deadline == match.started_at + 9 * DAY + timedelta(minutes=1) + WHOLE


@pytest.mark.parametrize(
    "error", [MatchRefused("The match is busy.", "busy"), OperationalError("gone"), KeyError("state")]
)
def test_a_match_that_cannot_follow_stops_no_mail_and_no_sweep(
    match: Match,
    stopped: Seat,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    def fail(*_args: object) -> None:
        raise error

    other = MatchFactory()
    seat = other.seats.get(index=0)
    mail_clocks.follow_failure(mail_of(seat))
    told(match)
    told(other)
    arrive = mail_clocks.start_when_mail_is_accepted
    monkeypatch.setattr(
        mail_clocks, "start_when_mail_is_accepted", lambda pk, *more: fail() if pk == stopped.pk else arrive(pk, *more)
    )
    with later(match, days=3):
        resend_mail(mail_of(stopped))
        assert deliver(stopped) == Status.SENT
        assert sweep.sweep_matches().started == 1
    assert (fresh(stopped).stopped, fresh(seat).stopped) == ("mail", "")
    assert "follow its email" in caplog.text
