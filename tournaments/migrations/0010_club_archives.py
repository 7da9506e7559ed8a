"""Clubs that come in from another site, with people who have no account here."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def key():
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0009_places_and_cards"),
        ("matches", "0015_seats_without_account"),
    ]

    operations = [
        migrations.AddField(
            "seasonentry",
            "name",
            models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Of a player from elsewhere, without account.",
                max_length=80,
            ),
        ),
        migrations.CreateModel(
            name="Arrival",
            fields=[
                ("id", key()),
                ("name", models.CharField(max_length=80)),
                ("places", models.JSONField(default=dict)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="arrivals", to="tournaments.club"
                    ),
                ),
            ],
            options={"ordering": ["club_id", "pk"]},
        ),
        migrations.CreateModel(
            name="Upload",
            fields=[
                ("id", key()),
                ("content", models.BinaryField()),
                ("digest", models.CharField(max_length=64)),
                ("sent_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="upload",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
