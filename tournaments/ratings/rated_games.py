"""The matches that are rated, as the ratings see them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Exists, OuterRef, Subquery

from competition.history import Code
from competition.ratings.glicko import Game, rated_game, table_games
from competition.ratings.months import Month
from competition.ratings.periods import Ended
from matches.models import Seat
from matches.record import line_authors
from tournaments.models import DrawnMatch, Pairing, TableSeat

FAR = -(10**12)  # below the numbers of those whose account is gone and who played in matches of two
PLAYED = (Code.WIN.value, Code.DRAW.value, Code.LOSS.value)

# A player by id. Somebody whose account is gone is a negative number, another in each match: nothing is known of them.
Player = int
RatedGame = tuple[int, Ended[Player]]  # with the pairing's id


def games_until(game_slug: str, month: Month) -> Mapping[Month, list[RatedGame]]:
    """Return the matches of rated events played here to a result before ``month`` began, by month. Three queries."""
    found: defaultdict[Month, list[RatedGame]] = defaultdict(list)
    for pk, at, code, white, black in _rows(game_slug, month):
        game = rated_game(white or -2 * pk, black or -2 * pk - 1, Code(code))
        if game is not None:
            found[Month.of(at)].append((pk, Ended(at, game)))
    for pk, at, places in _tables(game_slug, month):
        found[Month.of(at)] += ((pk, Ended(at, game)) for game in table_games(places))
    return found


def _tables(game_slug: str, month: Month) -> Iterator[tuple[int, datetime, dict[Player, int]]]:
    """Yield the tables of several, each with the places of those who played a turn there, as the match says.

    A seat in which two have played is left out.
    """
    own = Seat.objects.filter(match=OuterRef("pairing__match"), index=OuterRef("index"))
    shared = own.filter(Exists(line_authors.after_a_turn().filter(seat=OuterRef("pk"))))
    seats = TableSeat.objects.filter(
        pairing__round__event__game_slug=game_slug,
        pairing__round__event__rated=True,
        pairing__decided_at__lt=month.begins_at,
        pairing__match__isnull=False,
        pairing__is_annulled=False,
        place__isnull=False,
        has_played=True,
    )
    known = seats.exclude(Exists(shared)).annotate(who=Subquery(own.values("player")))
    rows = known.order_by("pairing", "index").values_list("pairing", "pairing__decided_at", "pk", "who", "place")
    for (pk, at), table in groupby(rows.iterator(chunk_size=5_000), key=itemgetter(0, 1)):
        yield pk, at, {player or FAR - seat: place or 0 for _pk, _at, seat, player, place in table}


def _rows(game_slug: str, month: Month) -> Iterator[tuple[Any, ...]]:
    """Yield the rated pairings, with who played as the match says, since a place may be another's by now.

    For a pairing of a cup, the match that was drawn first counts, if any: what follows only says who advances.
    """
    pairings = Pairing.objects.filter(
        further=0,
        round__event__game_slug=game_slug,
        round__event__rated=True,
        decided_at__lt=month.begins_at,
        match__isnull=False,
        is_annulled=False,
        black__isnull=False,
        white_code__in=PLAYED,
    )
    seats = Seat.objects.filter(match=OuterRef("match"))
    who = {name: Subquery(seats.filter(index=index).values("player")) for index, name in enumerate(("first", "second"))}
    rows = pairings.annotate(**who).order_by("pk").values_list("pk", "decided_at", "white_code", *who)
    yield from rows.iterator(chunk_size=5_000)
    drawn = DrawnMatch.objects.filter(
        number=0,
        pairing__round__event__game_slug=game_slug,
        pairing__round__event__rated=True,
        decided_at__lt=month.begins_at,
        match__isnull=False,
        is_rated=True,
    )
    for pk, at, white, black in drawn.order_by("pairing").values_list(
        "pairing", "decided_at", "white__player_id", "black__player_id"
    ):
        yield pk, at, Code.DRAW.value, white, black


def games_digest(games: Iterable[RatedGame]) -> str:
    """Return a short text that differs for every set of results; a deleted account changes nothing."""
    pairs: Counter[int] = Counter()  # at a table of several, each has its place among them
    lines = []
    for pairing, ended in games:
        pairs[pairing] += 1
        which = f":{pairs[pairing]}" if ended.game.weight != 1 else ""
        lines.append(f"{pairing}:{ended.game.score}{which}")
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()


def counted(games: Iterable[Game[Player]]) -> Mapping[Player, int]:
    """Count how many of the matches each player played; the pairs of a table are one match."""
    found: defaultdict[Player, Fraction] = defaultdict(Fraction)
    for game in games:
        found[game.first] += game.weight
        found[game.second] += game.weight
    return {player: int(count) for player, count in found.items()}
