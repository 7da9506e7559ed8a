"""The host's page counts the deliveries that were given up lately, however many there are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("api", "0002_webhooks_of_clubs")]

    operations = [
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["ended_at"], name="delivery_parked", condition=models.Q(("status", "parked"))),
        ),
    ]
