import logging

from django.db import migrations

from accounts.search_key import SearchKeyField, add_trigrams, fill

log = logging.getLogger(__name__)
WORDS = (
    "The database has no pg_trgm (%s), so the site's search finds parts of names, but no names with a slip in them. "
    "docs/hosting.md says how to add it later."
)


def add_extension(apps, schema_editor):
    if why := add_trigrams(schema_editor.connection.alias):
        log.warning(WORDS, why)


def fill_players(apps, schema_editor):
    fill(apps, schema_editor, "accounts", "User")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0012_shown_parts"),
    ]

    operations = [
        migrations.RunPython(add_extension, migrations.RunPython.noop),
        migrations.AddField(
            "user",
            "search_key",
            SearchKeyField(
                editable=False,
                help_text="The words of the name as they are searched by.",
                max_length=640,
                null=True,
                of="display_name",
            ),
        ),
        migrations.RunPython(fill_players, migrations.RunPython.noop),
    ]
