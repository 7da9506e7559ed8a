"""Places that are free for somebody else, and cards. Seasons that are there already go on as players know them: a place
that is left stays empty, and nobody gets a card."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import i18n.fields

REPLACEMENTS = [
    ("take_over", "somebody else takes over the matches as they stand, with the clock"),
    ("anew", "somebody else starts anew against everybody"),
    ("nobody", "nobody"),
]
CARDS = [
    ("no_turn", "who loses a match on time without a turn"),
    ("on_time", "who loses a match on time"),
    ("nobody", "nobody"),
]


def user(name, **more):
    return models.ForeignKey(
        blank=True,
        null=True,
        on_delete=django.db.models.deletion.SET_NULL,
        related_name=name,
        to=settings.AUTH_USER_MODEL,
        **more,
    )


def of(model, name):
    return models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name=name, to=f"tournaments.{model}")


def key():
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0008_matches_side_by_side"),
    ]

    operations = [
        migrations.AddField(
            "season", "replacements", models.CharField(choices=REPLACEMENTS, default="nobody", max_length=9)
        ),
        migrations.AlterField(
            "season", "replacements", models.CharField(choices=REPLACEMENTS, default="take_over", max_length=9)
        ),
        migrations.AddField(
            "season",
            "replace_days",
            models.PositiveSmallIntegerField(
                default=7, help_text="For so many days somebody is sought for a place that is free."
            ),
        ),
        migrations.AddField("season", "cards", models.CharField(choices=CARDS, default="nobody", max_length=7)),
        migrations.AlterField("season", "cards", models.CharField(choices=CARDS, default="no_turn", max_length=7)),
        migrations.AddField(
            "season",
            "warnings",
            models.PositiveSmallIntegerField(default=1, help_text="Cards before the one that is the last."),
        ),
        migrations.AddField(
            "entry",
            "is_open",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="The player has left, and the matches wait for another in their place.",
            ),
        ),
        migrations.AddField(
            "entry",
            "before",
            i18n.fields.SentenceField(
                blank=True, default=str, help_text="Who had the place before, where somebody has taken it over."
            ),
        ),
        migrations.CreateModel(
            name="Vacancy",
            fields=[
                ("id", key()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("until", models.DateTimeField()),
                (
                    "starts_anew",
                    models.BooleanField(help_text="Whoever comes starts all matches anew; else they go on."),
                ),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "end",
                    models.CharField(
                        blank=True,
                        choices=[("taken", "taken"), ("back", "given back"), ("nobody", "given up")],
                        max_length=6,
                    ),
                ),
                ("entry", of("entry", "vacancies")),
                ("player", user("places_left")),
                ("taken_by", user("places_taken")),
            ],
            options={
                "verbose_name_plural": "vacancies",
                "ordering": ["entry_id", "at"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at__isnull", True)),
                        fields=("entry",),
                        name="one_open_vacancy_per_entry",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PlaceOffer",
            fields=[
                ("id", key()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("until", models.DateTimeField()),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("accepted", "accepted"),
                            ("declined", "declined"),
                            ("lapsed", "not answered in time"),
                            ("withdrawn", "taken back"),
                        ],
                        max_length=9,
                    ),
                ),
                ("by", user("+")),
                ("player", user("places_offered")),
                ("vacancy", of("vacancy", "offers")),
            ],
            options={
                "ordering": ["vacancy_id", "at"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("answer", "")), fields=("vacancy",), name="one_open_offer_per_vacancy"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Card",
            fields=[
                ("id", key()),
                (
                    "colour",
                    models.CharField(choices=[("yellow", "yellow card"), ("red", "red card")], max_length=6),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("lifted_at", models.DateTimeField(blank=True, null=True)),
                ("lifted_because", models.CharField(blank=True, max_length=300)),
                ("entry", of("entry", "cards")),
                ("lifted_by", user("+")),
                (
                    "pairing",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="cards",
                        to="tournaments.pairing",
                    ),
                ),
                ("player", user("cards")),
            ],
            options={
                "ordering": ["entry_id", "at"],
                "constraints": [models.UniqueConstraint(fields=("player", "pairing"), name="one_card_per_match")],
            },
        ),
    ]
