"""Signals by which events and clubs tell the rest of the site, which connects to them when Django starts.

Each is sent at once, in the transaction of its cause; an error in a receiver is raised at the sender.
"""

from __future__ import annotations

from django.dispatch import Signal

happened = Signal()
"""``what`` has happened ``where``, in an event or a season, whose row is locked; ``about`` has the ids of what it is
about."""

lost_on_time = Signal()
"""Time ran out for players of a ``pairing`` of the ``event``, which is locked; ``losers`` has a ``Loser`` for each."""

role_lost = Signal()
"""A ``player`` has left the ``club`` or no longer runs it; ``by`` is who did that."""
