"""Archives that players send, to look at them before they come in."""

from __future__ import annotations

import hashlib
import io
from datetime import timedelta

from django.utils.translation import gettext as _

from fortify_site.accounts.models import User
from matches import clocks
from tournaments.clubs.making import MOST_MADE
from tournaments.models import Club, Membership, Upload
from tournaments.refusal import Refused

from .bringing import Preview, Wish, bring_in, preview
from .opening import Archive, BadArchive, Limits, opened

MOST_BYTES = 10_000_000
MOST_MATCHES, MOST_LINES = 400, 20_000  # all of them are played again while the sender waits, for seconds
LIMITS = Limits(files=5_000, bytes=100_000_000, largest=8_000_000)
KEPT_FOR = timedelta(days=1)


def keep(player: User, content: bytes) -> Upload:
    """In place of one that was sent before. Raises ``Refused`` for what can never come in."""
    if len(content) > MOST_BYTES:
        words = _("This file is larger than %(number)s MB; the host of the site can bring it in.")
        raise Refused(words % {"number": MOST_BYTES // 1_000_000}, "file")
    look(_opened(content))
    digest = hashlib.sha256(content).hexdigest()
    values = {"content": content, "digest": digest, "sent_at": clocks.now()}
    upload, _made = Upload.objects.update_or_create(player=player, defaults=values)
    return upload


def of(player: User) -> Upload | None:
    return Upload.objects.filter(player=player, sent_at__gt=clocks.now() - KEPT_FOR).first()


def archive_in(upload: Upload) -> Archive:
    return _opened(bytes(upload.content))


def look(archive: Archive) -> Preview:
    """What would be made of it. Raises ``Refused``."""
    try:
        found = preview(archive)
    except BadArchive as error:
        raise Refused(str(error), "file") from error
    if found.matches + found.begin_anew > MOST_MATCHES:
        words = _("This club has more than %(number)s matches; the host of the site can bring it in.")
        raise Refused(words % {"number": MOST_MATCHES}, "file")
    if sum(_lines(archive, file) for file in found.files) > MOST_LINES:
        raise Refused(
            _("The matches of this club are longer than comes in here; the host of the site can bring it in.")
        )
    return found


def _lines(archive: Archive, file: str) -> int:
    told = archive.json(file)
    return len(told["turns"]) if isinstance(told, dict) and isinstance(told.get("turns"), list) else 0


def bring(upload: Upload, *, name: str, person: int | None) -> Club:
    """Make the club, whose owner the sender becomes. Raises ``Refused``."""
    player = upload.player
    own = Membership.objects.filter(player=player, role=Membership.Role.OWNER, status=Membership.Status.MEMBER)
    if own.count() >= MOST_MADE:
        raise Refused(_("You own %(number)s clubs already.") % {"number": MOST_MADE}, status=429)
    archive = archive_in(upload)
    look(archive)
    if person is not None and not 0 < person <= len(archive.json("people.json")):
        raise Refused(_("Choose one of these."), "person")
    club = bring_in(archive, Wish(name, player, person))
    upload.delete()
    return club


def forget_old() -> int:
    """How many."""
    return Upload.objects.filter(sent_at__lte=clocks.now() - KEPT_FOR).delete()[0]


def _opened(content: bytes) -> Archive:
    try:
        return opened(io.BytesIO(content), LIMITS)
    except BadArchive as error:
        raise Refused(str(error), "file") from error
