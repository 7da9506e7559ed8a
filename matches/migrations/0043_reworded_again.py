"""Stored sentences are carried to the words in which they are said now: those that changed with the new games, too."""

from django.db import migrations

from i18n.reword_rows import reword_rows


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("matches", "0042_marks"),
    ]

    operations = [
        reword_rows("matches", {"Match": ["state"], "Turn": ["state"]}),
    ]
