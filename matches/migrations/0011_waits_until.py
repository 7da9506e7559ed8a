from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0010_bounces"),
    ]

    operations = [
        migrations.AddField(
            model_name="outboxmail",
            name="waits_until",
            field=models.DateTimeField(blank=True, help_text="When its reader’s quiet hours are over.", null=True),
        ),
    ]
