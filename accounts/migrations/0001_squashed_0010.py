"""What the first ten migrations come to on a new site.

They stay: a site that has some of them behind it goes through the others one by one.
"""

import accounts.models
import accounts.lookalikes
import datetime
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("accounts", name)
        for name in """
        0001_initial 0002_night 0003_clock_change 0004_mail_wishes
        0005_languages 0006_club_news 0007_skeletons 0008_invitations
        0009_seen_by_members 0010_turn_mail_words
        """.split()
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "email",
                    models.EmailField(error_messages={"unique": "That address is taken."}, max_length=254, unique=True),
                ),
                ("display_name", models.CharField(max_length=40)),
                (
                    "time_zone",
                    models.CharField(default="UTC", max_length=64, validators=[accounts.models.validate_time_zone]),
                ),
                ("language", models.CharField(choices=accounts.models.languages, default="en-gb", max_length=12)),
                (
                    "turn_mail",
                    models.CharField(
                        choices=[
                            ("each", "An email each time it’s my turn"),
                            ("return", "One email, then none until I’ve been back"),
                            ("digest", "One email a day, with all matches where it’s my turn"),
                            ("none", "No emails about turns; I check the site"),
                        ],
                        default="each",
                        max_length=8,
                    ),
                ),
                ("is_guest", models.BooleanField(default=False)),
                ("is_active", models.BooleanField(default=True)),
                ("is_staff", models.BooleanField(default=False)),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "night_from",
                    models.TimeField(
                        default=datetime.time(22, 0),
                        help_text="When the nine hours begin for which clocks stand still, where a match has nights.",
                    ),
                ),
                (
                    "digest_hour",
                    models.PositiveSmallIntegerField(
                        db_default=18,
                        default=18,
                        help_text="Of the mail of the day, there.",
                        validators=[django.core.validators.MaxValueValidator(23)],
                    ),
                ),
                (
                    "digest_at",
                    models.DateTimeField(blank=True, editable=False, help_text="The next such moment.", null=True),
                ),
                ("quiet_from", models.TimeField(blank=True, null=True)),
                ("quiet_to", models.TimeField(blank=True, null=True)),
                (
                    "told_by",
                    models.BigIntegerField(
                        blank=True,
                        editable=False,
                        help_text="The mail about a turn since which the player has not been back.",
                        null=True,
                    ),
                ),
                (
                    "club_news",
                    models.BooleanField(
                        db_default=True, default=True, help_text="The news of the player’s clubs by mail."
                    ),
                ),
                (
                    "skeleton",
                    accounts.lookalikes.SkeletonField(
                        editable=False,
                        help_text="The name as it looks; a tab and a number stand beside it where an older account’s name looks the same.",
                        max_length=640,
                        null=True,
                        of="display_name",
                        unique=True,
                    ),
                ),
                (
                    "invitations",
                    models.BooleanField(
                        db_default=True,
                        default=True,
                        help_text="Invitations to events and clubs by email, and offers of free places.",
                    ),
                ),
                (
                    "for_members",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Visitors see neither the player’s page nor their matches.",
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "player",
            },
        ),
        migrations.CreateModel(
            name="ClockChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clock_changes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FormerName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                (
                    "skeleton",
                    accounts.lookalikes.SkeletonField(
                        db_index=True, editable=False, max_length=640, null=True, of="name", unique=False
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_names",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("turn_mail", "digest")), fields=["digest_at"], name="player_digest_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("email"),
                name="one_account_per_email",
                violation_error_message="That address is taken.",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("display_name"),
                name="one_player_per_name",
                violation_error_message="That name is taken.",
            ),
        ),
        migrations.AddIndex(
            model_name="clockchange",
            index=models.Index(fields=["user", "at"], name="clock_change_of_player"),
        ),
        migrations.AddIndex(
            model_name="formername",
            index=models.Index(fields=["user", "at"], name="former_name_of_player"),
        ),
    ]
