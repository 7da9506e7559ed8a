"""Text becomes sentences that can be said again in another language; what was written before stays as it was."""

import json

from django.db import migrations, models

from i18n.text import translate
from i18n.fields import SentenceField

WHY_LEFT = "Of a player who left a round robin: why their matches count as they do."
# The model, the column, how long it could be, and its options.
SENTENCES = (
    ("logline", "words", 500, {}),
    ("logline", "reason", 300, {"blank": True}),
    ("round", "failure", 500, {"blank": True}),
    ("forbidden", "reason", 200, {"blank": True}),
    ("entry", "left_words", 300, {"blank": True, "help_text": WHY_LEFT}),
)


def quote(apps, schema_editor):
    """A text becomes JSON of itself."""
    how = "to_json({0})::text" if schema_editor.connection.vendor == "postgresql" else "json_quote({0})"
    for model, name, *_ in SENTENCES:
        table = schema_editor.quote_name(apps.get_model("tournaments", model)._meta.db_table)
        column = schema_editor.quote_name(name)
        schema_editor.execute(f"UPDATE {table} SET {column} = {how.format(column)}")
    _check_now(schema_editor)


def say_for_good(apps, schema_editor):
    for model, name, most, _ in SENTENCES:
        rows = apps.get_model("tournaments", model).objects
        for pk, stored in list(rows.values_list("pk", name).order_by()):
            rows.filter(pk=pk).update(**{name: str(translate(json.loads(stored)))[:most]})
    _check_now(schema_editor)


def _check_now(schema_editor):
    """PostgreSQL alters no table while the keys of rows that were written twice wait to be checked."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        # By way of a text of any length, since JSON is longer than what it quotes.
        *(
            migrations.AlterField(model_name=model, name=name, field=models.TextField(**more))
            for model, name, _, more in SENTENCES
        ),
        migrations.RunPython(quote, say_for_good),
        *(
            migrations.AlterField(model_name=model, name=name, field=SentenceField(**{"default": str, **more}))
            for model, name, _, more in SENTENCES
        ),
    ]
