"""Removing the name of a deleted account from what events and clubs keep."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db.models import Model, Q, QuerySet, TextField
from django.db.models.functions import Cast

from accounts.models import User
from accounts.names.display_names import FORMER_PLAYER
from i18n.text import Kept, say, source_of
from matches.models import LogEntry, Match
from timekeeping import clock
from tournaments.models import (
    Announcement,
    Card,
    ClockAct,
    Club,
    ClubLine,
    ClubNews,
    Entry,
    Event,
    Forbidden,
    League,
    LogLine,
    Round,
    Season,
    SeasonEntry,
    WeeklyAttempt,
)

SENTENCES: Final[Mapping[type[Model], Sequence[str]]] = {
    LogLine: ("words", "reason"),
    Round: ("failure",),
    Forbidden: ("reason",),
    ClockAct: ("reason",),
    Entry: ("left_words", "before"),
}
"""The columns of an event that may name its players."""


def forget_name(player: User) -> None:
    """Take a player's name out of every stored sentence, in the caller's transaction."""
    clubs = Club.objects.filter(memberships__player=player)
    forget_in(player.display_name, _events_of(player), clubs, Season.objects.filter(entries__player=player))
    _forget_in_matches(Match.objects.filter(seats__player=player), player.display_name)
    Entry.objects.filter(player=player).update(name="", called="")
    if player.is_guest:  # who was in no table, and would come into it as a former player
        WeeklyAttempt.objects.filter(player=player).update(counts=False)


def _events_of(player: User) -> QuerySet[Event]:
    """Return the events in which the player played, had a place, or did something.

    Each table is asked by a subquery of its own: joined, the rows of one event's entries, log and announcements would
    multiply.
    """
    entered = Q(pk__in=Entry.objects.filter(Q(player=player) | Q(vacancies__player=player)).values("event"))
    organised = Q(pk__in=player.events_organised.values("pk"))
    done = Q(pk__in=LogLine.objects.filter(by=player).values("event"))
    told = Q(pk__in=Announcement.objects.filter(by=player).values("event"))
    return Event.objects.filter(entered | organised | done | told)


def forget_in(name: str, events: QuerySet[Event], clubs: QuerySet[Club], seasons: QuerySet[Season]) -> None:
    """Take a name out of every stored sentence of these events, clubs and seasons, and of their leagues.

    It runs in the caller's transaction.
    """
    for model, columns in SENTENCES.items():
        for column in columns:
            _forget_in(model._default_manager.filter(event__in=events), column, name)
    for column in ("words", "reason"):
        _forget_in(ClubLine.objects.filter(club__in=clubs), column, name)
    for column in ("subject", "text"):
        _forget_in_text(Announcement.objects.filter(event__in=events), column, name)
        _forget_in_text(ClubNews.objects.filter(club__in=clubs), column, name)
    _forget_in_matches(Match.objects.filter(pairing__round__event__in=events), name)
    _forget_in(SeasonEntry.objects.filter(season__in=seasons), "words", name)
    _forget_in(Card.objects.filter(entry__event__in=events), "lifted_because", name)
    leagues = Q(club__in=clubs) | Q(pk__in=seasons.values("league"))
    _forget_in_text(League.objects.filter(leagues), "about", name)
    _forget_in_text(Club.objects.filter(pk__in=clubs.values("pk")), "about", name)
    _forget_in_text(events, "description", name)
    for changed in (events, clubs, seasons):
        changed.update(changed_at=clock.now())


def _forget_in_matches(matches: QuerySet[Match], name: str) -> None:
    """Take the name out of results, and of log lines that aren't turns: what organisers did, and why."""
    those = Match.objects.filter(pk__in=matches.values("pk"))
    _forget_in(those.only("result_words"), "result_words", name)
    lines = LogEntry.objects.filter(match__in=those.values("pk")).exclude(kind=LogEntry.Kind.PLAY)
    for column in ("words", "public_words"):
        _forget_in(lines.only(column), column, name)  # without the boards


def _forget_in_text(rows: QuerySet[Any], column: str, name: str) -> None:
    """Replace the name in text that someone typed, cutting the text to the column's length if it gets too long."""
    pattern = _whole(name)
    found = list(rows.filter(**{f"{column}__contains": name}))
    for row in found:
        told = pattern.sub(FORMER_PLAYER, getattr(row, column))
        setattr(row, column, told[: row._meta.get_field(column).max_length])
    rows.bulk_update(found, [column], batch_size=200)


def _whole(name: str) -> re.Pattern[str]:
    """Return a pattern that finds the name, but not as a part of a longer word."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def _forget_in(rows: QuerySet[Any], column: str, name: str) -> None:
    pattern = _whole(name)
    found = list(_with(rows, column, name))
    for row in found:
        setattr(row, column, without(source_of(getattr(row, column)), pattern))
    rows.bulk_update(found, [column], batch_size=200)


def without(kept: Kept, name: re.Pattern[str]) -> Kept:
    """Return a stored sentence with another name in its values; the messages themselves hold no names."""
    match kept:
        case ["say", message, dict(values)]:
            return ["say", message, _values_without(values, name)]
        case ["many", one, many, number, dict(values)]:
            return ["many", one, many, number, _values_without(values, name)]
        case ["join", separator, list(parts)]:
            return ["join", separator, [without(part, name) for part in parts]]
        case ["begin", part]:
            return ["begin", without(part, name)]
        case str(text):
            # Within a text there is no language for each reader: it is that in which the site wrote text before.
            return say(FORMER_PLAYER).kept if name.fullmatch(text) else name.sub(FORMER_PLAYER, text)
        case _:
            return kept


def _values_without(values: dict[str, Kept], name: re.Pattern[str]) -> dict[str, Kept]:
    return {key: without(value, name) for key, value in values.items()}


def _with(rows: QuerySet[Any], column: str, name: str) -> QuerySet[Any]:
    """Return the rows whose JSON has the name, as databases write it: letters beyond ASCII as they are, or escaped."""
    with_letters, in_ascii = json.dumps(name, ensure_ascii=False)[1:-1], json.dumps(name)[1:-1]
    told: QuerySet[Any] = rows.annotate(told=Cast(column, TextField()))
    return told.filter(Q(told__contains=with_letters) | Q(told__contains=in_ascii))
