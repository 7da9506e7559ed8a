"""Hooks by which matches tell and ask the rest of the site. Other rooms connect to them when Django starts.

A signal tells and a question asks. An exception from a receiver of ``clock_changed``, or from an answer, reaches the
caller.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, Q, Subquery
from django.dispatch import Signal

from accounts.models import User
from jobs.hooks import Question

from .models import Match

match_finished = Signal()
"""The ``match`` is over. Sent after the commit: a receiver that fails is logged and stops nobody else, and a process
may die before, so a receiver must also find by a query what it has missed."""

matches_kept = Signal()
"""A ``guest``'s matches are now those of a ``player``, who has logged in. Sent in the transaction, before the guest
is deleted."""

turn_asked = Signal()
"""The ``seat`` is asked for a turn; ``is_at_it``: its player's own turn led to it, and they see it already. Sent in the
transaction, with the match locked."""

clock_changed = Signal()
"""An organiser has changed a clock: ``by`` whom, the ``line`` of the match's log that says so, and the ``reason``.
Sent in the transaction, with the match locked."""

organiser_check = Question[[User, Match], bool]()
"""Ask whether the user organises what the match is played for."""

clock_act_due = Question[[Collection[Match]], set[int]]()
"""Ask for the ids of those matches whose clocks are about to be stopped or given time with all others of their
event."""

matches_seen = Question[[User | AnonymousUser], Q]()
"""Ask which matches that are played for something the reader may see: a condition on the outer query's matches."""

player_ratings = Question[[User, Collection[str]], Mapping[str, int]]()
"""Ask for the user's ratings in the games of those slugs, as far as they are known."""

seat_rating = Question[[], Subquery]()
"""Ask for the rating of a seat's player in the game of its match, if the player shows it: an expression on the outer
query's seats."""

guest_in_use = Question[[], Exists]()
"""Ask which guests another part of the site needs: a condition on the outer query's users."""

page_switched_off = Question[[str], bool]()
"""Ask whether the host has switched off the page at that path."""


class CalendarDate(NamedTuple):
    """A date that isn't a turn's deadline.

    ``key`` stays the same when it moves, and ``changed_at`` says when it may last have moved.
    """

    key: str
    changed_at: datetime
    at: datetime
    words: str
    url: str


calendar_dates = Question[[User], list[CalendarDate]]()
"""Ask for other dates that belong in the player's calendar."""

next_match = Question[[Match, User], int | None]()
"""Ask for the id of the player's match in the round after this match's, once it has begun."""
