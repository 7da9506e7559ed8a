"""Stored sentences are carried to the words in which they are said now: those of expeditions and tables, too."""

from django.db import migrations

from i18n.reword_rows import reword_rows


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("tournaments", "0034_weekly_forests"),
    ]

    operations = [
        reword_rows("tournaments", {}),
    ]
