"""Seeds are mixed of the server's bytes and the players' contributions. Matches of before keep the seed they have, and
a challenge or seek that waits has no bytes yet: they are drawn when it leads to a match."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models

import matches.models.match

SERVER = models.CharField(
    max_length=64,
    default=matches.models.match.new_seed,
    db_default="",
    editable=False,
    help_text="The server’s bytes for the seed.",
)


def given(who: str) -> models.CharField:
    return models.CharField(
        max_length=64, blank=True, default="", db_default="", help_text=f"What {who} gives to the seed."
    )


class Migration(migrations.Migration):
    dependencies: ClassVar = [("matches", "0032_clocks_are_paused")]

    operations: ClassVar = [
        migrations.AddField(
            "match",
            "origin",
            models.JSONField(
                null=True,
                blank=True,
                editable=False,
                help_text="What the seed was mixed of (matches.fairness); a secret.",
            ),
        ),
        migrations.AddField("challenge", "server", SERVER),
        migrations.AddField("challenge", "contribution", given("the challenger")),
        migrations.AddField("seek", "server", SERVER.clone()),
        migrations.AddField("seek", "contribution", given("the player")),
    ]
