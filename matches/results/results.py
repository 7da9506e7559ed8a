"""A player's finished matches in numbers: by game and side, by level in team games, and against another player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import User
from engine.game import Game
from engine.games import games
from engine.values import Side
from matches.models import PairTally, Seat, SeatTally

from .count import Found, uncounted_of
from .levels import Key, LevelResults, by_level
from .tally import Tally, tally_of


@dataclass(frozen=True)
class GameResults:
    """A player's results in one game.

    ``sides`` are those that the player's seats had when the matches were made, with the results of each; none in a game
    whose seats are all of one side. ``levels`` are only for a game that is played together.
    """

    game: Game
    total: Tally
    sides: list[tuple[Side, Tally]]
    levels: list[LevelResults]


Row = tuple[str, int, int, Tally]  # level, number of seats, index, and how the matches ended


def results_of(player: User) -> list[GameResults]:
    """Return the player's results in each game of this site, the most played first.

    Two queries, for the sums and for what isn't in them yet, and a third if there is something.
    """
    latest = Found()
    for seats in uncounted_of(player):
        latest.add(seats, [seat for seat in seats if seat.player_id == player.pk and not seat.counted])
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in SeatTally.objects.filter(player=player).exclude(won=0, drawn=0, lost=0):
        found[row.game_slug].append((row.level, row.seats, row.index, tally_of(row)))
    for (_, slug, level, number, index), tally in latest.of_seats.items():
        found[slug].append((level, number, index, tally))
    results = [_results(game, found[game.slug]) for game in games() if game.slug in found]
    return sorted(results, key=lambda each: -each.total.matches)


def head_to_head(reader: User, player: User) -> Tally:
    """Return the reader's matches against the player, as they ended for the reader.

    If more than two played, it counts which of the two had the greater share. Two queries, for the sums and for what
    isn't in them yet, and a third if there is something.
    """
    first, second = sorted((reader, player), key=lambda each: each.pk)
    found = [tally_of(row) for row in PairTally.objects.filter(first=first, second=second)]
    latest = Found()
    for seats in uncounted_of(first, second):
        both = [seat for seat in seats if seat.player_id in {first.pk, second.pk}]
        latest.add(both, [seat for seat in both if not seat.counted])
    total = sum([*found, *latest.of_pairs.values()], Tally())
    return total if first == reader else total.reversed


def between(seats: QuerySet[Seat], player: User) -> QuerySet[Seat]:
    """Return the seats whose matches are against the player, who has a seat in them, too."""
    together = [game.slug for game in games() if game.together]
    met = Seat.objects.filter(player=player).exclude(match__game_slug__in=together)
    return seats.filter(match__in=met.values("match"))


def _results(game: Game, rows: Sequence[Row]) -> GameResults:
    total = sum((tally for *_, tally in rows), Tally())
    if game.together:
        return GameResults(game, total, [], by_level(game, _levels(rows)))
    sides: dict[Side, Tally] = {}
    for _, table, index, tally in sorted(rows, key=lambda row: (row[2], row[1])):  # by seat, at tables of any size
        side = game.sides(table)[index]
        sides[side] = sides.get(side, Tally()) + tally
    has_sides = len(set(game.sides(max(game.seats)))) > 1
    return GameResults(game, total, list(sides.items()) if has_sides else [], [])


def _levels(rows: Iterable[Row]) -> dict[Key, Tally]:
    found: defaultdict[Key, Tally] = defaultdict(Tally)
    for level, seats, _, tally in rows:
        found[level, seats == 1] += tally
    return found
