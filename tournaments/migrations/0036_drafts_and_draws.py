"""What of a draft, and of forbidden pairs, players may see; and which drawn matches of cups are rated."""

from typing import ClassVar

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def mark_forbidden_pairs(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Only lines about forbidden pairs were about pairing without being of a round."""
    lines = apps.get_model("tournaments", "LogLine").objects.using(schema_editor.connection.alias)
    lines.filter(kind="pairing", round_number=None).update(kind="apart")


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tournaments", "0035_reworded_again")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="absence",
            name="in_draft",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="event",
            name="shows_forbidden",
            field=models.BooleanField(
                db_default=False, default=False, help_text="Players see which pairs are forbidden, and why."
            ),
        ),
        migrations.AddField(
            model_name="drawnmatch",
            name="is_rated",
            field=models.BooleanField(
                db_default=True, default=True, help_text="Both have played at least one turn in it."
            ),
        ),
        migrations.AlterField(
            model_name="logline",
            name="kind",
            field=models.CharField(
                choices=[
                    ("event", "event"),
                    ("entry", "entry"),
                    ("pairing", "pairing"),
                    ("apart", "forbidden pairs"),
                    ("round", "round"),
                    ("result", "result"),
                    ("clock", "clock"),
                ],
                max_length=8,
            ),
        ),
        migrations.RunPython(mark_forbidden_pairs, migrations.RunPython.noop),
    ]
