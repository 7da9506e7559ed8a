"""What is written is delivered once, whoever dies over it, and forgotten after a month."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from fortify_site.api import tasks
from fortify_site.api.models import Delivery, Webhook
from fortify_site.api.webhooks import deliveries, post
from jobs.broker import broker
from tests.support import running_events
from tournaments.models import Event
from tournaments.rounds.results import match_finished

from .delivered import Status, publish, state, told
from .receiver import Receiver


def test_a_worker_is_asked_once_it_is_written(
    event: Event,
    webhook: Webhook,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    asked: list[tuple[str, int]] = []
    for how in ("ask_soon", "publish"):
        monkeypatch.setattr(broker, how, lambda job, pk, **_: asked.append((job.name, pk)))
    monkeypatch.setattr(broker, "room", lambda _, most: most)  # whatever jobs other tests have left there
    with django_capture_on_commit_callbacks(execute=True):
        row = deliveries.test(webhook)
        assert asked == []
    assert asked == [("fortify_site.api.tasks.deliver_webhook", row.pk)]
    assert deliveries.sweep_deliveries() == 0  # nobody took it, so the sweep stops there and comes again
    assert len(asked) == 2


def test_a_table_that_changed_often_is_told_once(event: Event, webhook: Webhook, receiver: Receiver) -> None:
    Webhook.objects.update(kinds=["table.changed"])
    publish(event)
    running_events.play_round(event, 1)
    match_finished.record_missed_results()
    deliveries.deliver_due()
    assert told(receiver) == ["table.changed"]
    assert {status for _, status in state(webhook)[:-1]} == {Status.DROPPED}
    assert state(webhook)[-1] == ("table.changed", Status.SENT)


def test_what_was_delivered_is_not_delivered_again(event: Event, webhook: Webhook, receiver: Receiver) -> None:
    row = deliveries.test(webhook)
    deliveries.deliver(row.pk)
    deliveries.deliver(row.pk)
    deliveries.deliver_due()
    assert told(receiver) == ["test"]


def test_one_who_died_over_it_gives_it_back(
    webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = deliveries.test(webhook)
    with monkeypatch.context() as patch:
        patch.setattr(post, "post", lambda *_: (_ for _ in ()).throw(MemoryError))
        with pytest.raises(MemoryError):
            deliveries.deliver(row.pk)
    deliveries.deliver_due()
    assert receiver.received == []  # it is leased still
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        deliveries.deliver_due()
    assert [each.headers["webhook-id"] for each in receiver.received] == [row.key]


def test_what_nobody_lives_to_deliver_is_given_up_in_the_end(webhook: Webhook, receiver: Receiver) -> None:
    row = deliveries.test(webhook)
    Delivery.objects.update(attempts=len(deliveries.WAITS) + 1)
    deliveries.deliver(row.pk)
    assert (receiver.received, state(webhook)) == ([], [("test", Status.PARKED)])


def test_what_is_done_with_for_a_month_is_forgotten(webhook: Webhook, receiver: Receiver) -> None:
    old, new, waiting = (deliveries.test(webhook) for _ in range(3))
    for row, days in ((old, 31), (new, 29)):
        deliveries.deliver(row.pk)
        Delivery.objects.filter(pk=row.pk).update(ended_at=timezone.now() - timedelta(days=days))
    Delivery.objects.filter(pk=waiting.pk).update(made_at=timezone.now() - timedelta(days=40))
    assert tasks.forget_deliveries() == 1
    assert set(Delivery.objects.values_list("pk", flat=True)) == {new.pk, waiting.pk}
