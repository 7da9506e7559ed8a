"""Checks of the sweep: whether it runs, its outages, and the database it runs on."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from jobs.models import Heartbeat
from matches.clocks import outages, restoration
from matches.models import Outage

from .check import Check, ago, amount, length

Migration = MigrationRecorder.Migration
LATE = timedelta(minutes=3)
STOPPED = outages.GAP
RECENT = timedelta(days=1)
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


def latest_outages() -> list[Outage]:
    return list(Outage.objects.order_by("-ended_at")[:SHOWN_OUTAGES])


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
