"""An event that is called off while it is being set up stays unseen."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_invited_again")]

    operations = [
        migrations.AddField(
            "event",
            "was_draft",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="Called off while it was being set up: its organisers’ alone.",
            ),
        ),
    ]
