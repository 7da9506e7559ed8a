"""The outbox: what is written, published, taken, sent, put off, parked and swept."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core import mail as sent_mail
from django.core.mail import EmailMultiAlternatives
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from fortify_site.celery import app
from jobs import lease
from mail import tasks
from mail.models import OutboxMail
from mail.outbox import deliver as outbox
from mail.outbox import send as sending
from mail.outbox.compose import compose
from mail.outbox.queue import OUTBOX, CannotResend, queue_composed, queue_mail, resend_mail
from matches.models import Match
from tests.support.composed_mails import latest
from tests.support.matches import play_on
from tests.support.patience import PATIENCE
from tests.support.processes import forget_jobs

pytestmark = pytest.mark.django_db
Status = OutboxMail.Status
CaptureOnCommit = Any


class Published:
    """What was asked of the workers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ids: list[int] = []
        self.options: list[dict[str, Any]] = []
        self.error: Exception | None = None
        monkeypatch.setattr(app, "send_task", self)

    def __call__(self, _name: str, args: tuple[int], **options: Any) -> None:
        self.options.append(options)
        if self.error:
            raise self.error
        self.ids.append(args[0])


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> Published:
    forget_jobs()
    return Published(monkeypatch)


@pytest.fixture
def refusing(monkeypatch: pytest.MonkeyPatch) -> list[sending.Failure]:
    """A mail server that gives these answers, one after the other, and the last one again and again."""
    answers = [sending.Failure("451 try later")]

    def send(message: EmailMultiAlternatives) -> sending.Failure:
        return answers.pop(0) if len(answers) > 1 else answers[0]

    monkeypatch.setattr(outbox, "send_message", send)
    return answers


def deliver(mail: OutboxMail) -> OutboxMail:
    outbox.deliver(mail.pk)
    mail.refresh_from_db()
    return mail


# -- writing -------------------------------------------------------------------------------------------------------


def test_a_mail_with_the_same_key_is_written_once(player: User) -> None:
    assert queue_mail("challenge", user=player, context={"challenge": 1}, key="challenge:1") is not None
    assert queue_mail("challenge", user=player, context={"challenge": 1}, key="challenge:1") is None
    assert OutboxMail.objects.count() == 1


def test_it_is_published_when_its_transaction_commits(
    player: User, published: Published, django_capture_on_commit_callbacks: CaptureOnCommit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        mail = queue_composed(player.email, "s", "t", "")
        assert published.ids == []
    assert published.ids == [mail.pk]


@pytest.mark.django_db(transaction=True)
def test_it_is_gone_with_its_transaction(player: User, published: Published) -> None:
    with transaction.atomic():
        queue_composed(player.email, "s", "t", "")
        transaction.set_rollback(True)
    assert published.ids == []
    assert not OutboxMail.objects.exists()


def test_a_broker_that_is_down_is_logged_and_left_alone_for_a_while(
    player: User,
    published: Published,
    django_capture_on_commit_callbacks: CaptureOnCommit,
    caplog: pytest.LogCaptureFixture,
) -> None:
    published.error = ConnectionRefusedError("no broker")
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(5):
            queue_composed(player.email, "s", "t", "")
    assert len(published.options) == 1
    assert "no broker" in caplog.text
    assert OutboxMail.objects.filter(status=Status.QUEUED).count() == 5


# -- sweeping ------------------------------------------------------------------------------------------------------


def test_the_sweep_publishes_what_is_due_the_longest_waiting_first(player: User, published: Published) -> None:
    now = timezone.now()
    mails = [queue_composed(player.email, "s", "t", "") for _ in range(4)]
    for mail, minutes in zip(mails, (3, 9, -5, 6), strict=True):
        OutboxMail.objects.filter(pk=mail.pk).update(next_try_at=now - timedelta(minutes=minutes))
    assert outbox.sweep_outbox() == 3
    assert published.ids == [mails[1].pk, mails[3].pk, mails[0].pk]


def test_the_sweep_asks_for_no_more_than_its_limit_while_no_worker_comes(player: User) -> None:
    forget_jobs()
    for _ in range(4):
        queue_composed(player.email, "s", "t", "")
    assert [outbox.sweep_outbox(limit=3), outbox.sweep_outbox(limit=3), outbox.sweep_outbox(limit=4)] == [3, 0, 1]


def test_what_the_sweep_publishes_is_void_before_the_next_sweep(waiting: OutboxMail, published: Published) -> None:
    outbox.sweep_outbox()
    assert published.options[0]["expires"] < 60


def test_the_sweep_leaves_alone_what_is_sent_parked_or_taken(player: User, published: Published) -> None:
    for status in (Status.SENT, Status.PARKED, Status.DROPPED):
        mail = queue_composed(player.email, "s", "t", "")
        OutboxMail.objects.filter(pk=mail.pk).update(status=status)
    taken = queue_composed(player.email, "s", "t", "")
    assert OUTBOX.claim(taken.pk) is not None
    assert outbox.sweep_outbox() == 0


def test_the_sweep_stops_at_a_broker_that_is_down(player: User, published: Published) -> None:
    published.error = ConnectionRefusedError()
    for _ in range(3):
        queue_composed(player.email, "s", "t", "")
    assert outbox.sweep_outbox() == 0
    assert len(published.options) == 1


# -- sending -------------------------------------------------------------------------------------------------------


def test_a_sent_mail_keeps_nothing_of_its_text(waiting: OutboxMail) -> None:
    mail = deliver(waiting)
    assert mail.status == Status.SENT
    assert mail.sent_at is not None
    assert (mail.subject, mail.text, mail.html, mail.last_error, mail.leased_until) == ("", "", "", "", None)
    (message,) = sent_mail.outbox
    assert (message.subject, message.body, message.to) == ("Your code", "It is 1234.", ["ada@players.example"])


def test_a_mail_that_is_gone_or_not_due_is_nobodys_business(waiting: OutboxMail) -> None:
    OutboxMail.objects.filter(pk=waiting.pk).update(next_try_at=timezone.now() + timedelta(minutes=1))
    outbox.deliver(waiting.pk)
    outbox.deliver(waiting.pk + 1000)
    assert sent_mail.outbox == []


@pytest.mark.django_db(transaction=True)
def test_five_deliverers_at_once_send_once(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    mails = [queue_composed(player.email, f"s{n}", "t", "") for n in range(8)]
    barrier = threading.Barrier(5)
    subjects: list[str] = []

    def send(message: EmailMultiAlternatives) -> None:
        subjects.append(str(message.subject))

    monkeypatch.setattr(outbox, "send_message", send)

    def deliver_all() -> None:
        for mail in mails:
            barrier.wait(PATIENCE)
            outbox.deliver(mail.pk)
        connection.close()

    threads = [threading.Thread(target=deliver_all) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(subjects) == [f"s{n}" for n in range(8)]
    assert set(OutboxMail.objects.values_list("status", "attempts")) == {(Status.SENT, 1)}


# -- failing -------------------------------------------------------------------------------------------------------


def test_a_temporary_refusal_is_tried_again_later(waiting: OutboxMail, refusing: list[sending.Failure]) -> None:
    with time_machine.travel(waiting.next_try_at + timedelta(hours=1), tick=False):
        mail = deliver(waiting)
        assert mail.next_try_at == timezone.now() + timedelta(minutes=1)
    assert (mail.status, mail.attempts, mail.leased_until) == (Status.QUEUED, 1, None)
    assert mail.last_error == "451 try later"
    assert mail.text == "It is 1234."


def test_a_server_that_is_down_for_an_hour_loses_nothing(
    player: User, refusing: list[sending.Failure], monkeypatch: pytest.MonkeyPatch, published: Published
) -> None:
    with time_machine.travel("2026-11-24 12:00Z", tick=False) as clock:
        mails = [queue_composed(player.email, f"s{n}", "t", "") for n in range(3)]
        ids = {mail.message_id for mail in mails}
        arrived: list[str] = []

        def send(message: EmailMultiAlternatives) -> sending.Failure | None:
            if timezone.now().hour < 13:
                return sending.Failure("ConnectionRefusedError")
            arrived.append(message.extra_headers["Message-ID"])
            return None

        monkeypatch.setattr(outbox, "send_message", send)
        for _ in range(180):
            outbox.sweep_outbox()
            for mail_id in published.ids:
                outbox.deliver(mail_id)
            published.ids.clear()
            clock.shift(timedelta(minutes=1))
    assert len(arrived) == 3
    assert set(arrived) == ids
    assert set(OutboxMail.objects.values_list("status", flat=True)) == {Status.SENT}


def test_a_mail_that_nobody_takes_is_parked_after_two_days(
    waiting: OutboxMail, refusing: list[sending.Failure]
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        start = timezone.now()
        while waiting.status == Status.QUEUED:
            clock.move_to(max(timezone.now(), waiting.next_try_at))
            deliver(waiting)
        assert timezone.now() - start >= timedelta(days=2)
    assert (waiting.status, waiting.last_error) == (Status.PARKED, "451 try later")


def test_a_lease_ends_by_itself(waiting: OutboxMail) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert OUTBOX.claim(waiting.pk) is not None
        clock.shift(lease.LEASE_LENGTH - timedelta(seconds=1))
        assert OUTBOX.claim(waiting.pk) is None
        clock.shift(timedelta(seconds=1))
        again = OUTBOX.claim(waiting.pk)
    assert again is not None
    assert (again.attempts, again.lost_attempts) == (2, 1)


def test_a_mail_that_kills_its_worker_is_parked_and_others_flow(
    waiting: OutboxMail, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = queue_composed(player.email, "another", "t", "")
    real = compose

    def deadly(mail: OutboxMail) -> EmailMultiAlternatives | None:
        if mail.pk == waiting.pk:
            raise SystemExit
        return real(mail)

    monkeypatch.setattr(outbox, "compose", deadly)
    deaths = 0
    with time_machine.travel(timezone.now(), tick=False) as clock:
        deliver(other)
        while waiting.status == Status.QUEUED:
            try:
                deliver(waiting)
            except SystemExit:
                deaths += 1
            clock.shift(lease.LEASE_LENGTH)
    assert deaths == lease.MOST_LOST_ATTEMPTS
    assert waiting.status == Status.PARKED
    assert "worker died" in waiting.last_error
    assert [message.subject for message in sent_mail.outbox] == ["another"]


def test_a_mail_that_cannot_be_composed_is_parked_with_the_reason(player: User) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        mail = queue_mail("no_such_kind", user=player)
        assert mail is not None
        for _ in range(outbox.COMPOSING_TRIES):
            assert deliver(mail).status != Status.SENT
            clock.move_to(max(timezone.now(), mail.next_try_at))
    assert mail.status == Status.PARKED
    assert mail.last_error == "mail.outbox.registry.Uncomposable: There is no kind of email called no_such_kind."


def test_who_has_lost_the_lease_does_not_undo_what_the_next_one_did(
    waiting: OutboxMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(message: EmailMultiAlternatives) -> sending.Failure:
        OutboxMail.objects.filter(pk=waiting.pk).update(attempts=2, leased_until=timezone.now() + lease.LEASE_LENGTH)
        return sending.Failure("TimeoutError")

    monkeypatch.setattr(outbox, "send_message", slow)
    mail = deliver(waiting)
    assert mail.leased_until is not None
    assert mail.last_error == ""


# -- the waits between attempts --------------------------------------------------------------------------------------


def all_waits() -> list[timedelta]:
    attempts = range(1, 100)
    return [wait for wait in map(OUTBOX.wait_after, attempts) if wait is not None]


def test_it_tries_again_after_a_minute_and_goes_on_less_and_less_often_for_two_days_or_more_but_not_five() -> None:
    assert OUTBOX.wait_after(1) == timedelta(minutes=1)
    assert all_waits() == sorted(all_waits())
    assert timedelta(days=2) <= sum(all_waits(), timedelta()) < timedelta(days=5)


def test_it_gives_up_and_stays_given_up() -> None:
    attempts = len(all_waits())
    assert OUTBOX.wait_after(attempts) is not None
    assert [OUTBOX.wait_after(attempts + more) for more in (1, 2, 50)] == [None, None, None]


# -- moot mails ----------------------------------------------------------------------------------------------------


def test_a_turn_that_was_played_meanwhile_is_not_announced(match: Match, player: User) -> None:
    first = latest("your_turn", player)
    play_on(match, 1)
    assert deliver(first).status == Status.DROPPED
    assert sent_mail.outbox == []


# -- resending -----------------------------------------------------------------------------------------------------


def test_the_host_can_send_a_parked_mail_again(waiting: OutboxMail, refusing: list[sending.Failure]) -> None:
    refusing[:] = [sending.Failure("550 no", permanent=True)]
    mail = deliver(waiting)
    message_id = mail.message_id
    resend_mail(mail)
    assert (mail.status, mail.attempts, mail.message_id) == (Status.QUEUED, 0, message_id)


def test_a_sent_mail_goes_out_again_under_a_new_id(match: Match, player: User) -> None:
    mail = deliver(latest("your_turn", player))
    resend_mail(mail)
    deliver(mail)
    first, second = (message.extra_headers["Message-ID"] for message in sent_mail.outbox)
    assert first != second


def test_a_mail_whose_text_was_deleted_cannot_be_sent_again(waiting: OutboxMail) -> None:
    mail = deliver(waiting)
    with pytest.raises(CannotResend, match="deleted"):
        resend_mail(mail)
    mail.refresh_from_db()
    assert mail.status == Status.SENT


def test_a_mail_on_its_way_is_not_touched_by_resending(
    waiting: OutboxMail, published: Published, django_capture_on_commit_callbacks: CaptureOnCommit
) -> None:
    assert OUTBOX.claim(waiting.pk) is not None
    waiting.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        assert not resend_mail(waiting)
    assert published.ids == []
    waiting.refresh_from_db()
    assert waiting.attempts == 1
    assert waiting.leased_until is not None


def test_a_kind_of_mail_that_is_not_known_cannot_be_sent_again(waiting: OutboxMail) -> None:
    OutboxMail.objects.filter(pk=waiting.pk).update(kind="from a newer version")
    waiting.refresh_from_db()
    with pytest.raises(CannotResend, match="from a newer version"):
        resend_mail(waiting)


# -- the tasks --------------------------------------------------------------------------------------------------------


def test_a_delivery_is_given_up_before_its_lease_ends() -> None:
    limits = [tasks.deliver_mail.soft_time_limit or 0, tasks.deliver_mail.time_limit or 0]
    assert [settings.EMAIL_TIMEOUT, *limits] == sorted([settings.EMAIL_TIMEOUT, *limits])
    assert 0 < limits[1] < lease.LEASE_LENGTH.total_seconds()


def test_mails_that_are_due_are_published(toy_match: Match) -> None:
    forget_jobs()
    assert tasks.sweep_outbox() == 2
