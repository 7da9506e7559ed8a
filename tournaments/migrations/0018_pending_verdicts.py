"""Matches that an organiser decides together with others."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import i18n.fields


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0017_break_between_rounds"),
    ]

    operations = [
        migrations.CreateModel(
            "PendingVerdict",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("verdict", models.CharField(max_length=8)),
                ("seen", models.CharField(blank=True, max_length=20)),
                ("reason", i18n.fields.SentenceField()),
                ("asked_at", models.DateTimeField()),
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
                    "pairing",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pending",
                        to="tournaments.pairing",
                    ),
                ),
            ],
        )
    ]
