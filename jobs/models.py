"""Signs of life of the processes beside the web server."""

from __future__ import annotations

from typing import Any

from django.db import models


class DatabaseIdentity(models.Func):
    """An expression for this database's identity: the server, the database and the table. It is "" on SQLite.

    A restored dump has another one; a copy of the server's files has the same.
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
    """The signs of life of one part of the site, by name: when it last worked, or what was true then.

    ``at`` is when the part last did its work; for the mailbox, everything that came in by then has been collected.
    ``since`` is when its last long pause ended (beat and worker).
    ``machine`` is where it ran (sweep).
    ``skew`` is how far that machine's clock was from the database's, in seconds (sweep).
    ``database`` is the ``DatabaseIdentity`` of the database in which it ran (sweep) or that was restored.
    """

    class Name(models.TextChoices):
        SWEEP = "sweep"
        BEAT = "beat"
        WORKER = "worker"  # of the sweeps' queue
        MAILBOX = "imap"
        BACKUP = "backup"
        RESTORED = "brought back"  # when a restored backup was noticed

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()
    since = models.DateTimeField(null=True, blank=True)
    machine = models.CharField(max_length=100, blank=True)
    skew = models.FloatField(default=0.0)
    database = models.CharField(max_length=60, blank=True, default="", db_default="")

    def __str__(self) -> str:
        return self.name
