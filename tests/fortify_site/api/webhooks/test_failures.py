"""What does not arrive is tried again, then told of to the organisers, and in the end switched off."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from fortify_site.api.models import Delivery, Webhook
from fortify_site.api.webhooks import deliveries
from mail.models import OutboxMail
from tests.support import running_events
from tests.support.factories import UserFactory
from tests.support.rows import refresh, require
from tournaments.models import Event
from tournaments.rounds.results import match_finished

from .delivered import Status, mailed, publish, state
from .receiver import Receiver


def test_what_fails_is_tried_again_under_the_same_id(event: Event, webhook: Webhook, receiver: Receiver) -> None:
    Webhook.objects.update(kinds=["round.published"])
    publish(event)
    receiver.status, receiver.body = 500, b"Ouch\n"
    deliveries.deliver_due()
    row = Delivery.objects.get()
    assert (row.status, row.attempts) == (Status.QUEUED, 1)
    assert row.answer.startswith("500 ")
    assert "Ouch" in row.answer
    assert refresh(webhook).failing_since is not None
    receiver.status = 200
    deliveries.deliver_due()
    assert len(receiver.received) == 1  # not before its time
    with time_machine.travel(timezone.now() + timedelta(minutes=1, seconds=1)):
        deliveries.deliver_due()
    assert len({each.headers["webhook-id"] for each in receiver.received}) == 1
    assert state(webhook) == [("round.published", Status.SENT)]
    assert refresh(webhook).failing_since is None


def test_one_that_fails_is_tried_once_a_sweep_until_something_arrives(
    event: Event, webhook: Webhook, receiver: Receiver
) -> None:
    Webhook.objects.update(kinds=["match.ended"])
    publish(event)
    running_events.play_round(event, 1)
    match_finished.record_missed_results()
    waiting = Delivery.objects.filter(status=Status.QUEUED).count()
    assert waiting > 1
    Webhook.objects.update(failing_since=timezone.now())
    receiver.status = 503
    deliveries.deliver_due()
    assert len(receiver.received) == 1
    receiver.status = 200
    deliveries.deliver_due()
    assert len(receiver.received) == 2
    deliveries.deliver_due()
    with time_machine.travel(timezone.now() + timedelta(minutes=1, seconds=1)):
        deliveries.deliver_due()
    assert not Delivery.objects.filter(status=Status.QUEUED).exists()


def attempt(begun: datetime, until: timedelta) -> None:
    """Deliver what is due from then on, as the site does each minute, near enough."""
    passed = timedelta(0)
    while passed <= until:
        with time_machine.travel(begun + passed, tick=False):
            deliveries.deliver_due()
        passed += timedelta(minutes=30) if passed > timedelta(hours=2) else timedelta(minutes=7)


def test_whoever_made_it_is_told_of_failures_long_before_it_is_switched_off(
    event: Event, webhook: Webhook, receiver: Receiver
) -> None:
    Webhook.objects.update(kinds=["round.published"])
    publish(event)
    receiver.status, start = 503, timezone.now()
    maker = maker_of(webhook)
    attempt(start, timedelta(hours=3))
    assert mailed() == []
    attempt(start, timedelta(hours=8))
    assert mailed() == [(maker, "Webhook failing: Spring Cup")]
    assert receiver.url in OutboxMail.objects.get(kind="account").text
    assert Webhook.objects.get().off_at is None
    attempt(start, timedelta(hours=30))
    off_at = Webhook.objects.get().off_at
    assert timedelta(hours=20) < require(off_at) - start < timedelta(hours=28)
    assert mailed()[1:] == [(maker, "Webhook switched off: Spring Cup")]
    assert len(receiver.received) == len(deliveries.WAITS) + 1
    assert state(webhook) == [("round.published", Status.PARKED)]
    running_events.play_round(event, 1)
    match_finished.record_missed_results()
    assert len(state(webhook)) == 1  # nothing is written for it any more


def maker_of(webhook: Webhook) -> str:
    return require(webhook.made_by).email


def test_one_that_takes_other_deliveries_is_not_switched_off_for_one_that_it_never_takes(
    event: Event, webhook: Webhook, receiver: Receiver
) -> None:
    Webhook.objects.update(kinds=["round.published"])
    publish(event)
    row, start = Delivery.objects.get(), timezone.now()
    for hours in range(30):
        with time_machine.travel(start + timedelta(hours=hours), tick=False):
            receiver.status = 500
            deliveries.deliver(row.pk)
            receiver.status = 200
            deliveries.deliver(deliveries.test(webhook).pk)
    assert (refresh(webhook).off_at, refresh(row).status) == (None, Status.PARKED)
    assert mailed() == []


def test_a_test_that_fails_is_nobodys_trouble(webhook: Webhook, receiver: Receiver) -> None:
    receiver.status = 500
    deliveries.deliver(deliveries.test(webhook).pk)
    webhook.refresh_from_db()
    assert (webhook.failing_since, state(webhook)) == (None, [("test", Status.PARKED)])


def test_what_cannot_be_composed_is_given_up_in_the_end_and_is_not_its_receivers_fault(
    webhook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = deliveries.test(webhook)
    monkeypatch.setattr("fortify_site.api.webhooks.payload.payload_for", lambda _row: 1 / 0)
    attempt(timezone.now(), timedelta(days=2))
    row.refresh_from_db()
    webhook.refresh_from_db()
    assert (row.status, row.answer, row.attempts) == (Status.PARKED, deliveries.UNSENT, len(deliveries.WAITS) + 1)
    assert (webhook.failing_since, webhook.off_at, mailed()) == (None, None, [])


@pytest.mark.parametrize("gone", [True, False])
def test_where_its_maker_may_change_it_no_more_the_organisers_are_told(
    event: Event, webhook: Webhook, receiver: Receiver, gone: bool
) -> None:
    maker = webhook.made_by
    assert maker is not None
    organiser: User = UserFactory(email="otto@players.example")
    event.organisers.set([organiser])
    if gone:
        maker.delete()
    receiver.status = 410
    publish(event)
    deliveries.deliver_due()
    webhook.refresh_from_db()
    assert webhook.off_at is not None  # at once: it wants nothing more
    assert mailed() == [("otto@players.example", "Webhook switched off: Spring Cup")]
