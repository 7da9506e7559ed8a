"""Signs of life of the processes beside the web server."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models


class Here(models.Func):
    """An expression for this database's identity, which no copy shares: the server, the database and the table.

    It is "" on SQLite.
    """

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
    """The latest sign of life of each part, by name.

    For the sweep: the time and machine of its last run, how far that machine's clock was from the database's in seconds
    (``skew``), and the database in which it ran (``place``, see ``Here``). For the beat and for a worker of the sweeps'
    queue: the last sign of life, and ``since`` when there has been no long pause. For the mailbox: the moment up to
    which everything in it has been collected. For backups: when the last one was complete.
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
