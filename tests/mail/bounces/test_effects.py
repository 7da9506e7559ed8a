"""An email comes back: its address is written to no more, and its reader's clock waits."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.dispatch import Signal

from accounts.models import User
from mail import hooks
from mail.bounces import address, dead_addresses, effects
from mail.bounces.verdict import Report, Verdict
from mail.models import OutboxMail
from mail.outbox import deliver as outbox
from mail.outbox.queue import queue_composed, resend_mail
from mail.outbox.send import Failure
from matches import sweep
from matches.gate import mail_clocks, timeout, turns
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import DAY
from tests.support.composed_mails import latest
from tests.support.factories import ChallengeFactory, MatchFactory
from timekeeping import clock

from .conftest import ComeBack, deliver, fresh, state, stopped
from .reports import DELAYED, FULL, QMAIL, UNKNOWN, VACATION, about, report

Status = OutboxMail.Status


def another_turn(player: User, opponent: User) -> tuple[Seat, OutboxMail]:
    """A turn that is asked for now, and the email about it on its way."""
    match = MatchFactory(players=[player, opponent])
    mail = OutboxMail.objects.get(kind="your_turn", match=match, user=player)
    return match.seats.get(index=0), mail


class TestHard:
    def test_once_is_enough(self, sent: OutboxMail, come_back: ComeBack, player: User, player_seat: Seat) -> None:
        came = come_back(sent)
        assert (came.status, came.outcome) == ("done", "returned")
        assert fresh(sent).status == Status.BOUNCED
        assert state(player).undeliverable_since is not None
        assert state(player).mail == sent
        assert "User unknown" in state(player).words
        assert stopped(player_seat) == "mail"

    def test_the_clock_waits_until_the_address_is_good_and_begins_anew(
        self, sent: OutboxMail, come_back: ComeBack, player: User, player_seat: Seat
    ) -> None:
        come_back(sent)
        with time_machine.travel(clock.now() + 13 * DAY, tick=False):
            sweep.sweep_matches()
            sweep.sweep_matches()
            assert stopped(player_seat) == "mail"
            dead_addresses.shown_good(player.email)
            deliver(sent)
            seat = Seat.objects.get(pk=player_seat.pk)
            assert seat.stopped == ""
            assert seat.deadline == clock.now() + 3 * DAY

    def test_nothing_more_is_sent_there_and_turns_asked_for_later_wait_too(
        self, sent: OutboxMail, come_back: ComeBack, player: User, opponent: User, mailoutbox: list[object]
    ) -> None:
        come_back(sent)
        mailoutbox.clear()
        seat, mail = another_turn(player, opponent)
        assert deliver(mail).status == Status.BOUNCED
        assert stopped(seat) == "mail"
        assert mailoutbox == []

    def test_but_what_keeps_the_account_safe_is(
        self, sent: OutboxMail, come_back: ComeBack, player: User, mailoutbox: list[object]
    ) -> None:
        come_back(sent)
        mailoutbox.clear()
        assert deliver(queue_composed(player.email, "Code", "1234", "", user=player)).status == Status.SENT
        assert len(mailoutbox) == 1

    def test_where_no_mail_tells_of_a_turn_it_waits_at_zero(
        self, sent: OutboxMail, come_back: ComeBack, player: User, opponent: User
    ) -> None:
        """As for someone who has one email a day."""
        come_back(sent)
        seat, mail = another_turn(player, opponent)
        mail.delete()
        with time_machine.travel(clock.now() + 4 * DAY, tick=False):
            timeout.time_out(seat.pk, seat.asked_turn or 0)
        assert stopped(seat) == "mail"

    def test_a_turn_of_before_whose_mail_arrived_runs_on(
        self, come_back: ComeBack, player: User, opponent: User
    ) -> None:
        seat, mail = another_turn(player, opponent)
        deliver(mail)
        later, second = another_turn(player, opponent)
        come_back(deliver(second))
        assert (stopped(seat), stopped(later)) == ("", "mail")
        with time_machine.travel(clock.now() + 4 * DAY, tick=False):
            assert timeout.time_out(seat.pk, seat.asked_turn or 0) is not None
        assert seat.match.log.filter(kind=LogEntry.Kind.TIME).exists()

    def test_waiting_turns_are_announced_and_challenges_too_when_the_address_is_good(
        self, sent: OutboxMail, come_back: ComeBack, player: User, opponent: User, mailoutbox: list[object]
    ) -> None:
        come_back(sent)
        _, mail = another_turn(player, opponent)
        deliver(mail)
        ChallengeFactory(challenger=opponent, opponent=player)
        challenge = deliver(latest("challenge", player))
        assert challenge.status == Status.BOUNCED
        mailoutbox.clear()
        dead_addresses.shown_good(player.email)
        assert {fresh(each).status for each in (sent, mail, challenge)} == {Status.QUEUED}
        for each in (sent, mail, challenge):
            deliver(each)
        assert len(mailoutbox) == 3


class TestSoft:
    def test_a_full_mailbox_holds_this_clock_and_stops_no_mail(
        self, sent: OutboxMail, come_back: ComeBack, player: User, player_seat: Seat
    ) -> None:
        come_back(sent, FULL)
        assert stopped(player_seat) == "mail"
        assert state(player).undeliverable_since is None
        sweep.sweep_matches()
        assert stopped(player_seat) == "mail"

    def test_three_within_a_week_are_enough(self, come_back: ComeBack, player: User, opponent: User) -> None:
        for count in (1, 2, 3):
            _, mail = another_turn(player, opponent)
            come_back(deliver(mail), FULL)
            assert (state(player).undeliverable_since is not None) == (count == 3)

    def test_three_in_a_month_are_not(self, come_back: ComeBack, player: User, opponent: User) -> None:
        start = clock.now()
        for days in (0, 8, 16):
            with time_machine.travel(start + days * DAY, tick=False):
                _, mail = another_turn(player, opponent)
                come_back(deliver(mail), FULL)
        assert state(player).undeliverable_since is None


class TestNothing:
    def test_a_delay_or_an_answering_machine_is_none(
        self, sent: OutboxMail, come_back: ComeBack, player_seat: Seat
    ) -> None:
        assert come_back(sent, DELAYED).outcome == "late"
        assert (fresh(sent).status, stopped(player_seat)) == (Status.SENT, "")
        assert come_back(sent, raw=VACATION).status == "ignored"
        assert (fresh(sent).status, stopped(player_seat)) == (Status.SENT, "")

    def test_a_report_that_nobody_signed_is_none(
        self, sent: OutboxMail, come_back: ComeBack, player_seat: Seat
    ) -> None:
        for forged in (f"bounce+{'a' * 32}@replies.example", "bounce+x@replies.example", "bounce+@replies.example"):
            assert come_back(sent, to=forged, raw=report(UNKNOWN, to=forged)).status == "ignored"
        assert (fresh(sent).status, stopped(player_seat)) == (Status.SENT, "")

    def test_nobody_is_answered(self, sent: OutboxMail, come_back: ComeBack, opponent: User) -> None:
        before = set(OutboxMail.objects.values_list("pk", flat=True))
        come_back(sent)
        come_back(sent, raw=VACATION)
        new = OutboxMail.objects.exclude(pk__in=before)
        assert [(mail.kind, mail.user) for mail in new] == [("clock_changed", opponent)]

    def test_the_same_again_changes_nothing(self, sent: OutboxMail, come_back: ComeBack, player: User) -> None:
        come_back(sent)
        again = report(UNKNOWN).replace(b"20261121120000.1", b"20261121120000.2")
        assert come_back(sent, raw=again).outcome == "repeated"
        assert state(player).failures == 1

    def test_a_turn_that_was_played_meanwhile_is_left_alone(
        self, sent: OutboxMail, come_back: ComeBack, match: Match, player_seat: Seat
    ) -> None:
        turns.submit_turn(player_seat, 1, "T@b3", LogEntry.Via.SITE)
        come_back(sent)
        assert not match.log.filter(kind=LogEntry.Kind.CLOCK_STOPPED).exists()

    def test_a_clock_that_the_organiser_started_runs_on(
        self, sent: OutboxMail, come_back: ComeBack, player_seat: Seat
    ) -> None:
        Seat.objects.filter(pk=player_seat.pk).update(runs_unnoticed=True)
        come_back(sent)
        assert stopped(player_seat) == ""


class TestOrder:
    def test_a_report_about_an_earlier_sending_says_nothing_about_the_next(
        self, sent: OutboxMail, come_back: ComeBack, player_seat: Seat
    ) -> None:
        first = address.bounce_address(sent)
        come_back(sent, FULL)
        resend_mail(fresh(sent))
        deliver(sent)
        assert come_back(sent, to=first, raw=QMAIL).status == "ignored"
        assert (fresh(sent).status, stopped(player_seat)) == (Status.SENT, "")

    def test_an_old_bounce_does_not_block_what_was_shown_to_be_good_since(
        self, sent: OutboxMail, come_back: ComeBack, player: User, opponent: User
    ) -> None:
        _, other = another_turn(player, opponent)
        other = deliver(other)
        come_back(sent)
        with time_machine.travel(clock.now() + timedelta(hours=1), tick=False):
            dead_addresses.shown_good(player.email)
            come_back(other)
        assert state(player).undeliverable_since is None

    def test_nor_what_a_later_mail_reached(
        self, sent: OutboxMail, come_back: ComeBack, player: User, opponent: User
    ) -> None:
        with time_machine.travel(clock.now() + timedelta(hours=1), tick=False):
            _, later = another_turn(player, opponent)
            assert effects.arrived(deliver(later))
        come_back(sent)
        assert fresh(sent).status == Status.BOUNCED
        assert not dead_addresses.trouble_of(player.email)

    def test_said_to_have_arrived_after_it_came_back_it_stays_lost(
        self, sent: OutboxMail, come_back: ComeBack, player: User
    ) -> None:
        come_back(sent)
        assert not effects.arrived(sent)
        assert dead_addresses.trouble_of(player.email)

    def test_it_may_come_back_after_it_was_said_to_have_arrived(
        self, sent: OutboxMail, come_back: ComeBack, player: User, player_seat: Seat
    ) -> None:
        assert effects.arrived(sent)
        come_back(sent)
        assert dead_addresses.trouble_of(player.email)
        assert stopped(player_seat) == "mail"


class TestAddresses:
    def test_it_is_the_one_that_the_mail_went_to(self, sent: OutboxMail, come_back: ComeBack, player: User) -> None:
        old = player.email
        User.objects.filter(pk=player.pk).update(email="ada@new.example")
        come_back(sent)
        assert dead_addresses.trouble_of(old)
        assert not dead_addresses.trouble_of("ada@new.example")

    def test_a_server_that_says_so_at_once_says_the_same(
        self, player_seat: Seat, player: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(outbox, "send_message", lambda _: Failure("550 5.1.1 No such user", permanent=True))
        assert deliver(latest("your_turn", player)).status == Status.PARKED
        assert dead_addresses.trouble_of(player.email)
        assert stopped(player_seat) == "mail"

    @pytest.mark.usefixtures("player_seat")
    @pytest.mark.parametrize("reply", ["550 5.7.1 Relaying denied", "550 no", "552 5.2.2 full"])
    def test_but_not_one_that_may_mean_us(self, player: User, reply: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(outbox, "send_message", lambda _: Failure(reply, permanent=True))
        deliver(latest("your_turn", player))
        assert not dead_addresses.trouble_of(player.email)

    def test_others_hear_of_it_once(
        self, sent: OutboxMail, come_back: ComeBack, player: User, opponent: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        heard: list[User] = []

        def hear(user: User, **_: object) -> None:
            heard.append(user)

        monkeypatch.setattr(hooks, "address_failed", Signal())
        hooks.address_failed.connect(hear)
        _, other = another_turn(player, opponent)
        other = deliver(other)
        come_back(sent)
        come_back(other, about("5.1.1"))
        assert heard == [player]


class TestUnwanted:
    @pytest.mark.usefixtures("sent")
    def test_everything_stops_but_what_keeps_the_account_safe_and_no_clock_waits(
        self, player: User, opponent: User, player_seat: Seat
    ) -> None:
        dead_addresses.complained(player.email, clock.now())
        seat, mail = another_turn(player, opponent)
        assert deliver(mail).status == Status.DROPPED
        assert (stopped(seat), stopped(player_seat)) == ("", "")
        assert deliver(queue_composed(player.email, "Code", "1", "", user=player)).status == Status.SENT
        with time_machine.travel(clock.now() + 4 * DAY, tick=False):
            assert timeout.time_out(seat.pk, seat.asked_turn or 0) is not None
        assert seat.match.log.filter(kind=LogEntry.Kind.TIME).exists()

    def test_a_clock_that_waited_waits_no_more(
        self, sent: OutboxMail, come_back: ComeBack, player: User, player_seat: Seat
    ) -> None:
        come_back(sent)
        dead_addresses.complained(player.email, clock.now())
        assert mail_clocks.release_held_clocks() == 1
        assert stopped(player_seat) == ""

    @pytest.mark.usefixtures("player_seat")
    def test_it_can_be_turned_on_again_and_what_waits_is_told(self, player: User) -> None:
        mail = latest("your_turn", player)
        dead_addresses.complained(player.email, clock.now())
        assert fresh(mail).status == Status.DROPPED
        with time_machine.travel(clock.now() + timedelta(hours=1), tick=False):
            dead_addresses.shown_good(player.email)
            assert deliver(mail).status == Status.SENT
            dead_addresses.complained(player.email, clock.now())
            assert dead_addresses.trouble_of(player.email)

    def test_an_old_complaint_that_is_posted_again_is_nothing(self, player: User) -> None:
        complained_at = clock.now()
        dead_addresses.complained(player.email, complained_at)
        with time_machine.travel(clock.now() + timedelta(hours=1), tick=False):
            dead_addresses.shown_good(player.email)
            dead_addresses.complained(player.email, complained_at)
        assert not dead_addresses.trouble_of(player.email)


def test_the_verdict_of_a_mail_that_was_never_sent_is_nothing(player_seat: Seat, player: User) -> None:
    assert not effects.came_back(latest("your_turn", player), Report(Verdict.HARD, "no"))
