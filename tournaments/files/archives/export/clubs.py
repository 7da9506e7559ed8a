"""A club as data for an archive: members, news, log and leagues; and who won what, for people to read."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.clubs import honours
from tournaments.files.archives.open_zip import Json
from tournaments.files.archives.people import People
from tournaments.files.archives.schema import (
    CLUB,
    CLUB_LINE,
    CLUB_NEWS,
    DIVISION,
    LEAGUE,
    MEMBERSHIP,
    SEASON,
    SEASON_ENTRY,
)
from tournaments.files.archives.serialize import to_json
from tournaments.models import Club, Division, Event, League, Membership, Season
from tournaments.sheets.sheet import Column, Kind, Sheet

from .events import Places, vacation_told

HONOURS = (
    Column("ended_at", gettext_lazy("Ended"), Kind.MOMENT),
    Column("league", gettext_lazy("League")),
    Column("title", gettext_lazy("What was won")),
    Column("place", gettext_lazy("Place"), Kind.NUMBER),
    Column("player", gettext_lazy("Player")),
)


def export_club(club: Club, events: Places, people: People) -> Json:
    memberships = club.memberships.select_related("player").order_by("pk")
    return {
        **to_json(CLUB, club, people),
        "members": [_membership(each, people) for each in memberships],
        "leagues": [_league(each, events, people) for each in club.leagues.select_related("made_by").order_by("pk")],
        "news": [to_json(CLUB_NEWS, each, people) for each in club.news.select_related("by").order_by("pk")],
        "log": [to_json(CLUB_LINE, each, people) for each in club.log.select_related("by").order_by("pk")],
    }


def honours_sheet(club: Club) -> Sheet:
    """Build the whole honours board, including what isn't public.

    It is worked out for each archive: what a single reader asks for isn't worth caching.
    """
    finished = club.events.filter(stage=Event.Stage.FINISHED, begun_at__isnull=False)
    events = list(finished.order_by("-ended_at", "-pk"))
    divisions = {
        each.event_id: each for each in Division.objects.filter(event__in=events).select_related("season__league")
    }
    rows = []
    for event in events:
        division = divisions.get(event.pk)
        league = division.season.league.name if division else None
        title = f"{division.season.name}, {division.name}" if division else event.name
        winners = honours.winners_of(event)
        entries = honours.entries_of([pk for _rank, pk in winners], with_teams=event.rules.forms_teams)
        places = honours.places_of(event, winners, entries)
        rows += [(event.ended_at, league, title, place.rank, place.full_name) for place in places]
    return Sheet(_("Honours"), HONOURS, rows)


def _membership(membership: Membership, people: People) -> Json:
    """Return a membership as data; for someone invited by email who hasn't come, with the address that was typed.

    Whose address it is stays private.
    """
    is_by_mail = membership.status == Membership.Status.INVITED and membership.address
    return to_json(MEMBERSHIP, membership) | {"player": None} if is_by_mail else to_json(MEMBERSHIP, membership, people)


def _league(league: League, events: Places, people: People) -> Json:
    seasons = league.seasons.select_related("made_by", "vacation_pool").order_by("pk")
    return {
        **to_json(LEAGUE, league, people),
        "seasons": [_season(each, events, people) for each in seasons],
    }


def _season(season: Season, events: Places, people: People) -> Json:
    divisions = list(season.divisions.order_by("pk"))
    place = {each.pk: number for number, each in enumerate(divisions, 1)}
    entries = season.entries.select_related("player").order_by("pk")
    return {
        **to_json(SEASON, season, people),
        "leave": vacation_told(season),
        "divisions": [{**to_json(DIVISION, each), "event": events.get(each.event_id or 0)} for each in divisions],
        "entries": [
            {**to_json(SEASON_ENTRY, each, people), "division": place.get(each.division_id or 0)} for each in entries
        ],
    }
