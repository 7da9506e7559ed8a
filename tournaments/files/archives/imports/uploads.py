"""Archives that players have sent, to look at before they are imported."""

from __future__ import annotations

import hashlib
import io
from dataclasses import asdict
from datetime import timedelta

from django.db import connection
from django.utils.translation import gettext as _

from accounts.models import User
from matches.input.daily_limit import count_against_daily_limit, daily_limit_reached
from timekeeping import clock
from tournaments.files.archives.open_zip import Archive, BadArchive, Limits, opened
from tournaments.locking.locks import CLUB_MAKER
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Upload

from .club import Preview, preview

MOST_BYTES = 10_000_000
MOST_MATCHES, MOST_ROWS = 1500, 60_000  # a worker replays and stores that many in a minute
MOST_ROWS_ON_SQLITE = 25_000  # meanwhile nobody else can write, and they wait no longer than 20 seconds
LIMITS = Limits(files=10_000, bytes=100_000_000, largest=8_000_000)
KEPT_FOR = timedelta(days=1)
MOST_A_DAY = 20  # archives that a player sends or has brought in


def keep_upload(player: User, content: bytes) -> Upload:
    """Store an upload in place of the player's last one. Raises ``TournamentRefused`` if it can never be imported."""
    if len(content) > MOST_BYTES:
        words = _("This file is larger than %(number)s MB. Ask the site’s host to import it.")
        raise TournamentRefused(words % {"number": MOST_BYTES // 1_000_000}, "file")
    count(player)
    found = _looked_at(archive_in(content))
    return _keep(player, content, found)


def upload_of(player: User) -> Upload | None:
    """Return what the player has uploaded, without its content."""
    known = Upload.objects.filter(player=player, sent_at__gt=clock.now() - KEPT_FOR)
    return known.select_related("club").defer("content").first()


def seen_in(upload: Upload) -> Preview:
    """Return the preview of an upload."""
    return Preview(**upload.told)


def archive_in(content: bytes) -> Archive:
    """Open the archive of an upload. Raises ``TournamentRefused``."""
    try:
        return opened(io.BytesIO(content), LIMITS)
    except BadArchive as error:
        raise TournamentRefused(str(error), "file") from error


def count(player: User) -> None:
    """Count one more upload or import. Raises ``TournamentRefused`` if that is too many."""
    now = clock.now()
    if daily_limit_reached("archives", player, now, MOST_A_DAY):
        words = _("You’ve uploaded or imported archives %(number)s times today. Try again tomorrow.")
        raise TournamentRefused(words % {"number": MOST_A_DAY}, status=429)
    count_against_daily_limit("archives", player, now)


def drop(upload: Upload) -> bool:
    """Delete an upload, and return whether it is gone.

    One that a worker has started on, or has made a club of, stays.
    """
    return bool(Upload.objects.filter(pk=upload.pk, work__in=(Upload.Work.NONE, Upload.Work.FAILED)).delete()[0])


def forget_old() -> int:
    """Delete uploads that have expired; return how many."""
    return Upload.objects.filter(sent_at__lte=clock.now() - KEPT_FOR).delete()[0]


@CLUB_MAKER.transaction_with_retry
def _keep(player: User, content: bytes, found: Preview) -> Upload:
    player = CLUB_MAKER.lock(player.pk)
    mine = Upload.objects.filter(player=player)
    mine.exclude(work__in=Upload.AT_WORK).delete()
    if mine.exists():
        raise TournamentRefused(_("Your archive is being imported. Wait until it’s finished."), "file", 409)
    digest = hashlib.sha256(content).hexdigest()
    return Upload.objects.create(player=player, content=content, digest=digest, sent_at=clock.now(), told=asdict(found))


def _looked_at(archive: Archive) -> Preview:
    try:
        found = preview(archive)
    except BadArchive as error:
        raise TournamentRefused(str(error), "file") from error
    if found.matches + found.begin_anew > MOST_MATCHES:
        words = _("This club has more than %(number)s matches. Ask the site’s host to import it.")
        raise TournamentRefused(words % {"number": MOST_MATCHES}, "file")
    if found.rows > (MOST_ROWS_ON_SQLITE if connection.vendor == "sqlite" else MOST_ROWS):
        raise TournamentRefused(
            _("This club’s matches and logs are too long. Ask the site’s host to import it."),
            "file",
        )
    return found
