"""Rows that a test needs, asserted to exist or read again."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model

T = TypeVar("T")
Row = TypeVar("Row", bound=Model)


def require(value: T | None) -> T:
    """Return the value, which must not be ``None``."""
    assert value is not None
    return value


def refresh(row: Row) -> Row:
    """Read the row's columns again, and return the same object."""
    row.refresh_from_db()
    return row
