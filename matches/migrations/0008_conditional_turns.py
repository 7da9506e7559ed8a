from __future__ import annotations

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

VIA = [
    ("site", "on the site"),
    ("link", "from a link in a mail"),
    ("mail", "by mail"),
    ("ahead", "as set before"),
    ("clock", "by the clock"),
    ("host", "by the host"),
]


class Migration(migrations.Migration):
    dependencies = [("matches", "0007_taking_back")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="ahead",
            field=models.CharField(
                blank=True,
                choices=[
                    ("set", "conditional turns wait for the opponent's turn"),
                    ("dropped", "conditional turns did not fit what was played before the turn asked for now"),
                ],
                db_default="",
                default="",
                max_length=7,
            ),
        ),
        migrations.AlterField(model_name="turn", name="via", field=models.CharField(choices=VIA, max_length=8)),
        migrations.CreateModel(
            name="ConditionalTurns",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="Of the opponent's turn that is waited for.")),
                ("tree", models.JSONField()),
                ("via", models.CharField(choices=VIA, max_length=8)),
                ("set_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="conditional_turns",
                        to="matches.seat",
                    ),
                ),
            ],
            options={"verbose_name_plural": "conditional turns"},
        ),
    ]
