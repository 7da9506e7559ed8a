"""What the first 23 migrations come to on a new site.

They stay: a site that has some of them behind it goes through the others one by one.
"""

import datetime
import django.db.models.deletion
import django.utils.timezone
import i18n.fields
import mail.models.outbox
import matches.models.calendar
import matches.models.match
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("matches", name)
        for name in """
        0001_initial 0002_clocks 0003_occasions 0004_fewer_indexes
        0005_inbound 0006_replies 0007_taking_back 0008_conditional_turns
        0009_calendar_feed 0010_bounces 0011_waits_until 0012_sentences
        0013_via_api 0014_handovers 0015_seats_without_account 0016_clocks_of_leavers
        0017_clocks_stopped_by_rule 0018_resign_page 0019_restored_from_backups 0020_refused_mail
        0021_clocks_stopped_together 0022_waits_for_mails 0023_reworded
        """.split()
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("machine", models.CharField(blank=True, max_length=100)),
                ("skew", models.FloatField(default=0.0)),
                ("place", models.CharField(blank=True, db_default="", default="", max_length=60)),
                ("since", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="LeavePool",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.SlugField(max_length=40, unique=True)),
                ("name", models.CharField(max_length=100)),
                ("days", models.PositiveSmallIntegerField(default=30)),
                ("shortest", models.PositiveSmallIntegerField(default=1)),
                (
                    "begins",
                    models.DateField(
                        blank=True, help_text="Both dates empty: so many days each calendar year.", null=True
                    ),
                ),
                ("ends", models.DateField(blank=True, help_text="The last day.", null=True)),
            ],
        ),
        migrations.CreateModel(
            name="CalendarFeed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=matches.models.calendar.new_key, max_length=40, unique=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calendar_feed",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("clock_start", models.DurationField(default=datetime.timedelta(days=3))),
                ("clock_increment", models.DurationField(default=datetime.timedelta(days=3))),
                ("clock_cap", models.DurationField(default=datetime.timedelta(days=3))),
                ("game_slug", models.SlugField(db_index=False, max_length=32)),
                ("options", models.JSONField()),
                ("state", models.JSONField()),
                ("seed", models.CharField(default=matches.models.match.new_seed, editable=False, max_length=64)),
                (
                    "status",
                    models.CharField(
                        choices=[("running", "running"), ("finished", "finished")], default="running", max_length=8
                    ),
                ),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "next_number",
                    models.PositiveIntegerField(default=1, help_text="The number the next asked-for turn will have."),
                ),
                ("log_length", models.PositiveIntegerField(default=0)),
                ("how_it_ended", models.CharField(blank=True, max_length=24)),
                ("result_words", i18n.fields.SentenceField(blank=True, default=str)),
                (
                    "at_zero",
                    models.CharField(
                        choices=[
                            ("lose", "the match is lost"),
                            ("leave", "leave days are used up first"),
                            ("pass", "the player is passed first"),
                        ],
                        default="lose",
                        max_length=5,
                    ),
                ),
                (
                    "last_turn_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, help_text="When a turn was last played, or the start."
                    ),
                ),
                (
                    "nights",
                    models.BooleanField(
                        default=False, help_text="Clocks stand still in the nine hours each player chose."
                    ),
                ),
                (
                    "passes",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="How often a player is passed before losing."
                    ),
                ),
                (
                    "stalled_at",
                    models.DateTimeField(blank=True, help_text="When the host was told that nobody plays.", null=True),
                ),
                (
                    "weekends",
                    models.BooleanField(default=False, help_text="Clocks stand still on Saturdays and Sundays."),
                ),
                ("draws", models.BooleanField(default=True, help_text="Players may agree a draw.")),
                (
                    "occasion",
                    i18n.fields.SentenceField(
                        blank=True, default=str, help_text="What it is played for: “Spring Cup, round 3”."
                    ),
                ),
                (
                    "occasion_path",
                    models.CharField(blank=True, help_text="Where that has its page on this site.", max_length=120),
                ),
                (
                    "all_stopped",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="All clocks of its event are stopped, and its with them.",
                    ),
                ),
                (
                    "clock_act",
                    models.PositiveBigIntegerField(
                        db_default=0, default=0, help_text="The last act on all clocks of its event that was done here."
                    ),
                ),
                (
                    "leave_pool",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="matches.leavepool",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "matches",
            },
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("clock_start", models.DurationField(default=datetime.timedelta(days=3))),
                ("clock_increment", models.DurationField(default=datetime.timedelta(days=3))),
                ("clock_cap", models.DurationField(default=datetime.timedelta(days=3))),
                (
                    "opponent_email",
                    models.EmailField(
                        blank=True,
                        help_text="The address the challenger typed; only the challenger is shown it.",
                        max_length=254,
                    ),
                ),
                ("game_slug", models.SlugField(max_length=32)),
                ("options", models.JSONField()),
                (
                    "first",
                    models.CharField(
                        choices=[("me", "me"), ("you", "my opponent"), ("lot", "drawn by lot")],
                        default="lot",
                        max_length=4,
                    ),
                ),
                ("message", models.CharField(blank=True, max_length=500)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("pending", "waiting for an answer"),
                            ("accepted", "accepted"),
                            ("declined", "declined"),
                            ("withdrawn", "withdrawn"),
                            ("expired", "expired"),
                        ],
                        default="pending",
                        max_length=10,
                    ),
                ),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "at_zero",
                    models.CharField(
                        choices=[
                            ("lose", "the match is lost"),
                            ("leave", "leave days are used up first"),
                            ("pass", "the player is passed first"),
                        ],
                        default="lose",
                        max_length=5,
                    ),
                ),
                (
                    "nights",
                    models.BooleanField(
                        default=False, help_text="Clocks stand still in the nine hours each player chose."
                    ),
                ),
                (
                    "passes",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="How often a player is passed before losing."
                    ),
                ),
                (
                    "weekends",
                    models.BooleanField(default=False, help_text="Clocks stand still on Saturdays and Sundays."),
                ),
                (
                    "challenger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "opponent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_received",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "leave_pool",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="matches.leavepool",
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="challenge",
                        to="matches.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField()),
                ("clocks", models.PositiveIntegerField(help_text="How many clocks got the time back.")),
                ("is_restoration", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "indexes": [models.Index(fields=["ended_at"], name="outage_by_end")],
            },
        ),
        migrations.CreateModel(
            name="OutboxMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=32)),
                (
                    "to",
                    models.EmailField(
                        blank=True, help_text="Only where there is no player: the address itself.", max_length=254
                    ),
                ),
                ("context", models.JSONField(default=dict)),
                ("key", models.CharField(blank=True, max_length=100, null=True)),
                ("subject", models.CharField(blank=True, max_length=255)),
                ("text", models.TextField(blank=True)),
                ("html", models.TextField(blank=True)),
                ("message_id", models.CharField(default=mail.models.outbox.new_message_id, max_length=255)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "waiting to be sent"),
                            ("sent", "sent"),
                            ("dropped", "no longer needed"),
                            ("parked", "given up, needs a look"),
                            ("bounced", "came back, or its address takes no mail"),
                        ],
                        default="queued",
                        max_length=8,
                    ),
                ),
                ("queued_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("next_try_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("leased_until", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                (
                    "lost_attempts",
                    models.PositiveSmallIntegerField(default=0, help_text="Attempts whose worker died meanwhile."),
                ),
                ("last_error", models.TextField(blank=True)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                (
                    "delivered_at",
                    models.DateTimeField(
                        blank=True, help_text="When it was said to have got there; few servers say so.", null=True
                    ),
                ),
                (
                    "sent_to",
                    models.EmailField(
                        blank=True, db_default="", default="", help_text="The address that it went to.", max_length=254
                    ),
                ),
                (
                    "waits_until",
                    models.DateTimeField(blank=True, help_text="When its reader’s quiet hours are over.", null=True),
                ),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mails",
                        to="matches.match",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mails",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "mail",
            },
        ),
        migrations.CreateModel(
            name="MailAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.EmailField(max_length=254)),
                ("undeliverable_since", models.DateTimeField(blank=True, null=True)),
                ("words", models.TextField(blank=True, help_text="Why, as the other mail server put it.")),
                (
                    "failures",
                    models.PositiveIntegerField(
                        default=0, help_text="Mails that came back since the address was good."
                    ),
                ),
                (
                    "soft_failures",
                    models.PositiveSmallIntegerField(default=0, help_text="Of them, lately and for a passing reason."),
                ),
                ("soft_since", models.DateTimeField(blank=True, null=True)),
                ("complained_at", models.DateTimeField(blank=True, null=True)),
                ("good_since", models.DateTimeField(blank=True, null=True)),
                (
                    "mail",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="matches.outboxmail",
                    ),
                ),
            ],
            options={
                "verbose_name": "troubled address",
                "verbose_name_plural": "troubled addresses",
            },
        ),
        migrations.CreateModel(
            name="RefusedMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("hour", models.DateTimeField()),
                (
                    "via",
                    models.CharField(
                        choices=[("smtp", "mail server"), ("webhook", "provider"), ("imap", "mailbox")], max_length=8
                    ),
                ),
                (
                    "why",
                    models.CharField(
                        choices=[
                            ("unknown", "to an address that nobody was given"),
                            ("too_many", "more than a person writes"),
                            ("unreadable", "posted, and no mail"),
                        ],
                        max_length=10,
                    ),
                ),
                ("number", models.PositiveIntegerField(default=0)),
                ("last_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("sender", models.CharField(blank=True, max_length=320)),
                (
                    "peer",
                    models.CharField(
                        blank=True, help_text="The machine that brought the last one, if known.", max_length=64
                    ),
                ),
            ],
            options={
                "verbose_name": "count of refused mails",
                "verbose_name_plural": "counts of refused mails",
                "constraints": [
                    models.UniqueConstraint(fields=("hour", "via", "why"), name="one_count_per_hour_way_and_reason")
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("index", models.PositiveSmallIntegerField()),
                ("number", models.PositiveIntegerField(blank=True, null=True)),
                ("asked_at", models.DateTimeField(blank=True, null=True)),
                ("deadline", models.DateTimeField(blank=True, null=True)),
                ("bank", models.DurationField(default=datetime.timedelta(days=3))),
                ("share", models.DecimalField(blank=True, decimal_places=4, max_digits=5, null=True)),
                ("score", models.IntegerField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "held",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("mail", "the mail about this turn was not delivered"),
                            ("organiser", "the organiser has stopped it"),
                            ("left", "a rule has stopped it, since its player has left"),
                            ("event", "it is stopped with all clocks of its event"),
                        ],
                        max_length=9,
                    ),
                ),
                ("passes_used", models.PositiveSmallIntegerField(default=0)),
                ("pauses", models.JSONField(blank=True, default=dict)),
                ("pauses_changed_at", models.DateTimeField(blank=True, null=True)),
                ("remind_at", models.DateTimeField(blank=True, null=True)),
                ("running_since", models.DateTimeField(blank=True, null=True)),
                (
                    "runs_unnoticed",
                    models.BooleanField(
                        default=False,
                        help_text="The organiser let the clock run for this turn though its mail was not delivered.",
                    ),
                ),
                ("turn_bank", models.DurationField(blank=True, null=True)),
                (
                    "is_deaf",
                    models.BooleanField(
                        db_default=False, default=False, help_text="No mail about lines from the others."
                    ),
                ),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                (
                    "seen_length",
                    models.PositiveIntegerField(
                        db_default=0, default=0, help_text="How much of the log was looked at."
                    ),
                ),
                (
                    "ahead",
                    models.CharField(
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
                (
                    "since",
                    models.PositiveIntegerField(
                        db_default=0, default=0, help_text="The line of the log from which on it is theirs."
                    ),
                ),
                (
                    "known_as",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="Of a player from elsewhere, without account.",
                        max_length=80,
                    ),
                ),
                (
                    "held_at",
                    models.DateTimeField(blank=True, help_text="Since when it has waited for a mail.", null=True),
                ),
                (
                    "waited",
                    models.DurationField(
                        db_default=datetime.timedelta(0),
                        default=datetime.timedelta(0),
                        help_text="What it has waited for mails in this match.",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="matches.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["match_id", "index"],
            },
        ),
        migrations.CreateModel(
            name="Reminder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("fifth", "a fifth of the time is left"), ("day", "a day is left")], max_length=5
                    ),
                ),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reminders", to="matches.seat"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="match",
            name="draw_offered_by",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="matches.seat",
            ),
        ),
        migrations.CreateModel(
            name="Link",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                (
                    "purpose",
                    models.CharField(
                        choices=[
                            ("turn", "play a turn"),
                            ("challenge", "answer a challenge"),
                            ("reply", "reply to a mail"),
                            ("resign", "reply that resigns"),
                            ("resignpage", "resign a match"),
                        ],
                        max_length=10,
                    ),
                ),
                ("number", models.PositiveIntegerField(blank=True, null=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("log_length", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "challenge",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="matches.challenge",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="matches.seat",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LeaveDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="leave_days",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="matches.leavepool"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="leave_days", to="matches.seat"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ConditionalTurns",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="Of the opponent's turn that is waited for.")),
                ("tree", models.JSONField()),
                (
                    "via",
                    models.CharField(
                        choices=[
                            ("site", "on the site"),
                            ("link", "from a link in a mail"),
                            ("mail", "by mail"),
                            ("api", "by a program"),
                            ("ahead", "as set before"),
                            ("clock", "by the clock"),
                            ("host", "by the host"),
                        ],
                        max_length=8,
                    ),
                ),
                ("set_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="conditional_turns", to="matches.seat"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "conditional turns",
            },
        ),
        migrations.CreateModel(
            name="Turn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("index", models.PositiveIntegerField(help_text="Place in the log, from 0.")),
                ("number", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
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
                        ],
                        default="play",
                        max_length=16,
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=200)),
                ("words", i18n.fields.SentenceField(blank=True, default=str)),
                ("public_words", i18n.fields.SentenceField(blank=True, default=str)),
                ("secret", models.BooleanField(default=False)),
                ("notes", i18n.fields.SentencesField(blank=True, default=list)),
                ("message", models.CharField(blank=True, help_text="A line to the opponent.", max_length=500)),
                ("state", models.JSONField()),
                (
                    "via",
                    models.CharField(
                        choices=[
                            ("site", "on the site"),
                            ("link", "from a link in a mail"),
                            ("mail", "by mail"),
                            ("api", "by a program"),
                            ("ahead", "as set before"),
                            ("clock", "by the clock"),
                            ("host", "by the host"),
                        ],
                        max_length=8,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("amount", models.DurationField(blank=True, null=True)),
                ("clocks", models.JSONField(default=list)),
                ("stamped_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("before", models.JSONField(blank=True, null=True)),
                (
                    "about",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="matches.seat",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turns",
                        to="matches.match",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turns",
                        to="matches.seat",
                    ),
                ),
                (
                    "undoes",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="matches.turn",
                    ),
                ),
            ],
            options={
                "ordering": ["match_id", "index"],
            },
        ),
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
            options={
                "ordering": ["line__index"],
            },
        ),
        migrations.CreateModel(
            name="Leave",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="leaves", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["starts_at"],
                "indexes": [models.Index(fields=["player", "ends_at"], name="leave_of_player")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ends_at__gt", models.F("starts_at"))), name="leave_takes_time"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="InboundMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("raw", models.BinaryField()),
                (
                    "via",
                    models.CharField(
                        choices=[("smtp", "mail server"), ("webhook", "provider"), ("imap", "mailbox")], max_length=8
                    ),
                ),
                (
                    "sender",
                    models.CharField(
                        blank=True, help_text="Of the envelope; empty for a delivery report.", max_length=320
                    ),
                ),
                ("recipients", models.JSONField(default=list, help_text="Of the envelope.")),
                ("key", models.CharField(max_length=64)),
                ("digest", models.CharField(max_length=64)),
                ("token_hash", models.CharField(blank=True, max_length=64)),
                ("arrived_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting to be read"),
                            ("done", "done"),
                            ("ignored", "ignored"),
                            ("set_aside", "set aside, needs a look"),
                        ],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("next_try_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("leased_until", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                (
                    "lost_attempts",
                    models.PositiveSmallIntegerField(default=0, help_text="Attempts whose worker died meanwhile."),
                ),
                ("last_error", models.TextField(blank=True)),
                ("outcome", models.CharField(blank=True, max_length=40)),
                ("words", models.CharField(blank=True, max_length=500)),
                ("processed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="inbound_mails",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="inbound_mails",
                        to="matches.match",
                    ),
                ),
            ],
            options={
                "verbose_name": "mail that came in",
                "verbose_name_plural": "mails that came in",
                "indexes": [
                    models.Index(condition=models.Q(("status", "waiting")), fields=["next_try_at"], name="inbound_due"),
                    models.Index(
                        condition=models.Q(("status", "waiting")), fields=["token_hash"], name="inbound_of_token"
                    ),
                    models.Index(
                        condition=models.Q(("status", "set_aside")), fields=["arrived_at"], name="inbound_set_aside"
                    ),
                    models.Index(fields=["arrived_at"], name="inbound_by_arrival"),
                    models.Index(fields=["token_hash", "arrived_at"], name="inbound_to_address"),
                    models.Index(fields=["sender", "arrived_at"], name="inbound_from_sender"),
                ],
                "constraints": [models.UniqueConstraint(fields=("key",), name="one_inbound_mail_per_key")],
            },
        ),
        migrations.AddIndex(
            model_name="challenge",
            index=models.Index(fields=["status", "expires_at"], name="challenge_by_status"),
        ),
        migrations.AddIndex(
            model_name="outboxmail",
            index=models.Index(condition=models.Q(("status", "queued")), fields=["next_try_at"], name="mail_due"),
        ),
        migrations.AddIndex(
            model_name="outboxmail",
            index=models.Index(fields=["match", "user", "queued_at"], name="mail_of_thread"),
        ),
        migrations.AddIndex(
            model_name="outboxmail",
            index=models.Index(condition=models.Q(("status", "parked")), fields=["queued_at"], name="mail_parked"),
        ),
        migrations.AddConstraint(
            model_name="outboxmail",
            constraint=models.UniqueConstraint(fields=("key",), name="one_mail_per_key"),
        ),
        migrations.AddConstraint(
            model_name="outboxmail",
            constraint=models.UniqueConstraint(fields=("message_id",), name="one_mail_per_message_id"),
        ),
        migrations.AddConstraint(
            model_name="mailaddress",
            constraint=models.UniqueConstraint(fields=("address",), name="one_row_per_mail_address"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(condition=models.Q(("deadline__isnull", False)), fields=["deadline"], name="seat_due"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["player", "finished_at", "deadline"], name="seat_of_player"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("remind_at__isnull", False)), fields=["remind_at"], name="seat_to_remind"
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("pauses_changed_at__isnull", False)),
                fields=["pauses_changed_at"],
                name="seat_to_follow",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("held", ""), _negated=True), fields=["held", "asked_at"], name="seat_held"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("match", "index"), name="one_seat_per_index"),
        ),
        migrations.AddConstraint(
            model_name="reminder",
            constraint=models.UniqueConstraint(
                fields=("seat", "number", "kind"), name="one_reminder_per_turn_and_kind"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["status", "-finished_at"], name="match_by_status"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("status", "running")), fields=["last_turn_at"], name="match_waiting"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("draw_offered_by__isnull", False)),
                fields=["draw_offered_by"],
                name="match_with_offer",
            ),
        ),
        migrations.AddIndex(
            model_name="leaveday",
            index=models.Index(fields=["player", "pool", "at"], name="leave_day_of_player"),
        ),
        migrations.AddIndex(
            model_name="turn",
            index=models.Index(condition=models.Q(("about__isnull", False)), fields=["about"], name="turn_about_seat"),
        ),
        migrations.AddConstraint(
            model_name="turn",
            constraint=models.UniqueConstraint(fields=("match", "index"), name="one_log_line_per_index"),
        ),
        migrations.AddConstraint(
            model_name="turn",
            constraint=models.UniqueConstraint(
                condition=models.Q(("number__isnull", False)), fields=("match", "number"), name="one_turn_per_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="turn",
            constraint=models.UniqueConstraint(
                condition=models.Q(("undoes__isnull", False)), fields=("undoes",), name="one_taking_back_per_turn"
            ),
        ),
    ]
