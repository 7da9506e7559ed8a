"""An archive that was sent becomes a club by a worker. What was sent before is to be sent again."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from i18n.fields import SentenceField

WORK = [
    ("", "not asked for"),
    ("queued", "waiting"),
    ("running", "under way"),
    ("failed", "failed"),
    ("done", "done"),
]


def drop(apps: Any, _schema_editor: Any) -> None:
    apps.get_model("tournaments", "Upload").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_called_off_unseen")]

    operations = [
        migrations.RunPython(drop, migrations.RunPython.noop),
        migrations.AddField("upload", "told", models.JSONField(default=dict)),
        migrations.AddField("upload", "name", models.CharField(blank=True, default="", max_length=80), False),
        migrations.AddField("upload", "person", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField("upload", "work", models.CharField(blank=True, choices=WORK, default="", max_length=7)),
        migrations.AddField(
            "upload",
            "asked_at",
            models.DateTimeField(blank=True, help_text="When the work was asked for, or begun.", null=True),
        ),
        migrations.AddField("upload", "progress", models.PositiveSmallIntegerField(default=0, help_text="Per cent.")),
        migrations.AddField("upload", "failure", SentenceField(blank=True, default=str)),
        migrations.AddField(
            "upload",
            "club",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tournaments.club",
            ),
        ),
    ]
