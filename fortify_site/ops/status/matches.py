"""Checks of clocks that are stopped, of computer players, and of idle matches.

Every count comes from a partial index of just the rows in question, whatever the number of matches and turns.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.computers.ask import waiting_seats
from matches.computers.failures import last_failure
from matches.models import BetterTurn, Match, Seat
from matches.playing import abandoned

from .check import Check, ago, amount, count_up_to_most

RECENT = timedelta(days=1)
SLOW = timedelta(minutes=10)  # for a computer's turn


def stopped(why: Seat.Stopped) -> QuerySet[Seat]:
    """Return the seats whose clocks are stopped for that reason, the longest asked first."""
    return Seat.objects.filter(stopped=why, finished_at=None).order_by("asked_at", "pk")


def clocks_held() -> Check:
    number = count_up_to_most(stopped(Seat.Stopped.MAIL))
    if not number:
        return Check("clocks_held", "good", _("No clock is paused for an undelivered email."))
    return Check(
        "clocks_held",
        "warn",
        ngettext(
            "%(number)s clock is paused because the email about the turn wasn’t delivered.",
            "%(number)s clocks are paused because the email about the turn wasn’t delivered.",
            number,
        )
        % {"number": amount(number)},
        _(
            "The reason is below. Correct the address with the player; then send the email again, or start the "
            "clock on the match’s page."
        ),
    )


def clocks_stopped() -> Check:
    number = count_up_to_most(stopped(Seat.Stopped.ORGANISER))
    if not number:
        return Check("clocks_stopped", "good", _("No clock is paused by an organiser."))
    words = ngettext(
        "%(number)s clock is paused by an organiser.", "%(number)s clocks are paused by an organiser.", number
    )
    return Check("clocks_stopped", "good", words % {"number": amount(number)})


def computers(now: datetime) -> Check:
    advice = _("Start the worker of the queue “computer” and check its log. No one loses time meanwhile.")
    if not settings.REDIS_URL:
        advice = _("They play with “manage.py tick”, a few turns each minute. No one loses time meanwhile.")
    if words := _late_computers(now - SLOW):
        return Check("computers", "warn", words, advice)
    failed_at = last_failure()
    if failed_at is None or now - failed_at > RECENT:
        return Check("computers", "good", _("No computer player is late."))
    words = _("A computer player’s search failed %(ago)s.") % {"ago": ago(now - failed_at)}
    advice = _(
        "This is a defect: report it with the error in the worker’s log. If it was in a match, the computer played at "
        "random instead."
    )
    return Check("computers", "warn", words, advice)


def _late_computers(asked_before: datetime) -> str:
    """Say which turns, or else requests for better turns, have waited longer than that; "" if none have."""
    turns = count_up_to_most(waiting_seats().filter(asked_at__lt=asked_before))
    looks = count_up_to_most(BetterTurn.objects.filter(done_at=None, asked_at__lt=asked_before)) if not turns else 0
    words = ""
    if turns:
        words = ngettext(
            "%(number)s computer player has had its turn for over %(minutes)s minutes.",
            "%(number)s computer players have had their turn for over %(minutes)s minutes.",
            turns,
        )
    elif looks:
        words = ngettext(
            "%(number)s reader has waited for a better turn for over %(minutes)s minutes.",
            "%(number)s readers have waited for a better turn for over %(minutes)s minutes.",
            looks,
        )
    return words and words % {"number": amount(turns or looks), "minutes": SLOW.seconds // 60}


def idle_matches(now: datetime) -> QuerySet[Match]:
    """Return the matches reported as idle, the one with the oldest last turn first."""
    left_alone = Match.objects.filter(status=Match.Status.RUNNING, last_turn_at__lt=now - abandoned.AFTER)
    return left_alone.filter(stalled_at__isnull=False).order_by("last_turn_at")


def standstills(now: datetime) -> Check:
    number = count_up_to_most(idle_matches(now))
    if not number:
        return Check("standstills", "good", _("No match is idle."))
    return Check(
        "standstills",
        "warn",
        ngettext(
            "%(number)s match is idle: no turn for %(days)s days, and no clock that could run out.",
            "%(number)s matches are idle: no turn for %(days)s days, and no clock that could run out.",
            number,
        )
        % {"number": amount(number), "days": abandoned.AFTER.days},
        _("Ask the players whether they want to continue. The site never ends such a match automatically."),
    )
