"""A site whose emails were rows of ``matches`` is taken along, and can go back."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission

from accounts.models import User
from jobs.models import Heartbeat
from mail.models import MailAddress, OutboxMail
from tests.support.factories import UserFactory
from tests.support.migrate import migrate

BEFORE = ("matches", "0023_reworded")


@pytest.mark.django_db(transaction=True)
def test_the_rows_are_there_and_those_who_may_do_something_still_may() -> None:
    """Before, the rows are written by the code of before. All of it is one test, since going back takes seconds."""
    try:
        host = UserFactory(is_staff=True)
        host.user_permissions.set(Permission.objects.filter(codename__in=("change_outboxmail", "view_heartbeat")))
        old = migrate(BEFORE)
        assert permissions_of(host) == {"matches.change_outboxmail", "matches.view_heartbeat"}
        row = old.get_model("matches", "OutboxMail").objects.create(kind="account", to="ada@players.example")
        old.get_model("matches", "MailAddress").objects.create(address=row.to, mail=row)
        old.get_model("matches", "Heartbeat").objects.create(name="sweep", at=row.queued_at)
    finally:
        migrate()
    assert permissions_of(host) == {"mail.change_outboxmail", "jobs.view_heartbeat"}
    assert MailAddress.objects.get().mail == OutboxMail.objects.get(to="ada@players.example")
    assert Heartbeat.objects.filter(pk=Heartbeat.SWEEP).exists()
    mail = OutboxMail.objects.create(kind="account", to="ben@players.example")
    assert mail.pk > OutboxMail.objects.get(to="ada@players.example").pk


def permissions_of(host: Any) -> set[str]:
    return User.objects.get(pk=host.pk).get_user_permissions()
