"""What the first 23 migrations come to on a new site.

They stay: a site that has some of them behind it goes through the others one by one.
"""

import accounts.lookalikes
import datetime
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import i18n.fields
import tournaments.models.club
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", name)
        for name in """
        0001_initial 0002_sentences 0003_clubs 0004_events_of_club_members
        0005_leagues 0006_cups 0007_season_calendar 0008_matches_side_by_side
        0009_places_and_cards 0010_club_archives 0011_season_mails 0012_invited_again
        0013_called_off_unseen 0014_uploads_at_work 0015_begun_uploads 0016_club_skeletons
        0017_break_between_rounds 0018_pending_verdicts 0019_seen_by_the_club 0020_names_of_the_invited
        0021_clock_acts 0022_reworded 0023_words_of_choices
        """.split()
    ]

    initial = True

    dependencies = [
        ("matches", "0001_squashed_0023"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("about", models.TextField(blank=True, max_length=4000)),
                (
                    "joining",
                    models.CharField(
                        choices=[
                            ("open", "everyone can join at once"),
                            ("request", "on request, with an organiser’s approval"),
                            ("invitation", "by invitation only"),
                        ],
                        default="request",
                        max_length=10,
                    ),
                ),
                ("invitation_key", models.CharField(default=tournaments.models.club.new_key, max_length=32)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "changed_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, help_text="When anything that its pages show last changed."
                    ),
                ),
                (
                    "skeleton",
                    accounts.lookalikes.SkeletonField(
                        editable=False,
                        help_text="The name as it looks.",
                        max_length=640,
                        null=True,
                        of="name",
                        unique=True,
                    ),
                ),
                (
                    "members_only",
                    models.BooleanField(db_default=False, default=False, help_text="Others see none of its pages."),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Arrival",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                ("places", models.JSONField(default=dict)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="arrivals", to="tournaments.club"
                    ),
                ),
            ],
            options={
                "ordering": ["club_id", "pk"],
            },
        ),
        migrations.CreateModel(
            name="ClubLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("words", i18n.fields.SentenceField(default=str)),
                ("reason", i18n.fields.SentenceField(blank=True, default=str)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="log", to="tournaments.club"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClubNews",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("subject", models.CharField(max_length=120)),
                ("text", models.TextField(max_length=4000)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="news", to="tournaments.club"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "club news",
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(blank=True, max_length=80)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("invited", "invited"),
                            ("applied", "waiting for approval"),
                            ("waiting", "on the waiting list"),
                            ("entered", "entered"),
                            ("withdrawn", "withdrawn"),
                            ("refused", "not accepted"),
                        ],
                        default="entered",
                        max_length=9,
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("seed", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("rating", models.PositiveSmallIntegerField(default=0, help_text="What it was seeded by.")),
                ("entered_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("checked_in_at", models.DateTimeField(blank=True, null=True)),
                ("back_from", models.PositiveSmallIntegerField(default=1)),
                ("gone_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "is_accelerated",
                    models.BooleanField(default=False, help_text="In the group that gets virtual points."),
                ),
                ("is_no_show", models.BooleanField(default=False)),
                (
                    "left_words",
                    i18n.fields.SentenceField(
                        blank=True,
                        default=str,
                        help_text="Of a player who left a round robin: why their matches count as they do.",
                    ),
                ),
                (
                    "is_open",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="The player has left, and the matches wait for another in their place.",
                    ),
                ),
                (
                    "before",
                    i18n.fields.SentenceField(
                        blank=True, default=str, help_text="Who had the place before, where somebody has taken it over."
                    ),
                ),
                (
                    "called",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="What the organisers call somebody who was invited by mail, until they say it themselves.",
                        max_length=40,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
            },
        ),
        migrations.CreateModel(
            name="Absence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveSmallIntegerField()),
                (
                    "bye",
                    models.CharField(
                        choices=[("F", "a full point"), ("H", "half a point"), ("Z", "nothing")],
                        default="Z",
                        max_length=1,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="absences", to="tournaments.entry"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("clock_start", models.DurationField(default=datetime.timedelta(days=3))),
                ("clock_increment", models.DurationField(default=datetime.timedelta(days=3))),
                ("clock_cap", models.DurationField(default=datetime.timedelta(days=3))),
                (
                    "weekends",
                    models.BooleanField(default=False, help_text="Clocks stand still on Saturdays and Sundays."),
                ),
                (
                    "nights",
                    models.BooleanField(
                        default=False, help_text="Clocks stand still in the nine hours each player chose."
                    ),
                ),
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
                    "passes",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="How often a player is passed before losing."
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("description", models.TextField(blank=True, max_length=4000)),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("draft", "being set up"),
                            ("registration", "open for entries"),
                            ("running", "running"),
                            ("finished", "finished"),
                            ("cancelled", "called off"),
                        ],
                        default="draft",
                        max_length=12,
                    ),
                ),
                ("is_public", models.BooleanField(default=True, help_text="Whoever is not logged in sees it, too.")),
                ("game_slug", models.SlugField(max_length=32)),
                ("options", models.JSONField(default=dict)),
                ("draws", models.BooleanField(default=True, help_text="Players may agree a draw.")),
                ("rated", models.BooleanField(default=True)),
                (
                    "format",
                    models.CharField(
                        choices=[("swiss", "Swiss"), ("round_robin", "round robin"), ("cup", "cup")],
                        default="swiss",
                        max_length=12,
                    ),
                ),
                ("rounds", models.PositiveSmallIntegerField(default=5)),
                ("cycles", models.PositiveSmallIntegerField(default=1)),
                ("accelerated", models.BooleanField(default=False, help_text="Baku acceleration (FIDE C.04.7).")),
                (
                    "points",
                    models.CharField(
                        choices=[("1", "1 for a win, ½ for a draw"), ("3", "3 for a win, 1 for a draw")],
                        default="1",
                        max_length=1,
                    ),
                ),
                ("tie_breaks", models.JSONField(default=list)),
                (
                    "most_difference",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="At most so much of a match’s difference in volley points counts.",
                        null=True,
                    ),
                ),
                (
                    "seeding",
                    models.CharField(
                        choices=[("rating", "by rating"), ("own", "in the organiser’s own order")],
                        default="rating",
                        max_length=6,
                    ),
                ),
                (
                    "initial_colour",
                    models.CharField(blank=True, help_text="Drawn when the event begins: w or b.", max_length=1),
                ),
                (
                    "registration",
                    models.CharField(
                        choices=[
                            ("open", "open to all"),
                            ("approval", "open to all, with an organiser’s approval"),
                            ("invitation", "by invitation"),
                            ("club", "open to the members of its club"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("places", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "closes_at",
                    models.DateTimeField(blank=True, help_text="When registration closes by itself.", null=True),
                ),
                ("check_in", models.BooleanField(default=False)),
                ("check_in_hours", models.PositiveSmallIntegerField(default=48, help_text="Before the start.")),
                ("check_in_asked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "late_until",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="The last round in which one may still enter."
                    ),
                ),
                (
                    "late_bye",
                    models.CharField(choices=[("H", "half a point"), ("Z", "nothing")], default="H", max_length=1),
                ),
                ("half_byes", models.PositiveSmallIntegerField(default=1)),
                (
                    "starts_at",
                    models.DateTimeField(blank=True, help_text="Empty: when an organiser begins it.", null=True),
                ),
                (
                    "round_start",
                    models.CharField(
                        choices=[("done", "when the previous round is done"), ("date", "on a fixed date")],
                        default="done",
                        max_length=4,
                    ),
                ),
                (
                    "round_days",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="After so many days a round ends, or what is unfinished is dealt with.",
                        null=True,
                    ),
                ),
                (
                    "unfinished",
                    models.CharField(
                        choices=[
                            ("wait", "the round waits for them"),
                            ("extend", "they get more time once, then an organiser adjudicates them"),
                            ("settle", "an organiser adjudicates each"),
                        ],
                        default="wait",
                        max_length=6,
                    ),
                ),
                ("extension_days", models.PositiveSmallIntegerField(default=7)),
                (
                    "publishes_itself",
                    models.BooleanField(
                        default=True, help_text="A round is published as it was paired, without an organiser."
                    ),
                ),
                ("withdraws_no_shows", models.BooleanField(default=True)),
                (
                    "leaver",
                    models.CharField(
                        choices=[
                            ("half", "annulled if fewer than half were played, otherwise the rest are forfeited"),
                            ("forfeit", "the rest are forfeited"),
                            ("annul", "all their matches are annulled"),
                        ],
                        default="half",
                        max_length=7,
                    ),
                ),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("begun_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "changed_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, help_text="When anything that its pages show last changed."
                    ),
                ),
                (
                    "decides",
                    models.CharField(
                        choices=[
                            ("pfs", "the volley points of the match, then a further match, then the better seed"),
                            ("fs", "a further match, then the better seed"),
                            ("ps", "the volley points of the match, then the better seed"),
                            ("s", "the better seed"),
                        ],
                        default="pfs",
                        max_length=3,
                    ),
                ),
                (
                    "most_further",
                    models.PositiveSmallIntegerField(default=2, help_text="So many further matches after a drawn one."),
                ),
                (
                    "third_place",
                    models.BooleanField(default=False, help_text="Those who lose the semifinals play for third place."),
                ),
                (
                    "at_once",
                    models.PositiveSmallIntegerField(
                        default=1, help_text="How many matches a player of a round robin has at the same time; 0: all."
                    ),
                ),
                ("ends_at", models.DateTimeField(blank=True, help_text="From then on no round begins.", null=True)),
                (
                    "was_draft",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Called off while it was being set up: its organisers’ alone.",
                    ),
                ),
                (
                    "break_hours",
                    models.PositiveSmallIntegerField(
                        db_default=24,
                        default=24,
                        help_text="Between two rounds of a Swiss that publish themselves: for players to say they miss one.",
                    ),
                ),
                (
                    "club_only",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Of the members of the site only those of its club see it.",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        help_text="Whose event it is.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="tournaments.club",
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
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="events_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "organisers",
                    models.ManyToManyField(blank=True, related_name="events_organised", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "playoffs_of",
                    models.ForeignKey(
                        blank=True,
                        help_text="Whose end it is.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="playoffs",
                        to="tournaments.event",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="entry",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="tournaments.event"
            ),
        ),
        migrations.CreateModel(
            name="ClockAct",
            fields=[
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
                ("reason", i18n.fields.SentenceField(default=str)),
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
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "audience",
                    models.CharField(
                        choices=[
                            ("all", "all entrants"),
                            ("unfinished", "players with unfinished matches in this round"),
                        ],
                        default="all",
                        max_length=10,
                    ),
                ),
                ("subject", models.CharField(max_length=120)),
                ("text", models.TextField(max_length=4000)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="tournaments.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Forbidden",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first_round", models.PositiveSmallIntegerField(default=1)),
                ("last_round", models.PositiveSmallIntegerField(default=99)),
                ("reason", i18n.fields.SentenceField(blank=True, default=str)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="forbidden_pairs",
                        to="tournaments.event",
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                ("slug", models.SlugField(max_length=60)),
                ("about", models.TextField(blank=True, max_length=4000)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="leagues", to="tournaments.club"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LogLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("event", "event"),
                            ("entry", "entry"),
                            ("pairing", "pairing"),
                            ("round", "round"),
                            ("result", "result"),
                            ("clock", "clock"),
                        ],
                        max_length=8,
                    ),
                ),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("words", i18n.fields.SentenceField(default=str)),
                ("reason", i18n.fields.SentenceField(blank=True, default=str)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="log",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="log", to="tournaments.event"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(blank=True, max_length=80)),
                ("address", models.EmailField(blank=True, max_length=254)),
                (
                    "role",
                    models.CharField(
                        choices=[("owner", "owner"), ("organiser", "organiser"), ("member", "member")],
                        default="member",
                        max_length=9,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("invited", "invited"),
                            ("applied", "waiting for approval"),
                            ("member", "member"),
                            ("left", "former member"),
                            ("refused", "not accepted"),
                        ],
                        default="member",
                        max_length=8,
                    ),
                ),
                ("words", models.CharField(blank=True, help_text="What who asked to join wrote.", max_length=300)),
                (
                    "since",
                    models.DateTimeField(
                        default=django.utils.timezone.now, help_text="When the status was last changed."
                    ),
                ),
                (
                    "was_refused",
                    models.BooleanField(
                        db_default=False, default=False, help_text="Turned down or removed before they were invited."
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="tournaments.club"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("board", models.PositiveSmallIntegerField()),
                ("white_code", models.CharField(blank=True, max_length=1)),
                ("black_code", models.CharField(blank=True, max_length=1)),
                ("white_points", models.IntegerField(blank=True, null=True)),
                ("black_points", models.IntegerField(blank=True, null=True)),
                (
                    "is_annulled",
                    models.BooleanField(default=False, help_text="It counts for neither: one of them has left."),
                ),
                ("is_by_hand", models.BooleanField(default=False)),
                ("settled_by_hand", models.BooleanField(default=False)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("further", models.PositiveSmallIntegerField(default=0)),
                ("through_words", i18n.fields.SentenceField(blank=True, default=str)),
                (
                    "waits",
                    models.BooleanField(
                        default=False,
                        help_text="Published, but one of the two has as many matches as may be at the same time.",
                    ),
                ),
                (
                    "black",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pairings_as_black",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="pairing",
                        to="matches.match",
                    ),
                ),
                (
                    "through",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "white",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pairings_as_white",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "ordering": ["round_id", "board"],
            },
        ),
        migrations.CreateModel(
            name="DrawnMatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("white_points", models.IntegerField(blank=True, null=True)),
                ("black_points", models.IntegerField(blank=True, null=True)),
                ("words", i18n.fields.SentenceField(blank=True, default=str, help_text="Why a further match follows.")),
                ("decided_at", models.DateTimeField()),
                (
                    "match",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="drawn_in_cup",
                        to="matches.match",
                    ),
                ),
                (
                    "black",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "white",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drawn",
                        to="tournaments.pairing",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "drawn matches",
                "ordering": ["pairing_id", "number"],
            },
        ),
        migrations.CreateModel(
            name="Card",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("colour", models.CharField(choices=[("yellow", "yellow card"), ("red", "red card")], max_length=6)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("lifted_at", models.DateTimeField(blank=True, null=True)),
                ("lifted_because", models.CharField(blank=True, max_length=300)),
                (
                    "lifted_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="cards",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="cards", to="tournaments.entry"
                    ),
                ),
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
            ],
            options={
                "ordering": ["entry_id", "at"],
            },
        ),
        migrations.CreateModel(
            name="PendingVerdict",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("verdict", models.CharField(max_length=8)),
                ("seen", models.CharField(blank=True, max_length=20)),
                ("reason", i18n.fields.SentenceField(default=str)),
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="pending", to="tournaments.pairing"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatedMonth",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game_slug", models.SlugField(max_length=32)),
                ("month", models.DateField()),
                ("games", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("rated_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game_slug", "month"), name="one_rated_month_per_game")
                ],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game_slug", models.SlugField(max_length=32)),
                ("month", models.DateField()),
                ("rating", models.FloatField()),
                ("deviation", models.FloatField()),
                ("volatility", models.FloatField()),
                ("games", models.PositiveIntegerField(help_text="In this month.")),
                ("total", models.PositiveIntegerField(help_text="So far.")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ratings", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "stage",
                    models.CharField(
                        choices=[("draft", "draft"), ("running", "running"), ("closed", "closed")],
                        default="draft",
                        max_length=7,
                    ),
                ),
                (
                    "work",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not asked for"),
                            ("queued", "waiting"),
                            ("running", "under way"),
                            ("failed", "failed"),
                            ("done", "done"),
                        ],
                        default="",
                        max_length=7,
                    ),
                ),
                (
                    "work_key",
                    models.CharField(
                        blank=True, help_text="Of the last request, so that an older one stops.", max_length=32
                    ),
                ),
                ("progress", models.PositiveSmallIntegerField(default=0, help_text="Per cent.")),
                ("failure", i18n.fields.SentenceField(blank=True, default=str)),
                ("proposed", models.JSONField(default=list)),
                ("starts_at", models.DateTimeField(blank=True, null=True)),
                ("asked_at", models.DateTimeField(blank=True, help_text="When its pairing was asked for.", null=True)),
                ("paired_at", models.DateTimeField(blank=True, null=True)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("extended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "overdue_told_at",
                    models.DateTimeField(blank=True, help_text="When the organisers heard that it is due.", null=True),
                ),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="round_set", to="tournaments.event"
                    ),
                ),
            ],
            options={
                "ordering": ["event_id", "number"],
            },
        ),
        migrations.AddField(
            model_name="pairing",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="pairings", to="tournaments.round"
            ),
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("clock_start", models.DurationField(default=datetime.timedelta(days=3))),
                ("clock_increment", models.DurationField(default=datetime.timedelta(days=3))),
                ("clock_cap", models.DurationField(default=datetime.timedelta(days=3))),
                (
                    "weekends",
                    models.BooleanField(default=False, help_text="Clocks stand still on Saturdays and Sundays."),
                ),
                (
                    "nights",
                    models.BooleanField(
                        default=False, help_text="Clocks stand still in the nine hours each player chose."
                    ),
                ),
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
                    "passes",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="How often a player is passed before losing."
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("is_public", models.BooleanField(default=True, help_text="Whoever is not logged in sees it, too.")),
                ("game_slug", models.SlugField(max_length=32)),
                ("options", models.JSONField(default=dict)),
                ("draws", models.BooleanField(default=True, help_text="Players may agree a draw.")),
                ("rated", models.BooleanField(default=True)),
                (
                    "format",
                    models.CharField(
                        choices=[("swiss", "Swiss"), ("round_robin", "round robin"), ("cup", "cup")],
                        default="swiss",
                        max_length=12,
                    ),
                ),
                ("rounds", models.PositiveSmallIntegerField(default=5)),
                ("cycles", models.PositiveSmallIntegerField(default=1)),
                ("accelerated", models.BooleanField(default=False, help_text="Baku acceleration (FIDE C.04.7).")),
                (
                    "points",
                    models.CharField(
                        choices=[("1", "1 for a win, ½ for a draw"), ("3", "3 for a win, 1 for a draw")],
                        default="1",
                        max_length=1,
                    ),
                ),
                ("tie_breaks", models.JSONField(default=list)),
                (
                    "most_difference",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="At most so much of a match’s difference in volley points counts.",
                        null=True,
                    ),
                ),
                (
                    "seeding",
                    models.CharField(
                        choices=[("rating", "by rating"), ("own", "in the organiser’s own order")],
                        default="rating",
                        max_length=6,
                    ),
                ),
                ("half_byes", models.PositiveSmallIntegerField(default=1)),
                (
                    "closes_at",
                    models.DateTimeField(blank=True, help_text="When registration closes by itself.", null=True),
                ),
                (
                    "starts_at",
                    models.DateTimeField(blank=True, help_text="Empty: when an organiser begins it.", null=True),
                ),
                (
                    "round_start",
                    models.CharField(
                        choices=[("done", "when the previous round is done"), ("date", "on a fixed date")],
                        default="done",
                        max_length=4,
                    ),
                ),
                (
                    "round_days",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="After so many days a round ends, or what is unfinished is dealt with.",
                        null=True,
                    ),
                ),
                (
                    "unfinished",
                    models.CharField(
                        choices=[
                            ("wait", "the round waits for them"),
                            ("extend", "they get more time once, then an organiser adjudicates them"),
                            ("settle", "an organiser adjudicates each"),
                        ],
                        default="wait",
                        max_length=6,
                    ),
                ),
                ("extension_days", models.PositiveSmallIntegerField(default=7)),
                (
                    "publishes_itself",
                    models.BooleanField(
                        default=True, help_text="A round is published as it was paired, without an organiser."
                    ),
                ),
                ("withdraws_no_shows", models.BooleanField(default=True)),
                (
                    "leaver",
                    models.CharField(
                        choices=[
                            ("half", "annulled if fewer than half were played, otherwise the rest are forfeited"),
                            ("forfeit", "the rest are forfeited"),
                            ("annul", "all their matches are annulled"),
                        ],
                        default="half",
                        max_length=7,
                    ),
                ),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "changed_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, help_text="When anything that its pages show last changed."
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("draft", "being set up"),
                            ("registration", "open for registration"),
                            ("running", "under way"),
                            ("finished", "finished"),
                            ("cancelled", "called off"),
                        ],
                        default="draft",
                        max_length=12,
                    ),
                ),
                ("up", models.PositiveSmallIntegerField(default=2)),
                ("down", models.PositiveSmallIntegerField(default=2)),
                (
                    "vacancies",
                    models.CharField(
                        choices=[
                            ("next_best", "the next best of the division below"),
                            ("spare", "the best of those due to be relegated"),
                            ("open", "no one: it stays open"),
                        ],
                        default="next_best",
                        max_length=9,
                    ),
                ),
                (
                    "newcomers",
                    models.CharField(
                        choices=[
                            ("bottom", "in the last division"),
                            ("rating", "by their rating, where there is a free place"),
                        ],
                        default="bottom",
                        max_length=6,
                    ),
                ),
                ("keeps", models.PositiveSmallIntegerField(default=1)),
                (
                    "proposed_at",
                    models.DateTimeField(blank=True, help_text="When the line-up was last worked out.", null=True),
                ),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                (
                    "at_end",
                    models.CharField(
                        choices=[
                            ("settle", "the player with more points wins; equal points are a draw"),
                            ("extend", "they get more time"),
                            ("draw", "they are draws"),
                            ("annul", "they count for neither"),
                        ],
                        default="settle",
                        max_length=6,
                    ),
                ),
                (
                    "at_once",
                    models.PositiveSmallIntegerField(
                        default=1, help_text="How many matches a player of a round robin has at the same time; 0: all."
                    ),
                ),
                ("ends_at", models.DateTimeField(blank=True, help_text="From then on no round begins.", null=True)),
                (
                    "more_days",
                    models.PositiveSmallIntegerField(default=14, help_text="What unfinished matches get at the end."),
                ),
                (
                    "replacements",
                    models.CharField(
                        choices=[
                            ("take_over", "a replacement takes over their matches, with the clock"),
                            ("anew", "a replacement starts again against everyone"),
                            ("nobody", "nobody"),
                        ],
                        default="take_over",
                        max_length=9,
                    ),
                ),
                (
                    "replace_days",
                    models.PositiveSmallIntegerField(
                        default=7, help_text="For so many days somebody is sought for a place that is free."
                    ),
                ),
                (
                    "cards",
                    models.CharField(
                        choices=[
                            ("no_turn", "players who time out without a turn"),
                            ("on_time", "players who time out"),
                            ("nobody", "nobody"),
                        ],
                        default="no_turn",
                        max_length=7,
                    ),
                ),
                (
                    "warnings",
                    models.PositiveSmallIntegerField(default=1, help_text="Cards before the one that is the last."),
                ),
                (
                    "opened_at",
                    models.DateTimeField(blank=True, help_text="When registration was opened first.", null=True),
                ),
                (
                    "reminded_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When last season’s players heard that registration closes soon.",
                        null=True,
                    ),
                ),
                (
                    "break_hours",
                    models.PositiveSmallIntegerField(
                        db_default=24,
                        default=24,
                        help_text="Between two rounds of a Swiss that publish themselves: for players to say they miss one.",
                    ),
                ),
                (
                    "club_only",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Of the members of the site only those of its club see it.",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seasons", to="tournaments.league"
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
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["league_id", "number"],
            },
        ),
        migrations.CreateModel(
            name="Division",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("level", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=40)),
                ("size", models.PositiveSmallIntegerField()),
                (
                    "event",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="division",
                        to="tournaments.event",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="divisions", to="tournaments.season"
                    ),
                ),
            ],
            options={
                "ordering": ["season_id", "level"],
            },
        ),
        migrations.CreateModel(
            name="SeasonEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "status",
                    models.CharField(
                        choices=[("registered", "registered"), ("withdrawn", "withdrawn")],
                        default="registered",
                        max_length=10,
                    ),
                ),
                ("entered_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("place", models.PositiveSmallIntegerField(default=0)),
                ("why", models.CharField(blank=True, max_length=10)),
                ("words", i18n.fields.SentenceField(blank=True, default=str)),
                ("by_hand", models.BooleanField(default=False)),
                (
                    "name",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="Of a player from elsewhere, without account.",
                        max_length=80,
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to="tournaments.division",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="season_entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="tournaments.season"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "season entries",
            },
        ),
        migrations.CreateModel(
            name="Upload",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("content", models.BinaryField()),
                ("digest", models.CharField(max_length=64)),
                ("sent_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("told", models.JSONField(default=dict)),
                ("name", models.CharField(blank=True, max_length=80)),
                ("person", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "work",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not asked for"),
                            ("queued", "waiting"),
                            ("running", "under way"),
                            ("failed", "failed"),
                            ("done", "done"),
                        ],
                        default="",
                        max_length=7,
                    ),
                ),
                (
                    "asked_at",
                    models.DateTimeField(blank=True, help_text="When the work was asked for, or begun.", null=True),
                ),
                ("progress", models.PositiveSmallIntegerField(default=0, help_text="Per cent.")),
                ("failure", i18n.fields.SentenceField(blank=True, default=str)),
                (
                    "begun",
                    models.PositiveSmallIntegerField(
                        db_default=0, default=0, help_text="How often a worker has begun it."
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.club",
                    ),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="upload", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Vacancy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="vacancies", to="tournaments.entry"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="places_left",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="places_taken",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "vacancies",
                "ordering": ["entry_id", "at"],
            },
        ),
        migrations.CreateModel(
            name="PlaceOffer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="places_offered",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "vacancy",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="offers", to="tournaments.vacancy"
                    ),
                ),
            ],
            options={
                "ordering": ["vacancy_id", "at"],
            },
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower("name"), name="one_club_per_name"),
        ),
        migrations.AddIndex(
            model_name="clubline",
            index=models.Index(fields=["club", "-at"], name="log_of_club"),
        ),
        migrations.AddIndex(
            model_name="clubnews",
            index=models.Index(fields=["club", "-at"], name="news_of_club"),
        ),
        migrations.AddConstraint(
            model_name="absence",
            constraint=models.UniqueConstraint(fields=("entry", "round_number"), name="one_absence_per_round"),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["stage", "-begun_at"], name="event_by_stage"),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                condition=models.Q(("stage__in", ("registration", "running"))), fields=["stage"], name="event_at_work"
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["event", "status", "entered_at"], name="entry_by_status"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("event", "player"), name="one_entry_per_player"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="one_entry_per_number"),
        ),
        migrations.AddIndex(
            model_name="announcement",
            index=models.Index(fields=["event", "-at"], name="announcement_of_event"),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.UniqueConstraint(fields=("club", "slug"), name="one_league_per_slug"),
        ),
        migrations.AddIndex(
            model_name="logline",
            index=models.Index(fields=["event", "-at"], name="log_of_event"),
        ),
        migrations.AddIndex(
            model_name="membership",
            index=models.Index(fields=["club", "status", "since"], name="membership_by_status"),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(fields=("club", "player"), name="one_membership_per_player"),
        ),
        migrations.AddConstraint(
            model_name="drawnmatch",
            constraint=models.UniqueConstraint(fields=("pairing", "number"), name="one_drawn_match_per_number"),
        ),
        migrations.AddConstraint(
            model_name="card",
            constraint=models.UniqueConstraint(fields=("player", "pairing"), name="one_card_per_match"),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["game_slug", "month"], name="rating_of_month"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=("player", "game_slug", "month"), name="one_rating_per_month"),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="one_round_per_number"),
        ),
        migrations.AddIndex(
            model_name="pairing",
            index=models.Index(
                condition=models.Q(("decided_at__isnull", True)), fields=["decided_at"], name="pairing_open"
            ),
        ),
        migrations.AddIndex(
            model_name="pairing",
            index=models.Index(fields=["decided_at", "round"], name="pairing_by_date"),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.UniqueConstraint(fields=("round", "white"), name="one_pairing_as_white"),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.UniqueConstraint(fields=("round", "black"), name="one_pairing_as_black"),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(fields=("league", "number"), name="one_season_per_number"),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.UniqueConstraint(fields=("season", "level"), name="one_division_per_level"),
        ),
        migrations.AddConstraint(
            model_name="seasonentry",
            constraint=models.UniqueConstraint(fields=("season", "player"), name="one_season_entry_per_player"),
        ),
        migrations.AddConstraint(
            model_name="vacancy",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at__isnull", True)), fields=("entry",), name="one_open_vacancy_per_entry"
            ),
        ),
        migrations.AddConstraint(
            model_name="placeoffer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("answer", "")), fields=("vacancy",), name="one_open_offer_per_vacancy"
            ),
        ),
    ]
