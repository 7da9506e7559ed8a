"""Hooks by which matches tell and ask the rest of the site. Other rooms connect to them when Django starts.

A signal tells and a question asks: whatever a receiver of ``clock_changed`` or an answer raises is the caller's.
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
"""What a ``guest`` has played is now a ``player``'s, who has logged in. Sent in the transaction, before the guest is
gone."""

turn_asked = Signal()
"""The ``seat`` is asked for a turn; ``is_at_it``: its player's own turn led to it, and they see it already. Sent in the
transaction, with the match locked."""

clock_changed = Signal()
"""An organiser has changed a clock: ``by`` whom, the ``turn`` that is its line in the match's log, and the ``reason``.
Sent in the transaction, with the match locked."""

organiser_check = Question[[User, Match], bool]()
"""Whether the user organises what the match is played for."""

clock_act_due = Question[[Collection[Match]], set[int]]()
"""The ids of those matches of whose events all clocks were stopped or given time, and theirs will be at any moment."""

matches_seen = Question[[User | AnonymousUser], Q]()
"""Which matches the reader may see of those that are played for something: a condition on the outer query's matches."""

player_ratings = Question[[User, Collection[str]], Mapping[str, int]]()
"""The user's ratings in the games of those slugs, where they are known."""

seat_rating = Question[[], Subquery]()
"""The rating of a seat's player in the game of its match, of players who show it: an expression on the outer query's
seats."""

guest_in_use = Question[[], Exists]()
"""Which guests another part of the site needs: a condition on the outer query's users."""

page_switched_off = Question[[str], bool]()
"""Whether the page at that path is one that the host has switched off."""


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
"""What else belongs into the player's calendar."""

next_match = Question[[Match, User], int | None]()
"""The id of the player's match in the round after the one that the match was played in, once it has begun."""
