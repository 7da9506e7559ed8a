"""Jobs that belong to no app."""

from __future__ import annotations

from celery import shared_task
from django.core.management import call_command


@shared_task(name="fortify_site.tasks.clear_sessions")
def clear_sessions() -> None:
    call_command("clearsessions")
