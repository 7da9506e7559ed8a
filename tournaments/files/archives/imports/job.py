"""Importing an uploaded archive: a player asks for it on a page, and a worker does it, as every match is replayed.

A worker's claim is the time at which it began. It loses the claim if another worker takes over, because it was silent
for too long, or if the archive is sent again. What it has made is then not stored.
"""

from __future__ import annotations

import logging
import time
from contextlib import closing
from datetime import timedelta
from functools import partial

from django.db import Error, InterfaceError, OperationalError, connection, transaction
from django.db.models import F, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from i18n.text import noop, say
from jobs.broker import Job, broker
from timekeeping import clock
from tournaments.clubs import edit
from tournaments.clubs.edit import MOST_MADE
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Membership, Upload

from . import uploads
from .club import ImportOptions, import_club

log = logging.getLogger(__name__)

BRING_ARCHIVE_IN = Job[int]("tournaments.tasks.bring_archive_in")
STUCK = timedelta(minutes=15)  # a worker that has been at it for so long has died
MOST_BEGINNINGS = 3  # then it is the archive that its workers die of
SITES_FAULT = noop("Something went wrong on our side. The host can find the reason in the log.")
CUT_OFF = noop(
    "We tried %(number)s times to import the club and were cut off each time. Ask the site’s host to import it."
)
Work = Upload.Work


class Superseded(Exception):
    """Raised if another worker has started again meanwhile, or the archive no longer exists."""


def ask_for_import(upload: Upload, *, name: str, person: int | None) -> None:
    """Have a worker import the club; its sender becomes its owner.

    Idempotent. Raises ``TournamentRefused``.
    """
    player = upload.player
    own = Membership.objects.filter(player=player, role=Membership.Role.OWNER, status=Membership.Status.MEMBER)
    if own.count() >= MOST_MADE:
        raise TournamentRefused(_("You already own %(number)s clubs.") % {"number": MOST_MADE}, status=429)
    edit.give_name(Club(), name)
    uploads.count(player)
    mine = Upload.objects.filter(pk=upload.pk, work__in=(Work.NONE, Work.FAILED))
    now = clock.now()  # for a day from now on, so that it does not go while it waits or is at work
    wish = {"name": name, "person": person, "sent_at": now, "asked_at": now}
    if mine.update(work=Work.QUEUED, begun=0, progress=0, failure="", **wish):
        transaction.on_commit(partial(broker.ask_soon, BRING_ARCHIVE_IN, upload.pk))


def work(pk: int) -> bool:
    """Import the club that was asked for, and return whether this call did it.

    If several workers try at once, only one succeeds.
    """
    now = clock.now()
    waiting = Upload.objects.filter(pk=pk, work=Work.QUEUED)
    if not waiting.update(work=Work.RUNNING, asked_at=now, begun=F("begun") + 1, progress=0):
        return False
    mine = Upload.objects.filter(pk=pk, work=Work.RUNNING, asked_at=now)
    upload = mine.select_related("player").first()
    if upload is None:
        return False
    try:
        with translation.override(upload.player.language):
            _make(upload, mine)
    except Superseded:
        return False
    except TournamentRefused as refused:
        mine.update(work=Work.FAILED, failure=refused.message)
    except (OperationalError, InterfaceError):  # the database's trouble, not the archive's; the sweep begins again
        raise
    except Exception:  # whatever it is, the sender must hear that there is no club
        log.exception("%s could not be brought in", upload)
        mine.update(work=Work.FAILED, failure=say(SITES_FAULT))
    return True


def take_up_again() -> int:
    """Import the archive that no worker took, or whose worker died, and that has waited longest.

    Return how many were imported, 0 or 1: the next sweep does the next one, since deadlines and emails wait for this.
    After ``MOST_BEGINNINGS`` dead workers an archive is given up.
    """
    stuck = Upload.objects.filter(work=Work.RUNNING, asked_at__lt=clock.now() - STUCK)
    cut_off = say(CUT_OFF, number=MOST_BEGINNINGS)
    if given_up := stuck.filter(begun__gte=MOST_BEGINNINGS).update(work=Work.FAILED, failure=cut_off):
        log.error("%s archives were given up, since each of %s workers was cut off", given_up, MOST_BEGINNINGS)
    stuck.update(work=Work.QUEUED)
    waiting = Upload.objects.filter(work=Work.QUEUED).order_by("asked_at").values_list("pk", flat=True)
    return sum(work(pk) for pk in waiting[:1])


def _make(upload: Upload, mine: QuerySet[Upload]) -> None:
    archive = uploads.archive_in(bytes(upload.content))
    wish = ImportOptions(upload.name, upload.player, upload.person)
    with transaction.atomic():
        club = import_club(archive, wish, _Reporter(upload))
        if not mine.update(work=Work.DONE, club=club, content=b""):
            raise Superseded


class _Reporter:
    """The progress of an import, stored at most once a second, by a connection of its own.

    No one sees what is written in the transaction in which the club is made. With SQLite no one else can write
    meanwhile, so no progress is stored.
    """

    def __init__(self, upload: Upload) -> None:
        self.pk, self.matches = upload.pk, uploads.seen_in(upload).matches
        self.told_at = time.monotonic()

    def __call__(self, done: int) -> None:
        if connection.vendor == "sqlite" or time.monotonic() - self.told_at < 1:
            return
        self.told_at = time.monotonic()
        share = min(99, 100 * done // self.matches)
        try:
            with closing(connection.copy()) as own, own.cursor() as cursor:
                cursor.execute("UPDATE tournaments_upload SET progress = %s WHERE id = %s", [share, self.pk])
        except Error as error:  # there is no room for one more, or the row is held: no reason to start again
            log.warning("how far upload #%s is could not be written down (%s)", self.pk, error)
