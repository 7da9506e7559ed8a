"""A player's finished matches in numbers: by game and side, and against another player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When

from accounts.models import User
from engine.game import Game
from engine.games import games
from engine.values import Side
from matches.models import Seat

from .endings import SURE, ending_by_others, ending_by_share


@dataclass(frozen=True)
class Tally:
    """Matches that are over and count."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)

    @property
    def matches(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def won_percent(self) -> int:
        return round(100 * self.won / self.matches) if self.matches else 0

    @property
    def unlost_percent(self) -> int:
        return round(100 * (self.won + self.drawn) / self.matches) if self.matches else 0


@dataclass(frozen=True)
class GameResults:
    """``sides`` are those that the player's seats had when the matches were made, with the results of each; none in a
    game whose seats are all of one side."""

    game: Game
    total: Tally
    sides: list[tuple[Side, Tally]]


def results_of(player: User) -> list[GameResults]:
    """For every game of this site that the player has finished a match of, the most played first. One query, whose
    answer has a row for each game, seat and ending."""
    found: defaultdict[str, list[tuple[int, int, Tally]]] = defaultdict(list)
    for slug, table, index, ending, number in _counted(player):
        found[slug].append((table, index, Tally(**{ending: number})))
    results = [_results(game, found[game.slug]) for game in games() if game.slug in found]
    return sorted(results, key=lambda each: -each.total.matches)


def head_to_head(reader: User, player: User) -> Tally:
    """The reader's matches against the player, as they ended for the reader: where more than two played, by which of
    the two had the greater share. Games that all win or lose together are left out."""
    theirs = Seat.objects.filter(match=OuterRef("match"), player=player).order_by("index").values("share")
    against = between(Seat.objects.filter(player=reader, finished_at__isnull=False, share__isnull=False), player)
    contests = against.exclude(match__game_slug__in=[game.slug for game in games() if game.together])
    counts = contests.annotate(theirs=Subquery(theirs[:1])).aggregate(
        won=Count("pk", filter=Q(share__gt=F("theirs"))),
        drawn=Count("pk", filter=Q(share=F("theirs"))),
        lost=Count("pk", filter=Q(share__lt=F("theirs"))),
    )
    return Tally(**counts)


def between(seats: QuerySet[Seat], player: User) -> QuerySet[Seat]:
    """Those in matches in which the player has a seat, too."""
    return seats.filter(match__in=Seat.objects.filter(player=player).values("match"))


def _counted(player: User) -> Iterable[tuple[str, int, int, str, int]]:
    """Each game, number of seats, seat and ending, and how many matches there are of it; some twice. Most shares say
    the ending, and of a query that looks at other seats for all, PostgreSQL expects too much."""
    over = Seat.objects.filter(player=player, finished_at__isnull=False, share__isnull=False)
    sure = _grouped(over.filter(share__in=SURE), ending_by_share())
    rows: Iterable[tuple[str, int, int, str, int]] = sure.union(
        _grouped(over.exclude(share__in=SURE), ending_by_others()), all=True
    )
    return rows


def _grouped(seats: QuerySet[Seat], ending: Case) -> Any:
    names = ("match__game_slug", "table", "index", "ending")
    kinds: Any = seats.annotate(ending=ending, table=_seats_in_match()).order_by()
    return kinds.values(*names).annotate(number=Count("pk")).values_list(*names, "number")


def _seats_in_match() -> Case:
    """How many seats the match has, counted only where its game leaves that open."""
    seats = Seat.objects.filter(match=OuterRef("match")).order_by().values("match").annotate(number=Count("pk"))
    fixed = [When(match__game_slug=game.slug, then=Value(game.seats[0])) for game in games() if len(game.seats) == 1]
    has_open = len(fixed) < len(games())
    default = Subquery(seats.values("number")) if has_open else Value(0)
    return Case(*fixed, default=default, output_field=IntegerField())


def _results(game: Game, rows: Iterable[tuple[int, int, Tally]]) -> GameResults:
    sides: dict[Side, Tally] = {}
    total = Tally()
    for table, index, tally in sorted(rows, key=lambda row: row[:2]):
        side = game.sides(table)[index]
        sides[side] = sides.get(side, Tally()) + tally
        total += tally
    has_sides = len(set(game.sides(max(game.seats)))) > 1
    return GameResults(game, total, list(sides.items()) if has_sides else [])
