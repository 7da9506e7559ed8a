"""The tables and columns that an archive has, and why it lacks the others.

A column that is in neither list fails a test, so that none is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from django.db import models

from matches import models as playing
from tournaments.models import (
    Absence,
    Announcement,
    Card,
    Club,
    ClubLine,
    ClubNews,
    Division,
    DrawnMatch,
    Entry,
    Event,
    EventTerms,
    Forbidden,
    League,
    LogLine,
    Membership,
    Pairing,
    PlaceOffer,
    Round,
    Season,
    SeasonEntry,
    TableSeat,
    Vacancy,
)
from tournaments.settings.rows import SETTINGS, Setting

_ID: Final = {"id": "every site counts its own rows"}
_CHANGED: Final = {"changed_at": "when pages are to be made anew is each site's own affair"}
_SEARCHED: Final = {"search_key": "worked out of the name"}
_NAME_FORMS: Final = _SEARCHED | dict.fromkeys(("folded", "look", "skeleton"), "worked out of the name")
_UNDO: Final = {
    "undo_until": "what is brought in is over, and is not taken back there",
    "stage_before": "as when its end may be taken back",
}
_OWN_BYTES: Final = "a secret; matches to come are drawn from the other site's own"


M = TypeVar("M", bound=models.Model)


@dataclass(frozen=True)
class Shape(Generic[M]):
    """The form in which an archive has a model.

    ``plain`` columns are written as they are, ``people`` by their place among the archive's people, and ``links`` by
    where the row is in the archive. ``newer`` are plain columns that older archives lack. ``called`` is the column that
    names a player without an account, and ``told_as`` has the archive's words for columns that it names differently.
    """

    model: type[M]
    plain: tuple[str, ...]
    people: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    newer: frozenset[str] = frozenset()
    called: str = ""
    told_as: Mapping[str, str] = field(default_factory=dict)

    @property
    def fields(self) -> Iterator[Any]:
        return (self.model._meta.get_field(name) for name in self.plain)

    def key(self, column: str) -> str:
        """Return the archive's word for a column."""
        return self.told_as.get(column, column)


CLOCK: Final = ("clock_start", "clock_increment", "clock_cap", "weekends", "nights", "at_zero", "passes", "baton")


def _settings(model: type[EventTerms]) -> list[Setting]:
    """Return the settings that are plain columns of an event or a season."""
    columns = {column.name for column in model._meta.fields if not column.is_relation}
    return [setting for setting in SETTINGS if setting.name in columns]


def _terms(model: type[EventTerms]) -> tuple[str, ...]:
    return (*(setting.name for setting in _settings(model)), "game_slug", "made_at", "ended_at")


def _newer(model: type[EventTerms]) -> frozenset[str]:
    return frozenset(setting.name for setting in _settings(model) if setting.newer)


CLUB = Shape(
    Club,
    ("name", "slug", "about", "joining", "members_only", "made_at"),
    people=("made_by",),
    left_out=_ID | _CHANGED | _NAME_FORMS | {"invitation_key": "whoever has it joins: it is a secret"},
    newer=frozenset({"members_only"}),
)
MEMBERSHIP = Shape(
    Membership,
    ("name", "address", "role", "status", "words", "since", "was_refused"),
    people=("player",),
    links=("club",),
    left_out=_ID,
    called="name",
)
CLUB_LINE = Shape(ClubLine, ("at", "words", "reason"), people=("by",), links=("club",), left_out=_ID)
CLUB_NEWS = Shape(ClubNews, ("at", "subject", "text"), people=("by",), links=("club",), left_out=_ID)
LEAGUE = Shape(League, ("name", "slug", "about", "made_at"), people=("made_by",), links=("club",), left_out=_ID)
SEASON = Shape(
    Season,
    (
        *_terms(Season),
        *("number", "stage", "opened_at", "reminded_at", "proposed_at", "published_at"),
    ),
    people=("made_by",),
    links=("league", "vacation_pool"),
    left_out=_ID | _CHANGED | _UNDO | {"server": _OWN_BYTES},
    newer=_newer(Season),
)
DIVISION = Shape(Division, ("level", "name", "size"), links=("season", "event"), left_out=_ID)
SEASON_ENTRY = Shape(
    SeasonEntry,
    ("name", "status", "entered_at", "place", "why", "words", "by_hand", "contribution"),
    people=("player",),
    links=("season", "division"),
    left_out=_ID,
    newer=frozenset({"contribution"}),
    called="name",
)
EVENT = Shape(
    Event,
    (
        *_terms(Event),
        *("stage", "initial_colour", "check_in_asked_at", "begun_at", "was_draft"),
    ),
    people=("made_by", "organisers"),
    links=("club", "vacation_pool", "playoffs_of"),
    left_out=_ID
    | _CHANGED
    | _SEARCHED
    | _UNDO
    | {"server": _OWN_BYTES, "begun_again": "it is of those bytes", "given": "as the server's bytes"},
    newer=_newer(Event) | {"was_draft"},
)
VACATION_POOL = Shape(
    playing.VacationPool,
    ("name", "days", "shortest", "begins", "ends"),
    left_out=_ID | {"key": "it is made of the event's number on its site"},
)
ENTRY = Shape(
    Entry,
    (
        *("name", "status", "number", "seed", "rating", "entered_at", "checked_in_at", "back_from", "gone_from"),
        *("is_accelerated", "is_no_show", "left_words", "is_open", "before", "contribution", "team"),
    ),
    people=("player",),
    links=("event", "captain"),
    called="name",
    left_out=_ID | {"called": "it is for the mail of an invitation"},
    newer=frozenset({"contribution", "team"}),
)
ABSENCE = Shape(
    Absence, ("round_number", "bye", "in_draft"), links=("entry",), left_out=_ID, newer=frozenset({"in_draft"})
)
LOG_LINE = Shape(
    LogLine,
    ("at", "kind", "round_number", "words", "reason"),
    people=("by",),
    links=("event", "entry"),
    left_out=_ID,
)
ANNOUNCEMENT = Shape(
    Announcement, ("at", "audience", "subject", "text"), people=("by",), links=("event",), left_out=_ID
)
ROUND = Shape(
    Round,
    (
        *("number", "stage", "work", "progress", "failure", "starts_at", "asked_at", "paired_at", "published_at"),
        *("due_at", "extended_at", "overdue_told_at", "closed_at"),
    ),
    links=("event", "proposed"),
    left_out=_ID | {"work_key": "it names a task of the site that pairs the round"},
)
PAIRING = Shape(
    Pairing,
    (
        *("board", "white_code", "black_code", "white_points", "black_points", "is_annulled", "waits", "is_by_hand"),
        *("settled_by_hand", "decided_at", "further", "through_words", "measured"),
    ),
    links=("round", "white", "black", "match", "through"),
    left_out=_ID | {"size": "it is how many seats are told"},
    newer=frozenset({"measured"}),
)
TABLE_SEAT = Shape(
    TableSeat,
    ("place", "score", "has_played"),
    links=("pairing", "entry"),
    left_out=_ID | {"index": "its place in the list"},
)
DRAWN_MATCH = Shape(
    DrawnMatch,
    ("number", "white_points", "black_points", "words", "decided_at", "is_rated"),
    links=("pairing", "match", "white", "black"),
    left_out=_ID,
    newer=frozenset({"is_rated"}),
)
FORBIDDEN = Shape(
    Forbidden,
    ("first_round", "last_round", "reason"),
    links=("event", "first", "second"),
    left_out=_ID,
)
VACANCY = Shape(
    Vacancy,
    ("at", "until", "starts_anew", "closed_at", "end"),
    people=("player", "taken_by"),
    links=("entry",),
    left_out=_ID,
)
PLACE_OFFER = Shape(PlaceOffer, ("at", "until", "answer"), people=("player", "by"), links=("vacancy",), left_out=_ID)
CARD = Shape(
    Card,
    ("colour", "at", "lifted_at", "lifted_because"),
    people=("player", "lifted_by"),
    links=("entry", "pairing"),
    left_out=_ID,
)

_CLOCK_STOPS: Final = "clocks are stopped when a match comes in, with what is left on them"
_READERS: Final = "what a player has read and wishes belongs to the account"
MATCH = Shape(
    playing.Match,
    (
        *CLOCK,
        *("game_slug", "options", "seed", "status", "started_at", "finished_at", "last_turn_at", "draws", "analysis"),
        *("occasion", "next_number", "how_it_ended", "result_words", "origin"),
        "is_sealed",
    ),
    links=("vacation_pool", "draw_offered_by"),
    left_out=_ID
    | {
        "state": "it follows from the log, and is worked out from it again",
        "log_length": "it follows from the log",
        "marks_changed": "it is for the pages that are open",
        "occasion_path": "it is an address of the site",
        "stalled_at": "when the host of the site was told",
        "all_stopped": _CLOCK_STOPS,
        "clock_act": "it names an act of the site",
    },
    newer=frozenset({"analysis", "origin", "is_sealed", "baton"}),
)
SEAT = Shape(
    playing.Seat,
    ("known_as", "since", "asked_turn", "bank", "passes_used", "share", "score"),
    people=("player",),
    links=("match", "index"),
    called="known_as",
    told_as={"asked_turn": "number"},
    left_out=_ID
    | dict.fromkeys(
        ("asked_at", "turn_bank", "running_since", "deadline", "remind_at", "stopped", "stopped_at", "waited"),
        _CLOCK_STOPS,
    )
    | dict.fromkeys(("runs_unnoticed", "seen_length", "seen_at", "is_deaf"), _READERS)
    | dict.fromkeys(
        ("pauses", "pauses_changed_at"), "when a clock pauses follows from the account's vacation and nights"
    )
    | {"counted": "each site sums up results for itself"}
    | {"finished_at": "it is the match's"}
    | dict.fromkeys(("ahead", "orders"), "what was set ahead is its player's secret, and stays behind"),
)
TURN = Shape(
    playing.LogEntry,
    (
        *("number", "amount", "kind", "text", "words", "public_words", "secret", "notes", "message", "via"),
        *("stamped_at", "at", "cause"),
    ),
    newer=frozenset({"cause"}),
    links=("match", "index", "seat", "about", "undoes"),
    left_out=_ID
    | {
        "state": "it follows from the lines before it, and is worked out from them again",
        "clocks": "clocks are followed by the outages of the site that ran them",
        "before": "a turn is taken back within minutes, on the site where it was played",
    },
)
HANDOVER = Shape(playing.Handover, (), people=("player",), links=("seat", "line"), left_out=_ID)

SHAPES: Final[tuple[Shape[Any], ...]] = (
    *(CLUB, MEMBERSHIP, CLUB_LINE, CLUB_NEWS, LEAGUE, SEASON, DIVISION, SEASON_ENTRY, EVENT, VACATION_POOL, ENTRY),
    *(ABSENCE, LOG_LINE, ANNOUNCEMENT, ROUND, PAIRING, TABLE_SEAT, DRAWN_MATCH, FORBIDDEN, VACANCY, PLACE_OFFER, CARD),
    *(MATCH, SEAT, TURN, HANDOVER),
)
TABLES_LEFT_OUT: Final[Mapping[str, str]] = {
    "tournaments.Rating": "a rating is a player's, of all that was played on a site; it is worked out there",
    "tournaments.RatedMonth": "as ratings",
    "tournaments.Arrival": "its people are told with the rows that are theirs",
    "tournaments.ByeMatch": "a match for practice, which counts for nothing",
    "tournaments.ClockAct": "what it did stands in the logs; clocks are stopped when a match comes in",
    "tournaments.PendingVerdict": "it becomes a result within minutes",
    "tournaments.WeeklyForest": "it is for everyone on a site, and no club's",
    "tournaments.WeeklyAttempt": "as the forest",
    "tournaments.Upload": "an archive that somebody has sent and not yet brought in",
    "matches.CalendarFeed": "a secret of a player's",
    "matches.Offer": "matches outside events are no club's",
    "matches.Place": "as offers",
    "matches.ConditionalTurns": "what a player has set ahead is secret, and stays behind",
    "jobs.Heartbeat": "it tells of the site",
    "mail.InboundMail": "mails are their writers'",
    "matches.BetterTurn": "it can be looked for again",
    "matches.LastAnswer": "a player's, and it may be secret",
    "matches.Vacation": "vacation is a player's, in all their matches",
    "matches.VacationDay": "as vacation; the log of the match says when a day was used",
    "matches.Link": "a secret of a player's",
    "mail.MailAddress": "it tells of addresses",
    "matches.Outage": "it tells of the site",
    "mail.OutboxMail": "mails are their readers'",
    "mail.RefusedMail": "it tells of the site",
    "matches.PairTally": "each site sums up results for itself",
    "matches.Mark": "it lasts until the next turn",
    "matches.PrivateNote": "what a player notes for themselves stays with them",
    "matches.Reminder": "it tells which mails were sent",
    "matches.SeatTally": "as those of pairs",
    "matches.Seek": "who waits in the lobby is no club's",
}
