"""The time for which a turn can be taken back."""

from __future__ import annotations

from datetime import timedelta

TAKEBACK_WINDOW = timedelta(minutes=2)
