"""Workers' tasks for the API; each calls one function."""

from __future__ import annotations

from celery import shared_task

from .webhooks import deliveries


# Well within a delivery's lease.
@shared_task(soft_time_limit=60, time_limit=90)
def deliver_webhook(delivery_id: int) -> None:
    deliveries.deliver(delivery_id)
    deliveries.continue_deliveries()


@shared_task
def sweep_webhooks() -> int:
    return deliveries.sweep_deliveries()


@shared_task
def forget_deliveries() -> int:
    return deliveries.forget_deliveries()
