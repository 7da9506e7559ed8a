"""Text becomes sentences that can be said again in another language; what was written before stays as it was."""

import json

from django.db import migrations

from i18n.text import translate
from i18n.fields import SentenceField, SentencesField

LENGTHS = {"Match": {"occasion": 120, "result_words": 300}, "Turn": {"words": 500, "public_words": 500}}
OCCASION = "What it is played for: “Spring Cup, round 3”."


def quote(apps, schema_editor):
    """One pass over each table. PostgreSQL would read the text itself as JSON, if it were left to Django."""
    for model, columns in LENGTHS.items():
        table = apps.get_model("matches", model)._meta.db_table
        if schema_editor.connection.vendor == "postgresql":
            changes = (f"ALTER {column} TYPE jsonb USING to_jsonb({column})" for column in columns)
            schema_editor.execute(f"ALTER TABLE {table} {', '.join(changes)}")
        else:
            changes = (f"{column} = json_quote({column})" for column in columns)
            schema_editor.execute(f"UPDATE {table} SET {', '.join(changes)}")


def unquote(apps, schema_editor):
    for model, columns in LENGTHS.items():
        rows = apps.get_model("matches", model).objects
        _say_for_good(rows, columns)
        table = rows.model._meta.db_table
        if schema_editor.connection.vendor == "postgresql":
            changes = (
                f"ALTER {name} TYPE varchar({most}) USING left({name} #>> '{{}}', {most})"
                for name, most in columns.items()
            )
            schema_editor.execute(f"ALTER TABLE {table} {', '.join(changes)}")
        else:
            changes = (f"{name} = substr(json_extract({name}, '$'), 1, {most})" for name, most in columns.items())
            schema_editor.execute(f"UPDATE {table} SET {', '.join(changes)}")


def _say_for_good(rows, columns):
    """One by one: the columns hold JSON still, while their fields are those of text again."""
    for pk, *stored in rows.values_list("pk", *columns).order_by().iterator(chunk_size=1000):
        said = {
            name: json.dumps(str(translate(json.loads(kept))))
            for name, kept in zip(columns, stored)
            if kept.startswith("[")
        }
        if said:
            rows.filter(pk=pk).update(**said)


class AlterColumn(migrations.AlterField):
    """Where ``quote`` and ``unquote`` have not done it already."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0011_waits_until"),
    ]

    operations = [
        migrations.RunPython(quote, unquote),
        AlterColumn("match", "occasion", SentenceField(blank=True, default=str, help_text=OCCASION)),
        AlterColumn("match", "result_words", SentenceField(blank=True, default=str)),
        AlterColumn("turn", "words", SentenceField(blank=True, default=str)),
        AlterColumn("turn", "public_words", SentenceField(blank=True, default=str)),
        migrations.AlterField("turn", "notes", SentencesField(blank=True, default=list)),
    ]
