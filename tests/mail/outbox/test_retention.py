"""Emails to people without an account aren't kept for ever."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from mail import tasks
from mail.models import OutboxMail
from timekeeping import clock

pytestmark = pytest.mark.django_db
MONTH = timedelta(days=30)


@pytest.mark.parametrize(
    ("is_players", "status", "age", "stays"),
    [
        (False, "sent", MONTH + timedelta(minutes=1), False),
        (False, "sent", MONTH - timedelta(minutes=1), True),
        (False, "bounced", 2 * MONTH, False),
        (False, "queued", 2 * MONTH, True),
        (True, "sent", 2 * MONTH, True),
    ],
)
def test_an_email_to_nobody_is_deleted_after_thirty_days(
    is_players: bool, status: str, age: timedelta, stays: bool, player: User
) -> None:
    who = {"user": player} if is_players else {"to": "gone@elsewhere.example"}
    mail = OutboxMail.objects.create(kind="account", status=status, queued_at=clock.now() - age, **who)
    assert tasks.forget_mails() == (0 if stays else 1)
    assert OutboxMail.objects.filter(pk=mail.pk).exists() is stays
