"""The standings of a forest at one level: players who have finished, the best first.

Guests are in it once they have an account.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.display_names import FORMER_PLAYER
from engine.game import Game
from engine.games import games_for_one
from engine.values import Choice
from i18n.text import say
from tournaments.models import WeeklyAttempt, WeeklyForest
from tournaments.permissions import weekly
from tournaments.permissions.events import Reader

NAMED = 3  # that are named of those who share the first place


Key = tuple[str, str]
"""A game and a level of it, "" in a game without levels."""


@dataclass(frozen=True)
class WeeklyLevel:
    """A game at one of its levels, which has standings of its own each week."""

    game: Game
    level: Choice

    @property
    def key(self) -> Key:
        return self.game.slug, self.level.value

    @property
    def query(self) -> str:
        return f"?game={self.game.slug}&level={self.level.value}"


@dataclass(frozen=True)
class WeeklyRow:
    """A row of the standings. ``player`` has a page to link to.

    If the reader may not know the name, ``name`` says that it is withheld, and ``is_named`` is false. ``match_id`` is
    that of a match the reader may look at.
    """

    rank: int
    name: str
    is_named: bool
    player: User | None
    measured: Sequence[int]
    is_own: bool
    match_id: int | None


@dataclass(frozen=True)
class Best:
    """The players who share first place at a level, as many as are named, and how many ``more`` do."""

    board: WeeklyLevel
    rows: list[WeeklyRow]
    more: int


def weekly_levels() -> list[WeeklyLevel]:
    """Return the levels of every forest, in the order of games and levels."""
    return [WeeklyLevel(rules, level) for rules in games_for_one() for level in rules.levels() or (Choice("", ""),)]


def listed(forest: WeeklyForest, board: WeeklyLevel) -> QuerySet[WeeklyAttempt]:
    """Return the attempts in the standings, the best first."""
    attempts = _ranked().filter(forest=forest, game_slug=board.game.slug, level=board.level.value)
    return attempts.select_related("player").order_by("rank_key", "decided_at", "pk")


def rank_of(attempt: WeeklyAttempt, board: WeeklyLevel) -> int:
    """Return the rank of a decided attempt; for a guest's, the rank that it would have."""
    return listed(attempt.forest, board).filter(rank_key__lt=attempt.rank_key).count() + 1


def sizes(forest: WeeklyForest) -> dict[Key, int]:
    """Return how many rows each level has, by its key."""
    rows = _ranked().filter(forest=forest).order_by().values_list("game_slug", "level").annotate(Count("pk"))
    return {(slug, level): number for slug, level, number in rows}


def still_playing(forest: WeeklyForest, board: WeeklyLevel) -> int:
    attempts = WeeklyAttempt.objects.filter(forest=forest, game_slug=board.game.slug, level=board.level.value)
    return attempts.filter(counts=True, decided_at=None).exclude(player__is_guest=True).count()


def weekly_rows(
    attempts: Sequence[WeeklyAttempt], board: WeeklyLevel, reader: Reader, *, start: int
) -> list[WeeklyRow]:
    """Return consecutive rows of the standings, with ``start`` rows above them.

    One query, for the first rank: it may be shared with the row above.
    """
    if not attempts:
        return []
    ranks = [rank_of(attempts[0], board)]
    for place, (above, below) in enumerate(pairwise(attempts), start + 2):
        ranks.append(ranks[-1] if above.rank_key == below.rank_key else place)
    return [_row(rank, attempt, reader) for rank, attempt in zip(ranks, attempts, strict=True)]


def best_of(forest: WeeklyForest, reader: Reader) -> list[Best]:
    """Return the best at every level that has been played, in one query."""
    best = _ranked().filter(forest=forest, game_slug=OuterRef("game_slug"), level=OuterRef("level"))
    first = Subquery(best.order_by("rank_key").values("rank_key")[:1])
    attempts = _ranked().filter(forest=forest, rank_key=first).select_related("player", "forest")
    at_level = partial(Window, partition_by=("game_slug", "level"))
    places = attempts.annotate(place=at_level(RowNumber(), order_by=("decided_at", "pk")), shared=at_level(Count("pk")))
    found: defaultdict[Key, list[Any]] = defaultdict(list)
    for attempt in places.filter(place__lte=NAMED).order_by("place"):
        found[attempt.game_slug, attempt.level].append(attempt)
    return [
        Best(board, [_row(1, each, reader) for each in won], won[0].shared - len(won))
        for board in weekly_levels()
        if (won := found[board.key])
    ]


def _ranked() -> QuerySet[WeeklyAttempt]:
    return WeeklyAttempt.objects.filter(counts=True).exclude(rank_key="").exclude(player__is_guest=True)


def _row(rank: int, attempt: WeeklyAttempt, reader: Reader) -> WeeklyRow:
    player = attempt.player
    is_named = player is None or weekly.may_name(reader, player)
    name = say(FORMER_PLAYER) if player is None else player.display_name
    return WeeklyRow(
        rank=rank,
        name=name if is_named else _("name withheld"),
        is_named=is_named,
        player=player if player is not None and is_named and player.is_active else None,
        measured=attempt.measured or (),
        is_own=player is not None and isinstance(reader, User) and player.pk == reader.pk,
        match_id=attempt.match_id if attempt.forest.closed_at is not None and is_named else None,
    )
