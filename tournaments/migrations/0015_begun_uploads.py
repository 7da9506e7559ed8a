"""An archive that its workers die of is given up after some beginnings."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_uploads_at_work")]

    operations = [
        migrations.AddField(
            "upload",
            "begun",
            models.PositiveSmallIntegerField(db_default=0, default=0, help_text="How often a worker has begun it."),
        )
    ]
