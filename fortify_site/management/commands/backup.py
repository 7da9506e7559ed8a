from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from fortify_site.ops import backup


class Command(BaseCommand):
    help = (
        "Back up the database: write a dump with the date in its name, check that it can be read back, delete "
        "the oldest ones, run BACKUP_COMMAND, and note the time for the status page."
    )

    # It runs every night, and needn't repeat the warnings that other commands give at their start.
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        folder = settings.BACKUP_DIR
        if folder is None:
            raise CommandError("BACKUP_DIR is none, so this site is backed up in another way. Name a folder there.")
        try:
            file = backup.dump_database(folder)
            self.stdout.write(f"Written and checked: {file} ({file.stat().st_size / 1e6:.1f} MB)")
            for old in backup.delete_old(folder, settings.BACKUPS_KEPT):
                self.stdout.write(f"Deleted: {old}")
            if settings.BACKUP_COMMAND:
                backup.copy_elsewhere(settings.BACKUP_COMMAND, file)
                self.stdout.write("Copied by BACKUP_COMMAND.")
            backup.note_backup()
        except backup.BackupFailed as failure:
            raise CommandError(str(failure)) from failure
