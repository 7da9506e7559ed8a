"""The database of the tests stays new, however long they run: of a site that is older a sweep is expected."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from pytest_django import DjangoDbBlocker


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock():
        MigrationRecorder.Migration.objects.update(applied=timezone.now() + timedelta(days=1))
