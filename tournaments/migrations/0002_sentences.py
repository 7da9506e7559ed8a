from django.db import migrations, models

import matches.models.sentences

SENTENCES = (
    ("logline", "words", {}),
    ("logline", "reason", {"blank": True}),
    ("round", "failure", {"blank": True}),
    ("forbidden", "reason", {"blank": True}),
    (
        "entry",
        "left_words",
        {"blank": True, "help_text": "Of a player who left a round robin: why their matches count as they do."},
    ),
)


def quote(apps, schema_editor):
    """A text becomes JSON of itself."""
    how = "to_json({0})::text" if schema_editor.connection.vendor == "postgresql" else "json_quote({0})"
    for model, name, _ in SENTENCES:
        table = schema_editor.quote_name(apps.get_model("tournaments", model)._meta.db_table)
        column = schema_editor.quote_name(name)
        schema_editor.execute(f"UPDATE {table} SET {column} = {how.format(column)}")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        # By way of a text of any length, since JSON is longer than what it quotes.
        *(
            migrations.AlterField(model_name=model, name=name, field=models.TextField(**more))
            for model, name, more in SENTENCES
        ),
        migrations.RunPython(quote),
        *(
            migrations.AlterField(
                model_name=model,
                name=name,
                field=matches.models.sentences.SentenceField(**{"default": str, **more}),
            )
            for model, name, more in SENTENCES
        ),
    ]
