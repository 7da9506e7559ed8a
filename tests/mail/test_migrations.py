"""A site whose emails were rows of ``matches`` is taken along, and can go back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from pytest_django import DjangoDbBlocker

from accounts.models import User
from jobs.models import Heartbeat
from mail.models import MailAddress, OutboxMail
from tests.support.empty_database import delete_all_rows
from tests.support.factories import UserFactory
from tests.support.migrate import migrate

BEFORE = ("matches", "0023_reworded")
Permissions = tuple[set[str], set[str]]


@pytest.fixture(scope="module")
def permissions(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Permissions]:
    """A host's, before and after; the rows were written by the code of before."""
    with django_db_blocker.unblock():
        try:
            host = UserFactory(is_staff=True)
            host.user_permissions.set(Permission.objects.filter(codename__in=("change_outboxmail", "view_heartbeat")))
            old = migrate(BEFORE)
            before = permissions_of(host)
            row = old.get_model("matches", "OutboxMail").objects.create(kind="account", to="ada@players.example")
            old.get_model("matches", "MailAddress").objects.create(address=row.to, mail=row)
            old.get_model("matches", "Heartbeat").objects.create(name="sweep", at=row.queued_at)
            migrate()
            yield before, permissions_of(host)
        finally:
            migrate()
            delete_all_rows()


def permissions_of(host: Any) -> set[str]:
    return User.objects.get(pk=host.pk).get_user_permissions()


@pytest.mark.django_db
def test_the_rows_are_there(permissions: Permissions) -> None:
    assert MailAddress.objects.get().mail == OutboxMail.objects.get(to="ada@players.example")
    assert Heartbeat.objects.filter(pk=Heartbeat.SWEEP).exists()
    mail = OutboxMail.objects.create(kind="account", to="ben@players.example")
    assert mail.pk > OutboxMail.objects.get(to="ada@players.example").pk


def test_those_who_may_do_something_still_may(permissions: Permissions) -> None:
    before, after = permissions
    assert before == {"matches.change_outboxmail", "matches.view_heartbeat"}
    assert after == {"mail.change_outboxmail", "jobs.view_heartbeat"}
