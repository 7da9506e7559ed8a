"""The outbox in conversation with a real mail server."""

from __future__ import annotations

import threading

import pytest
from django.core.mail.backends.smtp import EmailBackend
from django.db import connection
from pytest_django import Settings

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox import deliver
from mail.outbox.queue import queue_composed
from matches.models import Match
from tests.support.composed_mails import latest
from tests.support.factories import UserFactory
from tests.support.patience import PATIENCE
from tests.support.servers import free_port
from tests.support.smtp_server import Sink, serving
from timekeeping import clock

pytestmark = pytest.mark.django_db
Status = OutboxMail.Status


def queued(address: str, subject: str = "s") -> OutboxMail:
    return queue_composed(address, subject, "text", "<p>html</p>")


def deliver_now(mail: OutboxMail) -> OutboxMail:
    """Deliver without waiting for the next attempt's time."""
    mail.refresh_from_db()
    OutboxMail.objects.filter(pk=mail.pk).update(next_try_at=mail.queued_at)
    deliver.deliver(mail.pk)
    mail.refresh_from_db()
    return mail


def test_a_mail_arrives_as_it_was_written(sink: Sink, match: Match, player: User) -> None:
    mail = deliver_now(latest("your_turn", player))
    assert mail.status == Status.SENT
    ((recipient, message),) = sink.taken
    assert recipient == player.email
    assert sink.message_ids(recipient) == [mail.message_id]
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/related",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "image/png",
    ]
    assert message.get_param("type") == "multipart/alternative"  # RFC 2387, 3.1
    assert max(map(len, message.as_bytes().splitlines())) <= 998  # RFC 5322, 2.1.1


@pytest.mark.parametrize("answer", ["450 greylisted", "data 451 try later", "421 closing"])
def test_it_tries_again_after_a_4xx(sink: Sink, answer: str) -> None:
    sink.script["a@x.example"] = [answer, ""]
    mail = deliver_now(queued("a@x.example"))
    assert mail.status == Status.QUEUED
    assert mail.last_error == answer.removeprefix("data ")
    assert deliver_now(mail).status == Status.SENT
    assert sink.message_ids("a@x.example") == [mail.message_id]


@pytest.mark.parametrize("answer", ["550 no such user here", "data 554 looks like spam"])
def test_it_parks_after_a_5xx_with_the_reply(sink: Sink, answer: str) -> None:
    sink.script["a@x.example"] = [answer]
    mail = deliver_now(queued("a@x.example"))
    assert (mail.status, mail.last_error) == (Status.PARKED, answer.removeprefix("data "))


def test_a_server_that_takes_the_mail_and_dies_gets_it_again_under_the_same_id(sink: Sink) -> None:
    sink.script["a@x.example"] = ["close", ""]
    mail = deliver_now(queued("a@x.example"))
    assert mail.status == Status.QUEUED
    assert deliver_now(mail).status == Status.SENT
    assert sink.message_ids("a@x.example") == [mail.message_id] * 2


def test_a_server_that_hangs_is_given_up_for_now(sink: Sink, settings: Settings) -> None:
    settings.EMAIL_TIMEOUT = 1
    sink.script["a@x.example"] = ["hang"]
    mail = deliver_now(queued("a@x.example"))
    assert mail.status == Status.QUEUED
    assert "timed out" in mail.last_error


def test_a_server_that_is_not_there_costs_nothing_but_time(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    mail = deliver_now(queued("a@x.example"))
    assert mail.status == Status.QUEUED
    assert "ConnectionRefusedError" in mail.last_error
    sink = Sink()
    with serving(sink, settings.EMAIL_PORT):
        assert deliver_now(mail).status == Status.SENT
    assert sink.message_ids("a@x.example") == [mail.message_id]


def test_what_waited_for_the_server_alone_is_due_in_order_once_it_takes_a_mail(sink: Sink, settings: Settings) -> None:
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, free_port()
    first, second, last = (deliver_now(queued(f"{name}@x.example")) for name in ("first", "second", "last"))
    settings.EMAIL_PORT = port
    sink.script["busy@x.example"] = ["450 greylisted"]
    busy = deliver_now(queued("busy@x.example"))
    assert due_in_order() == []
    deliver_now(last)
    assert due_in_order() == [first.pk, second.pk]
    first.refresh_from_db()
    assert first.attempts == 0  # none of those was its own fault
    busy.refresh_from_db()
    assert (busy.status, busy.attempts) == (Status.QUEUED, 1)


def due_in_order() -> list[int]:
    due = OutboxMail.objects.filter(status=Status.QUEUED, next_try_at__lte=clock.now())
    return list(due.order_by("next_try_at", "pk").values_list("pk", flat=True))


def test_a_line_that_breaks_after_the_answer_is_no_failure(sink: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    close = EmailBackend.close

    def break_off(backend: EmailBackend) -> None:
        close(backend)
        raise OSError("gone")

    monkeypatch.setattr(EmailBackend, "close", break_off)
    assert deliver_now(queued("a@x.example")).status == Status.SENT


def test_a_refused_sender_is_our_fault_and_waits(sink: Sink, settings: Settings) -> None:
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "nobody", "wrong"
    mail = deliver_now(queued("a@x.example"))
    assert mail.status == Status.QUEUED
    assert mail.last_error


@pytest.mark.django_db(transaction=True)
def test_one_that_hangs_holds_up_nobody_else(sink: Sink, settings: Settings) -> None:
    settings.EMAIL_TIMEOUT = 3600
    sink.script["slow@x.example"] = ["hang"]
    slow, quick = queued("slow@x.example"), queued("quick@x.example")

    def deliver_slow() -> None:
        deliver.deliver(slow.pk)
        connection.close()

    thread = threading.Thread(target=deliver_slow)
    thread.start()
    assert sink.hangs.wait(PATIENCE)
    deliver.deliver(quick.pk)
    assert thread.is_alive()
    sink.let_go.set()
    thread.join()
    quick.refresh_from_db()
    slow.refresh_from_db()
    assert (quick.status, slow.status) == (Status.SENT, Status.QUEUED)


def test_no_name_can_write_a_header_or_a_command(sink: Sink, settings: Settings, match: Match) -> None:
    settings.SITE_NAME = "Club\r\nBcc: eve@x.example"
    settings.DEFAULT_FROM_EMAIL = "noreply@club.example"
    victim = UserFactory(display_name="Ann\r\nBcc: eve@x.example\r\n\r\nhello")
    seat = match.seats.get(index=1)
    seat.player = victim
    seat.save()
    deliver_now(latest("your_turn"))
    ((_, message),) = sink.taken
    assert message["Bcc"] is None
    assert "Bcc: eve@x.example" in str(message["From"])
    assert message["Subject"] is not None
