"""The check that backups are made."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from fortify_site.ops.backup import last_backup

from .check import Check, State, ago

BACKUP_LATE = timedelta(days=2)


def backups(now: datetime) -> Check:
    """Check that a recent backup exists. A site for one machine may do without, so no one is alarmed about it."""
    if settings.BACKUP_DIR is None:
        return Check("backup", "good", _("Backups are made in another way (BACKUP_DIR is none)."))
    at = last_backup()
    if at is None:
        return _no_backup(now)
    words = _("The last backup was completed %(ago)s.") % {"ago": ago(now - at)}
    if now - at <= BACKUP_LATE:
        return Check("backup", "good", words)
    advice = _(
        "Run “manage.py backup”; it says what fails. If it runs each night by a timer or cron, that job’s log says "
        "what went wrong."
    )
    return Check("backup", "warn" if settings.LOCAL else "bad", words, advice)


def _no_backup(now: datetime) -> Check:
    """Report that there is no backup yet. After each update there are two days to set it up."""
    words = _("No backup has been made yet.")
    if settings.LOCAL:
        return Check("backup", "good", words)
    updated = MigrationRecorder.Migration.objects.order_by("-pk").values_list("applied", flat=True).first()
    state: State = "warn" if updated is None or now - updated <= BACKUP_LATE else "bad"
    advice = _(
        "Have “manage.py backup” run each night, as docs/hosting.md says. If you back up in another way, set "
        "BACKUP_DIR to none."
    )
    return Check("backup", state, words, advice)
