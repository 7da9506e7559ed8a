"""Stored sentences are carried to the words in which they are said now."""

from django.db import migrations

from i18n.reword_rows import reword_rows


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("tournaments", "0021_clock_acts"),
    ]

    operations = [
        reword_rows("tournaments", {}),
    ]
