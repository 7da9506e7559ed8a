"""A seat may be taken over by another player."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

KINDS = [
    ("play", "turn"),
    ("resignation", "resignation"),
    ("time", "lost on time"),
    ("default", "passed by the clock"),
    ("leave_day", "leave day used"),
    ("time_given", "time given"),
    ("clock_held", "clock stopped"),
    ("clock_released", "clock started"),
    ("pauses", "leave or time zone changed"),
    ("draw_offer", "draw offered"),
    ("draw_declined", "draw declined"),
    ("agreement", "draw agreed"),
    ("forfeit", "forfeited"),
    ("ruling", "decided by the organiser"),
    ("annulled", "annulled"),
    ("taken_back", "turn taken back"),
    ("handed_over", "taken over by another player"),
    ("said", "line to the others"),
]


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("matches", "0013_via_api"),
    ]

    operations = [
        migrations.AddField(
            "seat",
            "since",
            models.PositiveIntegerField(
                db_default=0, default=0, help_text="The line of the log from which on it is theirs."
            ),
        ),
        migrations.AlterField("turn", "kind", models.CharField(choices=KINDS, default="play", max_length=16)),
        migrations.CreateModel(
            name="Handover",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="handovers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="handovers", to="matches.seat"
                    ),
                ),
                (
                    "line",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="handover", to="matches.turn"
                    ),
                ),
            ],
            options={"ordering": ["line__index"]},
        ),
    ]
