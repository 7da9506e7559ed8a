"""Fixtures made once for all tests of a module, if they take long to make."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker


@contextmanager
def forgotten() -> Iterator[None]:
    """Undo whatever is written within. A transaction within may ask to be the outermost one."""
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]  # as TestCase does
    with block:
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def made_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let fixtures of the module that come after this one write to the database.

    Each test undoes what it did itself, and the module in the end what the fixtures did. Not for tests whose
    transactions are real.
    """
    with django_db_blocker.unblock(), forgotten():
        yield
