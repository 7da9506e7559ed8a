"""Stored sentences are carried to the words in which they are said now: those about byes, too."""

from django.db import migrations

from i18n.reword_rows import reword_rows


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("tournaments", "0039_names_in_one_case"),
    ]

    operations = [
        reword_rows("tournaments", {}),
    ]
