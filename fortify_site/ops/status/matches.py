"""Checks of the sweep, and of matches that wait for someone.

Every count comes from a partial index of just the rows in question, whatever the number of matches and turns.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from jobs.models import Heartbeat
from matches.clocks import abandoned, outages, restoration
from matches.computer.ask import waiting_seats
from matches.computer.failures import last_failure
from matches.models import BetterTurn, Match, Outage, Seat

from .check import Check, ago, amount, count_up_to_most, length

Migration = MigrationRecorder.Migration
LATE = timedelta(minutes=3)
STOPPED = outages.GAP
RECENT = timedelta(days=1)
SLOW = timedelta(minutes=10)  # for a computer's turn
SHOWN = 20
SHOWN_OUTAGES = 5


def last_sweep(now: datetime) -> Check:
    beat = Heartbeat.objects.filter(pk=Heartbeat.Name.SWEEP).first()
    if beat is None:
        return _never_swept(now)
    age = now - beat.at
    words = _("The last sweep ran %(ago)s.") % {"ago": ago(age)}
    detail = _("On %(machine)s.") % {"machine": beat.machine} if beat.machine else ""
    if age <= LATE:
        return Check("sweep", "good", words, detail=detail)
    advice = _how_to_be_quicker() if outages.is_only_busy(now) else _how_to_sweep()
    return Check("sweep", "warn" if age <= STOPPED else "bad", words, advice, detail)


def restored_database() -> Check:
    if not restoration.is_brought_back():
        return Check("restored", "good", _("The database is the one the site has been running on."))
    return Check(
        "restored",
        "bad",
        _(
            "The database was restored from a backup or moved. Until you confirm it, no email is sent and no "
            "deadline decided."
        ),
        _("Run “manage.py restored”, or “manage.py restored --nothing-lost” after a move."),
    )


def _never_swept(now: datetime) -> Check:
    """Report that no sweep has run. That is no alarm on a site whose tables have just been made."""
    made = Migration.objects.order_by("pk").values_list("applied", flat=True).first()
    is_new = made is None or now - made < STOPPED
    return Check("sweep", "warn" if is_new else "bad", _("No sweep has run yet."), _how_to_sweep())


def _how_to_be_quicker() -> str:
    return _(
        "The beat and the worker of the queue “celery” run, but other jobs come first. See which in the "
        "worker’s log, and start a second worker. Deadlines are decided late, and clocks get no time back for "
        "that."
    )


def _how_to_sweep() -> str:
    if not settings.REDIS_URL:
        start = _("Have cron run “manage.py tick” each minute, and check its output.")
    else:
        start = _("Start the beat and the worker of the queue “celery”; their logs say why they stopped.")
    return " ".join([start, _("No player loses on time meanwhile: clocks get the time back.")])


# -- clocks --------------------------------------------------------------------------------------------------------


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


# -- computers -----------------------------------------------------------------------------------------------------


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


# -- matches in which nothing happens ---------------------------------------------------------------------------------


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


# -- outages -------------------------------------------------------------------------------------------------------


def latest_outages() -> list[Outage]:
    return list(Outage.objects.order_by("-ended_at")[:SHOWN_OUTAGES])


def outages_lately(now: datetime) -> Check:
    last = Outage.objects.order_by("-ended_at").first()
    if last is None:
        return Check("outages", "good", _("No outages."))
    words = ngettext(
        "The last outage ended %(ago)s, after %(length)s; %(number)s clock got the time back.",
        "The last outage ended %(ago)s, after %(length)s; %(number)s clocks got the time back.",
        last.clocks,
    ) % {
        "ago": ago(now - last.ended_at),
        "length": length(last.ended_at - last.began_at),
        "number": amount(last.clocks),
    }
    if now - last.ended_at > RECENT:
        return Check("outages", "good", words)
    return Check("outages", "warn", words, _("Check the logs of that time for what stopped the sweep."))
