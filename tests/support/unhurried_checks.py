"""The host's checks, made to find the same however slow the machine is.

The tests' database counts as new however long they run, since a sweep is expected on an older site. No check of it is
cut off for taking long, unless a test asks for the limits that hosts have.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from fortify_site.ops.status import report

LIMITS = ("PATIENCE", "FOR_THE_DATABASE", "FOR_A_QUERY")
ON_HOSTS = {name: getattr(report, name) for name in LIMITS}


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock():
        MigrationRecorder.Migration.objects.update(applied=timezone.now() + timedelta(days=1))


@pytest.fixture(scope="session", autouse=True)
def unhurried_checks() -> None:
    for name in LIMITS:
        setattr(report, name, ON_HOSTS[name] * 100)


@pytest.fixture
def hurried_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in LIMITS:
        monkeypatch.setattr(report, name, ON_HOSTS[name])
