"""One act for all clocks of an event."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import i18n.fields


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0020_names_of_the_invited"),
    ]

    operations = [
        migrations.CreateModel(
            "ClockAct",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("group", models.CharField(max_length=32)),
                (
                    "kind",
                    models.CharField(
                        choices=[("stop", "stopped"), ("start", "started"), ("add", "time added")], max_length=5
                    ),
                ),
                ("amount", models.DurationField(blank=True, null=True)),
                ("at", models.DateTimeField()),
                ("reason", i18n.fields.SentenceField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="clock_acts", to="tournaments.event"
                    ),
                ),
            ],
        )
    ]
