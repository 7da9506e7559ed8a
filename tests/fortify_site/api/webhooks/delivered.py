"""What webhooks were told, and what became of it."""

from __future__ import annotations

from typing import Any

from fortify_site.api.models import Delivery, Webhook
from mail.models import OutboxMail
from tests.support import running_events
from tournaments.locking.webhook_events import WebhookEvent
from tournaments.models import Event
from tournaments.rounds import publish as publishing

from .receiver import Receiver

Status = Delivery.Status
ALL = [each.value for each in WebhookEvent]


def publish(event: Event) -> None:
    publishing.publish(running_events.round_of(event, 1))
    running_events.work_off()


def told(receiver: Receiver) -> list[str]:
    return [each.json["type"] for each in receiver.received]


def data_of(receiver: Receiver, kind: str) -> list[Any]:
    return [each.json["data"] for each in receiver.received if each.json["type"] == kind]


def state(webhook: Webhook) -> list[tuple[str, str]]:
    return list(webhook.deliveries.order_by("pk").values_list("kind", "status"))


def mailed() -> list[tuple[str, str]]:
    return list(OutboxMail.objects.filter(kind="account").order_by("pk").values_list("to", "subject"))
