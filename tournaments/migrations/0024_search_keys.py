from django.db import migrations

from accounts.search_key import SearchKeyField, fill


def fill_names(apps, schema_editor):
    for model in ("Club", "Event"):
        fill(apps, schema_editor, "tournaments", model)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0013_search_keys"),
        ("tournaments", "0023_words_of_choices"),
    ]

    operations = [
        *(
            migrations.AddField(
                model,
                "search_key",
                SearchKeyField(
                    editable=False,
                    help_text="The words of the name as they are searched by.",
                    max_length=640,
                    null=True,
                    of="name",
                ),
            )
            for model in ("club", "event")
        ),
        migrations.RunPython(fill_names, migrations.RunPython.noop),
    ]
