"""The tasks about emails."""

from __future__ import annotations

from django.conf import settings

from jobs import lease
from mail import tasks
from matches.models import Match
from tests.support.processes import forget_jobs


def test_a_delivery_is_given_up_before_its_lease_ends() -> None:
    limits = [tasks.deliver_mail.soft_time_limit or 0, tasks.deliver_mail.time_limit or 0]
    assert [settings.EMAIL_TIMEOUT, *limits] == sorted([settings.EMAIL_TIMEOUT, *limits])
    assert 0 < limits[1] < lease.LENGTH.total_seconds()


def test_mails_that_are_due_are_published(toy_match: Match) -> None:
    forget_jobs()
    assert tasks.sweep_outbox() == 2
