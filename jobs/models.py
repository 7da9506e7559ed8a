"""Signs of life of what runs beside the site."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models


class Here(models.Func):
    """This database's identity, which no copy of it has: the server, the database and the table. "" on SQLite."""

    output_field = models.CharField()
    arity = 0
    template = "''"

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = (
            "((SELECT system_identifier FROM pg_control_system())"
            " || '/' || (SELECT oid FROM pg_database WHERE datname = current_database())"
            " || '/' || 'jobs_heartbeat'::regclass::oid)"
        )
        return self.as_sql(compiler, connection, template=template, **context)


class Heartbeat(models.Model):
    """When the sweep last ran, where, and how far that machine's clock was from the database's, in seconds. ``place``
    is the database that it ran in (``Here``).

    Likewise when the beat last gave a sign of life, or a worker of the sweeps' queue, and ``since`` when they have done
    so without a long pause; by when all that lay in the mailbox was collected; and when the last backup was complete.
    """

    SWEEP: ClassVar = "sweep"
    BEAT: ClassVar = "beat"
    WORKER: ClassVar = "worker"
    MAILBOX: ClassVar = "imap"
    BACKUP: ClassVar = "backup"

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()
    since = models.DateTimeField(null=True, blank=True)
    machine = models.CharField(max_length=100, blank=True)
    skew = models.FloatField(default=0.0)
    place = models.CharField(max_length=60, blank=True, default="", db_default="")

    def __str__(self) -> str:
        return self.name
