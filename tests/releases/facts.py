"""What is known of the club of ``world.py`` from how it was made, and the same as the site's database tells it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final

from django.db import connection
from django.db.models import Count

from matches.models import LogEntry, Match
from tournaments.models import Announcement, Club, Event, Season
from tournaments.standings.standings import standings_of

CLUB: Final = "Schachfreunde “Süd”"
FACTS: Final[dict[str, Any]] = {
    "members": {
        "Olga": ["owner", "member"],
        "Jörg": ["organiser", "member"],
        **{name: ["member", "member"] for name in ("Ann", "Ben", "Cleo", "Dan", "Gus")},
        "Nora": ["member", "invited"],
        "Eve": ["member", "applied"],
        "Fay": ["member", "left"],
    },
    # In the first season all games were won by the better player, and in the second Eve has changed places with Dan.
    # Hal deleted his account in between.
    "seasons": {
        "Season 1": ["finished", [["Ann", "Ben", "Cleo", "Dan"], ["Eve", "Fay", "Gus", "former player"]]],
        "Herbst": ["running", [["Ann", "Ben", "Cleo", "Eve"], ["Dan", "Fay", "Gus", "former player"]]],
    },
    "standings of Season 1": [
        [["Ann", "3"], ["Ben", "2"], ["Cleo", "1"], ["Dan", "0"]],
        [["Eve", "3"], ["Fay", "2"], ["Gus", "1"], ["former player", "0"]],
    ],
    "events": {
        "Frühling, “=1+1”": ["fortify", "swiss", "running"],
        "Pokal": ["fortify", "cup", "finished"],
        "Later": ["fortify", "swiss", "draft"],
        "Karten für vier": ["fortac", "round_robin", "running"],
        "Walls of Five": ["fortress", "tables", "running"],
        "Into the Woods": ["fairytale", "expedition", "running"],
    },
    "standings": {
        # Ann beat Ben, Ron had a bye, and a match was annulled.
        "Frühling, “=1+1”": {
            "Ann": "1",
            "Ron": "1",
            "Ben": "0",
            "Cleo": "0",
            "former player": "0",
            "Zoë from afar": "0",
        },
        "Karten für vier": {"Ada": "3", "Bea": "2", "Cem": "1", "Dov": "0"},
        # By place: the last in the alphabet resigned first.
        "Walls of Five": {"Ada": "4", "Bea": "3", "Cem": "5/2", "Dov": "2", "Edo": "1"},
    },
    "teams": {"The Foxes": ["Ada", "Bea"], "Cem": ["Cem"]},
    # Of Fortify two matches of the Swiss, one of the cup and a drawn one before it had three turns each, and the third
    # of the Swiss five, of which one was taken back. Six matches of Fortac had four each, the table of Fortress sixty,
    # and both teams in the forest four.
    "turns": {"fortify": 4 * 3 + 5, "fortac": 6 * 4, "fortress": 60, "fairytale": 2 * 4},
    # Three matches of the season run, Dan's with Hal was annulled; one of the Swiss runs, and both teams play.
    "matches": {
        "fortify": {"finished": 4, "running": 4},
        "fortac": {"finished": 6},
        "fortress": {"finished": 1},
        "fairytale": {"running": 2},
    },
    "news": ["Grüße"],
    "announcements": ["Los"],
}
BEFORE_1_0: Final = "before_1_0"
WALLS_BEFORE: Final = {"Ada": "4", "Bea": "3", "Cem": "2", "Dov": "1", "Edo": "0"}
"""The standings of "Walls of Five" where the size of a table doesn't count, as before 1.0."""


def facts_of(release: str) -> dict[str, Any]:
    """The facts of a club that a site of this release left behind."""
    standings = FACTS["standings"] | ({"Walls of Five": WALLS_BEFORE} if release == BEFORE_1_0 else {})
    return {**FACTS, "standings": standings}


def told() -> dict[str, Any]:
    """What the only club of the site is like, in the shape of ``FACTS``."""
    club = Club.objects.get()
    events = {event.name: event for event in club.events.filter(name__in=FACTS["events"]).order_by("pk")}
    seasons = Season.objects.filter(league__club=club).order_by("number")
    divisions = {
        season: [each.event for each in season.divisions.order_by("level") if each.event] for season in seasons
    }
    turns = LogEntry.objects.filter(kind=LogEntry.Kind.PLAY).values_list("match__game_slug").annotate(Count("pk"))
    matches = Counter(Match.objects.values_list("game_slug", "status"))
    return {
        "members": {each.name or each.shown_name: [each.role, each.status] for each in club.memberships.order_by("pk")},
        "seasons": {
            season.name: [season.stage, [_players(event) for event in events]] for season, events in divisions.items()
        },
        "standings of Season 1": [list(map(list, _points(event).items())) for event in divisions[seasons[0]]],
        "events": {name: [event.game_slug, event.format, event.stage] for name, event in events.items()},
        "standings": {name: _points(events[name]) for name in FACTS["standings"]},
        "teams": _teams(events["Into the Woods"]),
        "turns": dict(turns),
        "matches": {
            slug: {status: count for (of, status), count in matches.items() if of == slug} for slug, _ in matches
        },
        "news": [each.subject for each in club.news.all()],
        "announcements": [each.subject for each in Announcement.objects.all()],
    }


def tables() -> dict[str, list[str]]:
    """Each table's columns."""
    with connection.cursor() as cursor:
        look = connection.introspection
        return {
            name: sorted(column.name for column in look.get_table_description(cursor, name))
            for name in look.table_names(cursor)
        }


def print_all() -> None:
    """Of the site whose settings are in the environment, as JSON."""
    print(json.dumps({"facts": told(), "tables": tables()}))


def _players(event: Event) -> list[str]:
    return [entry.shown_name for entry in event.entries.select_related("player").order_by("number")]


def _points(event: Event) -> dict[str, str]:
    """By name, the first in the standings first."""
    standings = standings_of(event)
    return {standings.names[row.number]: str(row.points) for row in standings.rows}


def _teams(event: Event) -> dict[str, list[str]]:
    entries = list(event.entries.select_related("player").order_by("pk"))
    return {
        captain.team or captain.shown_name: [
            each.shown_name for each in entries if captain.pk in (each.pk, each.captain_id)
        ]
        for captain in entries
        if captain.captain_id is None
    }
