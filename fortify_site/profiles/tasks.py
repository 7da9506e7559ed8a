from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from .login import expire_sign_ups


@shared_task
def forget_unproved() -> int:
    return expire_sign_ups.forget_unproved(timezone.now())
