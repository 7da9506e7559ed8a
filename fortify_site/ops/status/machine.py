"""Checks of the site's foundations: database, broker, clocks, disks, version."""

from __future__ import annotations

import shutil
import time
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from fortify_site.version import version
from jobs.broker_health import NO_EVICTION, BrokerCondition
from jobs.models import Heartbeat
from timekeeping import clock

from .check import Check, length

SKEWED = timedelta(seconds=30)
A_LITTLE_SKEWED = timedelta(seconds=5)
FULL = 0.9  # of the broker's memory
LITTLE_SPACE = 1_000_000_000
NO_SPACE = 100_000_000
NAMES = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}


def database() -> Check:
    """Check that the database answers. Raises ``django.db.Error`` if it doesn't."""
    start = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version" if connection.vendor == "postgresql" else "SELECT sqlite_version()")
        release = cursor.fetchone()[0].split()[0]
    took = (time.monotonic() - start) * 1000
    place = connection.settings_dict
    words = _("%(database)s answers.") % {"database": NAMES.get(connection.vendor, connection.vendor)}
    detail = (
        _("Release %(release)s, database “%(name)s” at %(host)s, in %(took)s ms.")
        if place["HOST"]
        else _("Release %(release)s, database “%(name)s”, in %(took)s ms.")
    )
    known = {"release": release, "name": place["NAME"], "host": place["HOST"], "took": round(took)}
    return Check("database", "good", words, detail=detail % known)


def no_database(fault: str) -> Check:
    return Check(
        "database",
        "bad",
        _("The database doesn’t answer, or is too slow, so other checks that need it can’t run."),
        _(
            "Check whether it runs, whether its disk is full, and what its log says. Turns already stored are "
            "safe; players who send one meanwhile are asked to send it again."
        ),
        detail=fault,
    )


def the_broker(found: BrokerCondition | None) -> Check:
    """Check the broker's condition; ``None`` means that it didn't answer in time."""
    if not settings.REDIS_URL:
        words = _("The site has no broker; “manage.py tick”, run each minute, does all the work.")
        return Check("broker", "good", words)
    if found is None or found.fault:
        return Check(
            "broker",
            "bad",
            _("Redis doesn’t accept jobs."),
            _(
                "Start it, or check its log for the reason (memory or disk full). Players can still play; "
                "emails and deadlines wait, and continue automatically once it’s back."
            ),
            detail=_("It didn’t answer in time.") if found is None else found.fault,
        )
    if found.policy != NO_EVICTION:
        return Check(
            "broker",
            "bad",
            _("Redis deletes jobs when it’s full: its maxmemory-policy is “%(policy)s”.") % {"policy": found.policy},
            _("Set it to noeviction (CONFIG SET maxmemory-policy noeviction, and in its configuration file)."),
        )
    if found.fullness is not None and found.fullness >= FULL:
        return Check(
            "broker",
            "warn",
            _("Redis accepts jobs, but %(percent)s%% of its memory is used.")
            % {"percent": f"{found.fullness * 100:.0f}"},
            _("Check that the workers run, and raise its maxmemory."),
        )
    return Check("broker", "good", _("Redis accepts jobs."))


def clock_skew() -> Check:
    if connection.vendor != "postgresql":
        return Check("clock_skew", "good", _("The database uses this machine’s clock."))
    before = timezone.now()
    there = clock.now()
    own = before + (timezone.now() - before) / 2 - there
    beat = Heartbeat.objects.filter(pk=Heartbeat.Name.SWEEP).first()
    sweeps = timedelta(seconds=beat.skew) if beat else timedelta(0)
    worst = max(abs(own), abs(sweeps))
    if worst < A_LITTLE_SKEWED:
        return Check("clock_skew", "good", _("The machines’ clocks agree with the database’s."))
    return Check(
        "clock_skew",
        "warn" if worst <= SKEWED else "bad",
        _skewed(own, sweeps) % {"length": length(worst)},
        _(
            "Have all machines set their clocks by the network (timedatectl set-ntp true). Deadlines are safe, "
            "since they go by the database’s clock; times in emails and logs may be wrong."
        ),
        detail=_("The sweep runs on %(machine)s.") % {"machine": beat.machine} if beat and beat.machine else "",
    )


def _skewed(own: timedelta, sweeps: timedelta) -> str:
    """Return the sentence about the clock that is further from the database’s."""
    if abs(own) >= abs(sweeps):
        if own > timedelta(0):
            return _("The clock of the machine that serves this page is %(length)s ahead of the database’s.")
        return _("The clock of the machine that serves this page is %(length)s behind the database’s.")
    if sweeps > timedelta(0):
        return _("The clock of the machine on which the sweep runs is %(length)s ahead of the database’s.")
    return _("The clock of the machine on which the sweep runs is %(length)s behind the database’s.")


def disk_space() -> Check:
    """Check the disk on which the site writes, and the database's if that is a file."""
    folders = {settings.VAR_DIR}
    if connection.vendor == "sqlite":
        folders.add(Path(connection.settings_dict["NAME"]).resolve().parent)
    free, folder = min((shutil.disk_usage(folder).free, str(folder)) for folder in folders if folder.exists())
    size = {"size": _size(free)}
    if free >= LITTLE_SPACE:
        return Check("disk", "good", _("%(size)s are free.") % size)
    return Check(
        "disk",
        "warn" if free >= NO_SPACE else "bad",
        _("Only %(size)s are free.") % size,
        _("Free some space or use a larger disk: once it’s full, no turn can be stored."),
        detail=_("In %(folder)s.") % {"folder": folder},
    )


def _size(number: int) -> str:
    return f"{number_format(number / 1e9, 1)} GB" if number >= 1e9 else f"{number / 1e6:.0f} MB"


def running_version() -> Check:
    return Check("version", "good", _("Running %(version)s.") % {"version": version()})
