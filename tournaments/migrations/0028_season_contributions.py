"""Seasons have bytes of the server's for their divisions' events, and players contribute when they register."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models

import matches.models.match


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tournaments", "0027_computer_byes")]

    operations: ClassVar = [
        migrations.AddField(
            "season",
            "server",
            models.CharField(
                "server’s bytes",
                max_length=64,
                default=matches.models.match.new_seed,
                db_default="",
                editable=False,
                help_text="Those of its divisions' events are made of them; a secret until all is over.",
            ),
        ),
        migrations.AddField(
            "seasonentry",
            "contribution",
            models.CharField(
                "contribution",
                max_length=64,
                blank=True,
                default="",
                db_default="",
                help_text="What the player gives to the seeds of their matches.",
            ),
        ),
    ]
