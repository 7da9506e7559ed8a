"""Rows that a test needs: there, and as the database has them now."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model

T = TypeVar("T")
Row = TypeVar("Row", bound=Model)


def require(value: T | None) -> T:
    """What has to be there."""
    assert value is not None
    return value


def refresh(row: Row) -> Row:
    """The same object, with what its columns say now."""
    row.refresh_from_db()
    return row
