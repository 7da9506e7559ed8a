"""The club in an archive, as rows that aren't stored yet and refer to each other. Nothing here asks the database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import models

from accounts.names.lookalikes import shows_nothing
from engine.errors import BadOption
from engine.games import game, games
from i18n.text import say
from matches.models import Match, VacationPool
from tournaments.files.archives.file_names import CLUB as CLUB_FILE
from tournaments.files.archives.file_names import PEOPLE
from tournaments.files.archives.open_zip import Archive, BadArchive, Json
from tournaments.files.archives.schema import (
    CLUB,
    CLUB_LINE,
    CLUB_NEWS,
    DIVISION,
    LEAGUE,
    MEMBERSHIP,
    SEASON,
    SEASON_ENTRY,
    VACATION_POOL,
    M,
    Shape,
)
from tournaments.files.archives.serialize import from_json
from tournaments.models import (
    Club,
    ClubLine,
    ClubNews,
    Division,
    Event,
    League,
    Membership,
    Season,
    SeasonEntry,
)

LONGEST_NAME = 80
MOST_ROUNDS = 500
MOST_TIE_BREAKS = 30


@dataclass(frozen=True)
class Whose:
    """A column that names a person; ``person`` is their place in the archive."""

    row: models.Model
    field: str
    person: int


@dataclass
class PersonRef:
    """The archive's people, and the rows that are theirs."""

    names: Sequence[str]
    found: list[Whose] = field(default_factory=list)

    def mark(self, row: models.Model, field: str, told: Mapping[str, Json], where: str) -> str:
        """Return the name of the person in that column; "" for no one."""
        person = place(told.get(field), len(self.names), where)
        if person is None:
            return ""
        self.found.append(Whose(row, field, person))
        return self.names[person - 1]

    def row(self, shape: Shape[M], told: Mapping[str, Json], where: str, **links: models.Model | None) -> M:
        """Read a row, and the people that its columns name; ``links`` are the rows that it refers to.

        Raises ``BadArchive``.
        """
        row = from_json(shape, told, where)
        for name, linked in links.items():
            setattr(row, name, linked)
        named = {
            column: self.mark(row, column, told, where)
            for column in shape.people
            if not row._meta.get_field(column).many_to_many
        }
        if shape.called and named["player"]:
            setattr(row, shape.called, named["player"])
        return row


@dataclass
class LeagueTold:
    league: League
    seasons: list[SeasonTold]


@dataclass
class SeasonTold:
    """A season of the archive; ``events`` are the places of its divisions' events."""

    season: Season
    vacation: VacationTold
    divisions: list[tuple[Division, int | None]]
    entries: list[SeasonEntry]


@dataclass
class ImportedClub:
    club: Club
    people: PersonRef
    members: list[Membership]
    leagues: list[LeagueTold]
    news: list[ClubNews]
    log: list[ClubLine]

    @property
    def rows(self) -> int:
        """The number of rows to store, without those of events."""
        seasons = [season for league in self.leagues for season in league.seasons]
        entered = sum(len(each.divisions) + len(each.entries) for each in seasons)
        return len(self.members) + len(self.news) + len(self.log) + len(self.leagues) + len(seasons) + entered


VacationTold = VacationPool | str | None
"""The event's or season's own pool, ``VacationPool.FRIENDLY``, or none."""


def club_read(archive: Archive) -> ImportedClub:
    """Read the club's file. Raises ``BadArchive``."""
    told = obj(archive.json(CLUB_FILE), CLUB_FILE)
    people = PersonRef(names_read(archive))
    club = people.row(CLUB, told, CLUB_FILE)
    return ImportedClub(
        club,
        people,
        [people.row(MEMBERSHIP, each, where, club=club) for each, where in rows(told, "members", CLUB_FILE)],
        [_league(club, each, people, where) for each, where in rows(told, "leagues", CLUB_FILE)],
        [people.row(CLUB_NEWS, each, where, club=club) for each, where in rows(told, "news", CLUB_FILE)],
        [people.row(CLUB_LINE, each, where, club=club) for each, where in rows(told, "log", CLUB_FILE)],
    )


def names_read(archive: Archive) -> list[str]:
    """Read the names of the people, in the order of their places. Raises ``BadArchive``."""
    names = []
    for number, each in enumerate(items(archive.json(PEOPLE), PEOPLE), 1):
        name = obj(each, PEOPLE).get("name")
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not _is_shown(name):
            raise unfit(f"{PEOPLE}, {number}", "name")
        names.append(name)
    return names


def _is_shown(name: str) -> bool:
    return name.isprintable() and not shows_nothing(name)


def terms_checked(terms: Event | Season, where: str) -> None:
    """Check what the form of an event or a season would have checked. Raises ``BadArchive``."""
    game_checked(terms.game_slug, where)
    options_checked(terms.game_slug, terms.options, where)
    clock_checked(terms, where)
    codes = terms.tie_breaks
    if not isinstance(codes, list) or len(codes) > MOST_TIE_BREAKS or not all(_is_code(each) for each in codes):
        raise unfit(where, "tie_breaks")
    if terms.rules.why_not_for(terms.game):
        raise unfit(where, "format")
    if not terms.rules.can_seat(terms):
        raise unfit(where, "table_size")
    if not 0 < terms.rounds <= MOST_ROUNDS or terms.cycles > 2 or terms.at_once > MOST_ROUNDS:
        raise unfit(where, "rounds")


def keep_table_points(terms: Event | Season, told: Mapping[str, Json], *, is_begun: bool) -> None:
    """Keep the old points of tables for what began before 1.0, when the size of a table didn't count."""
    if "even_tables" not in told:
        terms.even_tables = not is_begun


def game_checked(slug: str, where: str) -> None:
    if slug not in {each.slug for each in games()}:
        raise BadArchive(say("%(where)s: this site doesn’t have the game “%(game)s”.", where=where, game=slug))


def options_checked(slug: str, options: Any, where: str) -> None:
    try:
        is_clean = game(slug).clean_options(options) == options
    except (BadOption, AttributeError, LookupError, TypeError, ValueError):
        is_clean = False
    if not is_clean:
        raise unfit(where, "options")


def clock_checked(terms: Event | Season | Match, where: str) -> None:
    try:
        _control = terms.control
    except ValueError:
        raise unfit(where, "passes") from None


def vacation_read(told: Json, where: str) -> VacationTold:
    if told is None or told == VacationPool.FRIENDLY:
        return told and VacationPool.FRIENDLY
    return from_json(VACATION_POOL, obj(told, where), where)


def obj(found: Json, where: str) -> dict[str, Json]:
    if not isinstance(found, dict):
        raise unfit(where, "{}")
    return found


def items(found: Json, where: str) -> list[Json]:
    if not isinstance(found, list):
        raise unfit(where, "[]")
    return found


def rows(told: Mapping[str, Json], name: str, where: str) -> Iterator[tuple[dict[str, Json], str]]:
    """Yield each row of a list, and the words that say where it is, for errors."""
    for number, each in enumerate(items(told.get(name), f"{where}, {name}"), 1):
        yield obj(each, f"{where}, {name} {number}"), f"{where}, {name} {number}"


def place(found: Json, last: int, where: str) -> int | None:
    """Read a place from 1 to ``last``; ``None`` for nothing."""
    if found is not None and (type(found) is not int or not 1 <= found <= last):
        raise unfit(where, str(found)[:20])
    return found


def unfit(where: str, column: str) -> BadArchive:
    return BadArchive(say("%(where)s: “%(column)s” is missing or invalid.", where=where, column=column))


def _is_code(code: Json) -> bool:
    return isinstance(code, str) and len(code) <= 40


def _league(club: Club, told: Mapping[str, Json], people: PersonRef, where: str) -> LeagueTold:
    league = people.row(LEAGUE, told, where, club=club)
    return LeagueTold(league, [_season(league, each, people, here) for each, here in rows(told, "seasons", where)])


def _season(league: League, told: Mapping[str, Json], people: PersonRef, where: str) -> SeasonTold:
    season = people.row(SEASON, told, where, league=league)
    terms_checked(season, where)
    keep_table_points(season, told, is_begun=season.published_at is not None)
    divisions = []
    for each, here in rows(told, "divisions", where):
        division = people.row(DIVISION, each, here, season=season)
        divisions.append((division, place(each.get("event"), MOST_ROUNDS * MOST_ROUNDS, here)))
    entries = []
    for each, here in rows(told, "entries", where):
        number = place(each.get("division"), len(divisions), here)
        division_of = divisions[number - 1][0] if number else None
        entries.append(people.row(SEASON_ENTRY, each, here, season=season, division=division_of))
    return SeasonTold(season, vacation_read(told.get("leave"), where), divisions, entries)
