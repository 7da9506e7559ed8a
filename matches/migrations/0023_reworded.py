"""Stored sentences are carried to the words in which they are said now."""

from django.db import migrations

from i18n.reword_rows import reword_rows


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("matches", "0022_waits_for_mails"),
    ]

    operations = [
        reword_rows("matches", {"Match": ["state"], "Turn": ["state"], "OutboxMail": ["context"]}),
    ]
