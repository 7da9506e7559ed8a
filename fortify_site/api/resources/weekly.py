"""The weekly forest: when it ends, how many have played it, and its tables. It is for everyone, as on the site."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Field, Router, Schema

from fortify_site.api.auth import ERRORS, OPEN, Limit, Offset, Slug, reader
from timekeeping import clock
from tournaments.models import WeeklyAttempt, WeeklyForest
from tournaments.weekly import standings, weeks
from tournaments.weekly.standings import WeeklyLevel

from .pagination import LIMIT, paged
from .schemas import Page, Player

router = Router(tags=["weekly"])
CURRENT = "current"


class WeeklyTableOut(Schema):
    """One table of a forest: a game at one of its levels."""

    game: str
    level: str = Field(description="Empty in a game without levels.")
    players: int = Field(description="How many have finished it, without guests.")


class WeeklyForestOut(Schema):
    week: date = Field(description="The Monday on which it begins, by UTC.")
    url: str
    ends_at: datetime
    closed_at: datetime | None = Field(description="When all its matches and seeds were opened.")
    server_digest: str = Field(description="The SHA-256 of the server’s bytes.")
    server: str = Field(description="The server’s bytes, 64 hexadecimal digits; empty until it is closed.")
    tables: list[WeeklyTableOut]


class Measured(Schema):
    code: str
    name: str
    value: int


class WeeklyRowOut(Schema):
    """If you may not see who played, ``player`` is empty, and so is ``match`` until the forest is closed."""

    rank: int
    player: Player | None
    measured: list[Measured] = Field(description="By which players are ranked, in this order.")
    match: int | None


@router.get("/{week}", response={200: WeeklyForestOut, **ERRORS}, openapi_extra=OPEN)
def read_forest(request: HttpRequest, week: Slug) -> Any:
    """The forest of a week: “current”, or the Monday on which it began, such as “2026-11-23”."""
    forest = _forest(week)
    sizes = standings.sizes(forest)
    return WeeklyForestOut(
        week=forest.begins_on,
        url=settings.SITE_URL + forest.get_absolute_url(),
        ends_at=forest.ends_at,
        closed_at=forest.closed_at,
        server_digest=forest.server_digest,
        server=forest.shown_server,
        tables=[
            WeeklyTableOut(game=slug, level=level, players=sizes.get((slug, level), 0))
            for slug, level in (board.key for board in standings.weekly_levels())
        ],
    )


@router.get("/{week}/standings", response={200: Page[WeeklyRowOut], **ERRORS}, openapi_extra=OPEN)
def list_standings(
    request: HttpRequest, week: Slug, game: Slug = "", level: Slug = "", limit: Limit = LIMIT, offset: Offset = 0
) -> Any:
    """One of a forest’s tables, best first; without ``game`` and ``level``, the first one."""
    forest, board = _forest(week), _board(game, level)

    def make(attempts: list[WeeklyAttempt]) -> list[WeeklyRowOut]:
        for attempt in attempts:
            attempt.forest = forest
        return [_row(row, board) for row in standings.weekly_rows(attempts, board, reader(request), start=offset)]

    return paged(request, standings.listed(forest, board), limit, offset, make)


def _forest(week: str) -> WeeklyForest:
    """Return the forest of a week, or raise ``Http404``."""
    now = clock.now()
    try:
        begins_on = weeks.monday_of(now) if week == CURRENT else date.fromisoformat(week)
    except ValueError:
        raise Http404 from None
    forest = WeeklyForest.objects.filter(begins_on=begins_on).first() if weeks.is_on() else None
    if forest is None or forest.begins_at > now:
        raise Http404
    return forest


def _board(game: str, level: str) -> WeeklyLevel:
    """Return the table of that game and level, or the first one if neither is given. Raises ``Http404``."""
    for board in standings.weekly_levels():
        if board.key == (game, level) or not (game or level):
            return board
    raise Http404


def _row(row: standings.WeeklyRow, board: WeeklyLevel) -> WeeklyRowOut:
    names = board.game.measures()
    return WeeklyRowOut(
        rank=row.rank,
        player=Player(id=row.player.pk if row.player else None, name=row.name) if row.is_named else None,
        measured=[
            Measured(code=each.code, name=_(each.name), value=value)
            for each, value in zip(names, row.measured, strict=True)
        ],
        match=row.match_id,
    )
