"""The data that the site stores about people: the table of the page on privacy, checked by a test.

Every column of every model is in one of three places, or the test fails: in a row's ``fields``, which says what is
stored and who sees it; in ``LEFT_OUT`` as well, if the data export doesn't have it; or in ``NOT_PERSONAL``, with the
reason. Columns are written as “model: its fields, separated by spaces”; the numbers of rows are left out everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

Columns = Mapping[str, str]


@dataclass(frozen=True)
class Row:
    """A kind of data. Its texts may name ``figures``; ``exported`` has the keys of the data export that hold it."""

    key: str
    name: StrOrPromise
    what: StrOrPromise
    seen_by: StrOrPromise
    kept: StrOrPromise
    fields: Columns
    exported: str = ""


ROWS: Final = (
    Row(
        "account",
        _("Account and choices"),
        _("Your name and former names, email addresses, language, time zone, and every choice in your profile."),
        _("Your name: everyone who may see one of your matches or events. Your addresses: you and the host."),
        _(
            "Until you delete your account. Sign-ups that are never confirmed are deleted after %(sign_up_days)s days; "
            "guests who never play, %(guest_days)s days after the invitation ended."
        ),
        {
            "accounts.User": """email display_name folded look skeleton search_key time_zone language night_from
                turn_mail digest_hour digest_at club_news invitations subjects_say organiser_mail quiet_from quiet_to
                for_members shows_results shows_ratings shows_running shows_finished shows_clubs shows_events
                auto_advance sounds hides_presence is_guest is_active is_staff is_superuser joined_at groups
                user_permissions""",
            "accounts.FormerName": "user name look skeleton at",
            "accounts.User_groups": "user group",
            "accounts.User_user_permissions": "user permission",
            "account.EmailAddress": "user email verified primary",
        },
        "profile addresses former_names",
    ),
    Row(
        "login",
        _("Logging in"),
        _(
            "Your password as a hash, passkeys, the keys of your authenticator app and recovery codes, when you last "
            "logged in, and which browsers are logged in."
        ),
        _("No one can read your password. The host sees which second steps you have, and can remove them."),
        _("Until you change or remove them. A browser stays logged in for %(session_days)s days."),
        {
            "accounts.User": "password last_login",
            "mfa.Authenticator": "user type data created_at last_used_at",
            "sessions.Session": "session_key session_data expire_date",
            "account.EmailConfirmation": "email_address created sent key",
        },
        "profile second_factors",
    ),
    Row(
        "visits",
        _("Visits"),
        _("When you were last here, to the hour, and in each of your matches what you’ve seen and when."),
        _("Opponents see the day of your last visit, unless you hide it in your profile."),
        _("Only the last visit is kept, until you delete your account."),
        {
            "accounts.User": "seen_at on_site_at visit_awaited told_by",
            "matches.Seat": "seen_length seen_at",
        },
        "profile matches",
    ),
    Row(
        "matches",
        _("Matches"),
        _("Your turns, with when and how they came; your clocks, results, and sums of results."),
        _(
            "Everyone who may see the match: its players, and others as its event and your profile allow. What the "
            "game keeps secret stays so until the end."
        ),
        _(
            "For good, since a match belongs to all its players. Once you delete your account, it says “former "
            "player”. Matches of guests who only played the computer are deleted %(computer_guest_days)s days after "
            "the last turn."
        ),
        {
            "matches.Match": "draw_offered_by result_words how_it_ended",
            "matches.Seat": """player known_as since asked_turn asked_at turn_bank bank running_since deadline remind_at
                stopped stopped_at waited runs_unnoticed pauses pauses_changed_at passes_used share score finished_at
                is_deaf""",
            "matches.LogEntry": """seat about amount undoes kind cause text words public_words secret notes via
                stamped_at at""",
            "matches.Handover": "seat player line",
            "matches.SeatTally": "player game_slug level seats index won drawn lost",
            "matches.PairTally": "first second game_slug won drawn lost",
        },
        "matches matches_left results",
    ),
    Row(
        "messages",
        _("Messages and marks"),
        _("What you write to the others in a match, and marks on the board for your team."),
        _("The players of that match. They’re on no page of the host’s."),
        _("As long as the match; messages are emptied when you delete your account. Marks go with the next turn."),
        {"matches.LogEntry": "message", "matches.Mark": "seat ref text log_length at"},
        "matches marks",
    ),
    Row(
        "plans",
        _("Notes and plans"),
        _(
            "Your private notes, conditional turns and orders, and your last secret choices, which we suggest in the "
            "next match."
        ),
        _("You alone. They’re on no page of the host’s."),
        _("Until you delete them or your account; conditional turns until they’re played or cancelled."),
        {
            "matches.PrivateNote": "match writer text written_at",
            "matches.ConditionalTurns": "seat number tree via set_at",
            "matches.Seat": "orders ahead",
            "matches.LastAnswer": "player game_slug kind text at",
        },
        "private_notes matches last_answers",
    ),
    Row(
        "time",
        _("Vacation and calendar"),
        _("Your vacations and the days they cost, changes of time zone, and your calendar’s secret address."),
        _("The other players of a match see when you’ll be back. The rest: you and the host; the address: you alone."),
        _("Until you delete your account; the address until you replace it."),
        {
            "matches.Vacation": "player starts_at ends_at made_at",
            "matches.VacationDay": "player pool seat at",
            "accounts.ClockChange": "user at",
            "matches.CalendarFeed": "user key made_at",
        },
        "leave leave_days_used_at_zero clock_changes calendar_feed_made_at",
    ),
    Row(
        "challenges",
        _("Challenges, tables, lobby"),
        _("What you offered to whom, with your message and the addresses you typed; your answers; what you wait for."),
        _("The players it’s for; everyone with an account, if it’s open to anyone. Typed addresses: you and the host."),
        _(
            "Until you delete your account. An offer is open for %(challenge_days)s days, a wait in the lobby for "
            "%(play_now_days)s."
        ),
        {
            "matches.Offer": """host seats game_slug options first least most message by_link contribution rematch_of
                status made_at expires_at ended_at match""",
            "matches.Place": "offer player address for_anyone answer contribution made_at answered_at",
            "matches.Seek": """player game_slug seats paces rating least most made_at expires_at contribution match
                paired_at""",
        },
        "challenges_made challenges_received tables waiting_in_the_lobby",
    ),
    Row(
        "friends",
        _("Friends"),
        _("The players you’ve marked as friends."),
        _("You alone."),
        _("Until you or they delete the account, or you remove the mark."),
        {"accounts.Friend": "owner player made_at"},
        "friends",
    ),
    Row(
        "events",
        _("Events and seasons"),
        _("Your entries, teams, check-ins, byes, places, pairings, results and cards."),
        _("Everyone who may see the event. Cards, and why a pair is kept apart: you or its organisers."),
        _("For good, since the standings belong to all. Your name goes out of them when you delete your account."),
        {
            "tournaments.Entry": """event player name called status number seed rating contribution team captain
                entered_at checked_in_at back_from gone_from is_accelerated is_no_show is_open before left_words""",
            "tournaments.Absence": "entry round_number bye in_draft",
            "tournaments.Pairing": "white black through through_words",
            "tournaments.TableSeat": "pairing entry index place score has_played",
            "tournaments.DrawnMatch": "white black",
            "tournaments.Forbidden": "first second reason",
            "tournaments.SeasonEntry": """season player name status entered_at division place why words by_hand
                contribution""",
            "tournaments.Vacancy": "entry player at until starts_anew taken_by closed_at end",
            "tournaments.PlaceOffer": "vacancy player at until answer",
            "tournaments.Card": "entry player pairing colour at lifted_at lifted_because",
            "tournaments.WeeklyAttempt": "forest game_slug level player match measured rank_key decided_at counts",
        },
        """events.entries events.seasons events.places_left events.places_offered events.cards
            events.weekly_forests""",
    ),
    Row(
        "clubs",
        _("Clubs"),
        _("Your membership and role, and what you wrote when you asked to join."),
        _("The club’s members see who is in it, its organisers what you wrote."),
        _("Until you delete your account."),
        {
            "tournaments.Membership": "club player name address role status words since was_refused",
            "tournaments.Arrival": "club name places",
        },
        "events.clubs",
    ),
    Row(
        "organising",
        _("What organisers do"),
        _(
            "What you decide, with your reasons; announcements and news; webhooks you add; players’ names or "
            "addresses that you invite."
        ),
        _("Everyone who may see the event or club; invitations, webhooks and work in progress, only its organisers."),
        _(
            "For good, without your name once you delete your account. The archive of a club that you upload is "
            "deleted after %(upload_days)s day."
        ),
        {
            "accounts.User": "decisions organiser_digest_at organiser_digest_of",
            "tournaments.Event": "made_by organisers",
            "tournaments.Event_organisers": "event user",
            "tournaments.League": "made_by",
            "tournaments.Season": "made_by",
            "tournaments.Club": "made_by",
            "tournaments.LogLine": "event at by kind entry round_number words reason",
            "tournaments.ClubLine": "club at by words reason",
            "tournaments.ClubNews": "club by at subject text",
            "tournaments.Announcement": "event by at audience subject text",
            "tournaments.ClockAct": "by reason",
            "tournaments.PendingVerdict": "by reason",
            "tournaments.PlaceOffer": "by",
            "tournaments.Card": "lifted_by",
            "tournaments.Upload": """player content digest sent_at told name person work asked_at begun progress failure
                club""",
            "api.Webhook": """event club url secret kinds format made_by made_at failing_since warned_at off_at
                off_words""",
        },
        """events.events_organised events.done_in_events events.announcements_written events.done_in_clubs
            events.news_of_clubs_written events.archive_of_a_club_sent_at programs""",
    ),
    Row(
        "ratings",
        _("Ratings"),
        _("Your rating in each game, month by month."),
        _("Everyone with an account, in the rating lists; on your page as you choose."),
        _("Until you delete your account."),
        {"tournaments.Rating": "player game_slug month rating deviation volatility games total"},
        "events.ratings",
    ),
    Row(
        "sent",
        _("Emails to you"),
        _(
            "Of each email its kind, time and address, and whether it arrived; its text only until it’s sent. Of an "
            "address, whether emails to it come back."
        ),
        _("You and the host. Organisers of your events see if emails don’t reach you."),
        _(
            "Until you delete your account; emails to addresses without an account for %(outbox_days)s days. An "
            "address that takes no emails stays on a list, so that we don’t write to it again."
        ),
        {
            "mail.OutboxMail": """kind user to match context key subject text html message_id status queued_at
                next_try_at waits_until leased_until attempts lost_attempts last_error waits_for_server sent_at sent_to
                delivered_at""",
            "mail.MailAddress": """address undeliverable_since words mail failures soft_failures soft_since
                complained_at good_since""",
            "matches.Reminder": "seat number kind made_at",
        },
        "mails addresses",
    ),
    Row(
        "received",
        _("Emails from you"),
        _("Your replies as they came, without large attachments, and what became of them."),
        _("The host, once the match is over, to find out why a reply wasn’t understood."),
        _("%(inbound_days)s days. They’re deleted at once when you delete your account."),
        {
            "mail.InboundMail": """raw is_head_only via sender recipients key digest token_hash arrived_at status
                next_try_at leased_until attempts lost_attempts last_error outcome words user match processed_at""",
            "mail.RefusedMail": "hour via why number last_at sender peer",
        },
        "replies",
    ),
    Row(
        "links",
        _("Links in emails"),
        _("A hash of each link and reply address, by which we recognise it."),
        _("No one can turn it back into the link."),
        _("Until you delete your account."),
        {"matches.Link": "token_hash user purpose seat number log_length offer mail made_at"},
        "links",
    ),
    Row(
        "devices",
        _("Notifications"),
        _("The devices you add: a name, their address at the push service of the browser’s maker, and keys."),
        _("You alone. The push service can’t read what it delivers."),
        _("Until you remove the device; each notification for %(notice_days)s days."),
        {
            "push.Device": "user name address key secret made_at",
            "push.Notice": "device seat number made_at status next_try_at leased_until attempts answer",
        },
        "devices_for_notifications",
    ),
    Row(
        "programs",
        _("Programs"),
        _("Tokens you make for programs: a name, a hash, and when each was last used."),
        _("You alone."),
        _("Until you remove them or delete your account."),
        {"api.Token": "user name digest hint scope made_at last_used_at"},
        "programs",
    ),
    Row(
        "hosts",
        _("What hosts change"),
        _("Changes that a host makes in the admin pages."),
        _("Hosts."),
        _("As long as that host’s account."),
        {"admin.LogEntry": "action_time user content_type object_id object_repr action_flag change_message"},
    ),
)

# Why the data export doesn't have a column. Columns that lead to other rows aren't counted: they say whose it is.
_DERIVED = "made from what the file has"
_KEY = "a secret that would open something; its owner has it, or can replace it"
_WORK = "it only says how far sending, reading or making something has come"
_NOW = "how a match or an event stands, which its pages show"
_OFFICE = "what a host or an organiser settled; the log line about it is in their file"
_NAMELESS = "of people without an account, to whom no file could be given"
_SAID = "the turn, email or line of a log that says the same is in the file"
_FOR_A_DAY = "a copy of the player's own file, deleted after a day"
LEFT_OUT: Final[Mapping[str, Columns]] = {
    _DERIVED: {
        "accounts.User": "folded look skeleton search_key",
        "accounts.FormerName": "look skeleton",
        "matches.PairTally": "game_slug won drawn lost",
        "tournaments.WeeklyAttempt": "rank_key",
    },
    _KEY: {
        "accounts.User": "password",
        "mfa.Authenticator": "data",
        "sessions.Session": "session_key session_data expire_date",
        "account.EmailConfirmation": "created sent key",
        "matches.CalendarFeed": "key",
        "mail.InboundMail": "token_hash",
        "matches.Link": "token_hash",
        "push.Device": "key secret",
        "api.Token": "digest hint",
        "api.Webhook": "secret",
    },
    _WORK: {
        "accounts.User": "visit_awaited told_by decisions organiser_digest_at organiser_digest_of",
        "matches.ConditionalTurns": "number",
        "matches.Link": "number log_length",
        "matches.Mark": "log_length",
        "matches.Seek": "paired_at",
        "mail.OutboxMail": """to context key subject text html next_try_at waits_until leased_until attempts
            lost_attempts last_error waits_for_server""",
        "mail.MailAddress": "address soft_failures soft_since",
        "mail.InboundMail": """is_head_only via recipients key digest status next_try_at leased_until attempts
            lost_attempts last_error processed_at""",
        "push.Notice": "number made_at status next_try_at leased_until attempts answer",
        "api.Webhook": "format failing_since warned_at off_words",
    },
    _NOW: {
        "matches.Match": "how_it_ended",
        "matches.Seat": """since asked_turn asked_at turn_bank bank running_since remind_at stopped stopped_at waited
            runs_unnoticed pauses pauses_changed_at passes_used finished_at ahead seen_length""",
        "matches.LogEntry": "amount cause secret notes stamped_at",
        "tournaments.Entry": "seed is_accelerated is_open before",
        "tournaments.Absence": "in_draft",
        "tournaments.Pairing": "through_words",
        "tournaments.TableSeat": "index place score has_played",
        "tournaments.SeasonEntry": "place why",
        "tournaments.Vacancy": "starts_anew",
    },
    _OFFICE: {
        "accounts.User": "is_active is_staff is_superuser",
        "tournaments.Forbidden": "reason",
        "tournaments.LogLine": "kind round_number",
        "tournaments.Announcement": "audience",
        "tournaments.ClockAct": "reason",
        "tournaments.PendingVerdict": "reason",
        "tournaments.Membership": "was_refused",
        "admin.LogEntry": "action_time object_id object_repr action_flag change_message",
    },
    _NAMELESS: {
        "matches.Seat": "known_as",
        "tournaments.Entry": "name called",
        "tournaments.SeasonEntry": "name",
        "tournaments.Membership": "name address",
        "tournaments.Arrival": "name places",
        "mail.RefusedMail": "hour via why number last_at sender peer",
    },
    _SAID: {"matches.Reminder": "number kind made_at"},
    _FOR_A_DAY: {"tournaments.Upload": "content digest told name person work asked_at begun progress failure"},
}

# Columns that say nothing about a person, with the reason. “*” stands for all that no row has, in a model none of whose
# other columns leads to a person.
NOT_PERSONAL: Final[Mapping[str, Columns]] = {
    "the site's own work": {
        "jobs.Heartbeat": "*",
        "metrics.Count": "*",
        "matches.Outage": "*",
        "api.Delivery": "*",
        "tournaments.RatedMonth": "*",
        "tournaments.WeeklyForest": "*",
    },
    "what hosts may be allowed, and the names of models": {
        "auth.Permission": "*",
        "auth.Group": "*",
        "auth.Group_permissions": "*",
        "contenttypes.ContentType": "*",
    },
    "a computer's strength": {"accounts.User": "computer"},
    "the game, its terms and its position; the turns that led there are the players'": {
        "matches.Match": "*",
        "matches.VacationPool": "*",
        "matches.Seat": "match index counted",
        "matches.LogEntry": "match index number state clocks before",
        "matches.BetterTurn": "*",
    },
    "the terms of a match to come, and the site's part of its seed": {
        "matches.Offer": """clock_start clock_increment clock_cap weekends nights at_zero passes vacation_pool baton
            server""",
        "matches.Seek": "server",
    },
    "an event, a club, its terms and its course": {
        "tournaments.Club": "*",
        "tournaments.League": "*",
        "tournaments.Season": "*",
        "tournaments.Division": "*",
        "tournaments.Event": "*",
        "tournaments.Round": "*",
        "tournaments.Pairing": """round board size white_code black_code white_points black_points match measured
            is_annulled waits is_by_hand settled_by_hand decided_at further""",
        "tournaments.DrawnMatch": "pairing number match white_points black_points words is_rated decided_at",
        "tournaments.ByeMatch": "*",
        "tournaments.ClockAct": "event group kind amount at",
        "tournaments.PendingVerdict": "pairing verdict seen asked_at",
        "tournaments.Forbidden": "event first_round last_round",
    },
}
