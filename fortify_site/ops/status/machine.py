"""What the site runs on: database, broker, clocks, disks."""

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
from jobs import broker_check, clock
from matches.models import Heartbeat

from .check import Check, length

SKEWED = timedelta(seconds=30)
A_LITTLE_SKEWED = timedelta(seconds=5)
FULL = 0.9  # of the broker's memory
LITTLE_SPACE = 1_000_000_000
NO_SPACE = 100_000_000
NAMES = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}


def database() -> Check:
    """Raises ``django.db.Error`` when it does not answer."""
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
        _("The database does not answer, or takes too long, so the rest that it knows cannot be looked up."),
        _(
            "See whether it runs, whether its disk is full, and what its log says. Nothing that was stored is lost, "
            "and what players send meanwhile they are asked to send again."
        ),
        detail=fault,
    )


def the_broker(found: broker_check.Condition | None) -> Check:
    """``None``: no answer in time."""
    if not settings.REDIS_URL:
        words = _("The site has no broker: “manage.py tick”, started each minute, does all work.")
        return Check("broker", "good", words)
    if found is None or found.fault:
        return Check(
            "broker",
            "bad",
            _("Redis takes no jobs."),
            _(
                "Start it, or see in its log why it refuses (no memory, no disk). People can play meanwhile; mails and "
                "deadlines wait, and go on by themselves once it is back."
            ),
            detail=_("It did not answer in time.") if found is None else found.fault,
        )
    if found.policy != broker_check.KEEPS:
        return Check(
            "broker",
            "bad",
            _("Redis throws jobs away when it is full: its maxmemory-policy is “%(policy)s”.")
            % {"policy": found.policy},
            _("Set it to noeviction (CONFIG SET maxmemory-policy noeviction, and in its configuration file)."),
        )
    if found.fullness is not None and found.fullness >= FULL:
        return Check(
            "broker",
            "warn",
            _("Redis takes jobs, but %(percent)s%% of its memory is used.")
            % {"percent": f"{found.fullness * 100:.0f}"},
            _("See whether the workers run, and raise its maxmemory."),
        )
    return Check("broker", "good", _("Redis takes jobs."))


def clock_skew() -> Check:
    if connection.vendor != "postgresql":
        return Check("clock_skew", "good", _("The database has the clock of this machine."))
    before = timezone.now()
    there = clock.now()
    own = before + (timezone.now() - before) / 2 - there
    beat = Heartbeat.objects.filter(pk=Heartbeat.SWEEP).first()
    sweeps = timedelta(seconds=beat.skew) if beat else timedelta(0)
    worst = max(abs(own), abs(sweeps))
    if worst < A_LITTLE_SKEWED:
        return Check("clock_skew", "good", _("The clocks of the machines agree with the database’s."))
    return Check(
        "clock_skew",
        "warn" if worst <= SKEWED else "bad",
        _skewed(own, sweeps) % {"length": length(worst)},
        _(
            "Have all machines set their clocks by the network (timedatectl set-ntp true). No deadline suffers, since "
            "the database’s clock decides them; the times in mails and logs do."
        ),
        detail=_("The sweep runs on %(machine)s.") % {"machine": beat.machine} if beat and beat.machine else "",
    )


def _skewed(own: timedelta, sweeps: timedelta) -> str:
    """Of the clock that is further from the database’s."""
    if abs(own) >= abs(sweeps):
        if own > timedelta(0):
            return _("The clock of the machine that serves this page is %(length)s ahead of the database’s.")
        return _("The clock of the machine that serves this page is %(length)s behind the database’s.")
    if sweeps > timedelta(0):
        return _("The clock of the machine on which the sweep runs is %(length)s ahead of the database’s.")
    return _("The clock of the machine on which the sweep runs is %(length)s behind the database’s.")


def disks() -> Check:
    """The disk of everything the site writes, and of the database where that is a file."""
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
        _("Make room, or give it a larger disk: on a full one no turn can be stored."),
        detail=_("In %(folder)s.") % {"folder": folder},
    )


def _size(number: int) -> str:
    return f"{number_format(number / 1e9, 1)} GB" if number >= 1e9 else f"{number / 1e6:.0f} MB"


def running_version() -> Check:
    return Check("version", "good", _("This is %(version)s.") % {"version": version()})
