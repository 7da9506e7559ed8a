"""Emails on their whole way: queued here, delivered by a real worker to a real mail server."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from fortify_site.management.commands.serve import workers
from mail import tasks
from mail.models import OutboxMail
from mail.outbox.queue import queue_composed
from matches.models import Match, Seat
from matches.tasks import sweep_matches
from tests.support.patience import wait_until
from tests.support.processes import Running, Start, forget_jobs
from tests.support.smtp_server import Sink, serving

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]
Status = OutboxMail.Status


@pytest.fixture
def sink() -> Iterator[Sink]:
    sink = Sink()
    with serving(sink) as sink.port:
        yield sink


@pytest.fixture
def start_sender(start_worker: Callable[..., Running], sink: Sink) -> Callable[[], Running]:
    """Starts a worker that sends through the sink."""
    return lambda: start_worker(MAILBOX="0", EMAIL_URL=f"smtp://127.0.0.1:{sink.port}", EMAIL_TIMEOUT="60")


def until(what: Callable[[], Any]) -> None:
    wait_until(what, lambda: OutboxMail.objects.values("status", "attempts", "last_error"))


def status(mail: OutboxMail) -> str:
    return str(OutboxMail.objects.values_list("status", flat=True).get(pk=mail.pk))


def test_what_waited_for_a_worker_and_what_comes_later_is_sent_within_seconds(
    start_sender: Callable[[], Running], sink: Sink, match: Match
) -> None:
    start_sender()
    waited = OutboxMail.objects.get(match=match)
    until(lambda: status(waited) == Status.SENT)
    with transaction.atomic():
        mail = queue_composed("ada@players.example", "s", "t", "")
    until(lambda: status(mail) == Status.SENT)
    assert sink.message_ids("ada@players.example") == [waited.message_id, mail.message_id]


def test_a_worker_killed_in_the_middle_costs_a_repeat_at_most(
    start_sender: Callable[[], Running], sink: Sink, match: Match
) -> None:
    sink.script["slow@x.example"] = ["hang", ""]
    mail = queue_composed("slow@x.example", "s", "t", "")
    first = start_sender()
    tasks.deliver_mail.delay(mail.pk)
    until(lambda: sink.script["slow@x.example"] == [""])  # it hangs
    first.stop(signal.SIGKILL)
    start_sender()
    assert status(mail) == Status.QUEUED
    long_ago = timezone.now() - timedelta(seconds=1)
    OutboxMail.objects.filter(pk=mail.pk).update(leased_until=long_ago, next_try_at=long_ago)
    tasks.sweep_outbox.delay()
    until(lambda: status(mail) == Status.SENT)
    assert set(sink.message_ids("slow@x.example")) == {mail.message_id}
    assert OutboxMail.objects.get(pk=mail.pk).lost_attempts == 1


def test_a_mail_server_that_hangs_holds_up_no_deadline(start_process: Start, sink: Sink, match: Match) -> None:
    forget_jobs()
    OutboxMail.objects.filter(match=match).update(status=Status.SENT)  # or the clock would wait for it
    sink.script["slow@x.example"] = ["hang"]
    mails = [queue_composed("slow@x.example", "s", "t", "") for _ in range(3)]
    for mail in mails:
        tasks.deliver_mail.delay(mail.pk)
    server = {"MAILBOX": "0", "EMAIL_URL": f"smtp://127.0.0.1:{sink.port}", "EMAIL_TIMEOUT": "60"}
    for words in workers().values():
        start_process("celery", "--app", "fortify_site", "worker", *words, "--loglevel", "info", **server)
    until(lambda: OutboxMail.objects.filter(leased_until__isnull=False).count() == 2)
    Seat.objects.filter(match=match).update(deadline=timezone.now() - timedelta(minutes=1))
    sweep_matches.delay()
    until(lambda: Match.objects.get(pk=match.pk).is_over)
    assert {status(mail) for mail in mails} == {Status.QUEUED}
