"""Events have bytes of the server's for the seeds of their matches; those of before have none."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models

import matches.models.match


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tournaments", "0025_analysis"), ("matches", "0033_seeds_mixed")]

    operations: ClassVar = [
        migrations.AddField(
            "event",
            "server",
            models.CharField(
                max_length=64,
                default=matches.models.match.new_seed,
                db_default="",
                editable=False,
                help_text="The server’s bytes for the seeds of its matches, a secret until it is over.",
            ),
        ),
        migrations.AddField(
            "entry",
            "contribution",
            models.CharField(
                max_length=64,
                blank=True,
                default="",
                db_default="",
                help_text="What the player gives to the seeds of their matches.",
            ),
        ),
    ]
