"""What the workers do for the API; each task calls one function."""

from __future__ import annotations

from celery import shared_task

from .webhooks import outbox


# Well within a delivery's lease.
@shared_task(soft_time_limit=60, time_limit=90)
def deliver_webhook(delivery_id: int) -> None:
    outbox.deliver(delivery_id)


@shared_task
def sweep_webhooks() -> int:
    return outbox.sweep()


@shared_task
def forget_deliveries() -> int:
    return outbox.forget()
