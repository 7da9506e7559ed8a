"""A seat may be that of a player who came from elsewhere and has no account."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0014_handovers")]

    operations = [
        migrations.AddField(
            "seat",
            "known_as",
            models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Of a player from elsewhere, without account.",
                max_length=80,
            ),
        ),
    ]
