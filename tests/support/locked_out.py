"""The error of a database in which another writer is in the way."""

from __future__ import annotations

import sqlite3

from django.db import OperationalError


def locked_out() -> OperationalError:
    """Return what Django makes of SQLite's "database is locked"."""
    cause = sqlite3.OperationalError("database is locked")
    cause.sqlite_errorcode = sqlite3.SQLITE_BUSY
    error = OperationalError(*cause.args)
    error.__cause__ = cause
    return error
