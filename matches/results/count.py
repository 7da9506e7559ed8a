"""Adding matches that are over to the sums, each seat once.

A match that ends costs nothing here: its seats are marked as not counted, and a job adds them to the sums a minute
later. Until then the reader of a sum adds them, so that what is shown is always complete. The seat that is counted last
adds the result of each pair, so that a seat that gets its player after the match (from an archive, or from a guest) is
missing nowhere. Games played together have no pairs.

Every change of sums locks the rows of the players concerned, so that nothing is counted twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from time import monotonic
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from accounts.models import User
from engine.games import game
from matches.match_view.endings import ending_of
from matches.models import PairTally, Seat, SeatTally

from .tally import Tally

SECONDS = 10.0  # where there is a lot to count, as after an upgrade: other jobs wait for this one
BATCH = 100

OfSeat = tuple[int, str, str, int, int]  # player, game, level, number of seats, index
OfPair = tuple[int, int, str]  # first player, second player, game


@dataclass
class Found:
    """The numbers that some seats add to the sums."""

    of_seats: defaultdict[OfSeat, Tally] = field(default_factory=lambda: defaultdict(Tally))
    of_pairs: defaultdict[OfPair, Tally] = field(default_factory=lambda: defaultdict(Tally))

    def add(self, seats: Sequence[Seat], new: Iterable[Seat]) -> None:
        """Add those seats of one match that are ``new``; the others are counted already, or have no player."""
        new = [seat for seat in new if _counts(seat)]
        shares = [seat.share for seat in seats if seat.share is not None]
        for seat in new:
            assert seat.player_id is not None
            assert seat.share is not None
            ending = Tally(**{ending_of(seat.share, shares).value: 1})
            self.of_seats[seat.player_id, game_of(seat), level_of(seat), len(seats), seat.index] += ending
        if seats and is_together(seats[0]):
            return
        before = [seat for seat in seats if seat.counted and _counts(seat) and seat not in new]
        for one, other in (*combinations(new, 2), *((one, other) for one in new for other in before)):
            self._add_pair(one, other)

    def _add_pair(self, one: Seat, other: Seat) -> None:
        first, second = sorted((one, other), key=lambda seat: seat.player_id or 0)
        assert first.player_id is not None
        assert second.player_id is not None
        if first.player_id != second.player_id:
            self.of_pairs[first.player_id, second.player_id, game_of(one)] += between(first, second)


def between(own: Seat, other: Seat) -> Tally:
    """Return how a match ended for one seat against another, by which had the greater share."""
    assert own.share is not None
    assert other.share is not None
    if own.share == other.share:
        return Tally(drawn=1)
    return Tally(won=1) if own.share > other.share else Tally(lost=1)


def game_of(seat: Seat) -> str:
    """Return the game's slug for a seat that `seats_of` found."""
    slug: str = seat.slug  # type: ignore[attr-defined]
    return slug


def is_together(seat: Seat) -> bool:
    """Return whether the seat's game is one that its players win or lose together."""
    try:
        return game(game_of(seat)).together
    except LookupError:  # a game that this site no longer has
        return False


def level_of(seat: Seat) -> str:
    """Return the level by which results of the seat's game are told apart; "" if they aren't."""
    options: dict[str, Any] = seat.options  # type: ignore[attr-defined]
    return game(game_of(seat)).level_of(options) if is_together(seat) else ""


def uncounted() -> QuerySet[Seat]:
    return Seat.objects.filter(share__isnull=False, counted=False, player__isnull=False)


def uncounted_of(*players: User) -> list[list[Seat]]:
    """Return the seats of the matches in which seats of these players aren't counted yet.

    It takes two steps, since mostly there are none, and PostgreSQL overestimates the two together.
    """
    matches = list(uncounted().filter(player__in=players).values_list("match_id", flat=True))
    return seats_of(matches) if matches else []


def seats_of(matches: Iterable[int]) -> list[list[Seat]]:
    """Return all seats of these matches, match by match, with what is needed to count them."""
    found: defaultdict[int, list[Seat]] = defaultdict(list)
    rows = Seat.objects.filter(match__in=matches).annotate(slug=F("match__game_slug"), options=F("match__options"))
    for seat in rows.order_by("match", "index").only("match", "index", "player", "share", "counted"):
        found[seat.match_id].append(seat)
    return list(found.values())


def count_finished() -> int:
    """Add all seats that aren't in the sums yet, as far as there is time; return the number of matches."""
    until, matches = monotonic() + SECONDS, 0
    while (number := _count_some()) and monotonic() < until:
        matches += number
    return matches + number


@transaction.atomic
def _count_some() -> int:
    waiting = list(uncounted().order_by("player").values_list("match_id", flat=True)[:BATCH])
    held = _hold(_players_in(waiting), wait=False)
    found, counted, matches = Found(), [], 0
    for seats in seats_of(waiting):
        if not held.issuperset(_players(seats)):
            continue  # someone is busy, or has just come to the match: next time
        new = [seat for seat in seats if not seat.counted and _counts(seat)]
        found.add(seats, new)
        counted += new
        matches += bool(new)
    _store(found, +1)
    Seat.objects.filter(pk__in=[seat.pk for seat in counted]).update(counted=True)
    return matches


@transaction.atomic
def leave_out(matches: Iterable[int]) -> None:
    """Take matches that are about to be deleted out of the sums."""
    matches = list(matches)
    _hold(_players_in(matches), wait=True)
    found = Found()
    for seats in seats_of(matches):
        found.add(seats, [seat for seat in seats if seat.counted])
    _store(found, -1)
    Seat.objects.filter(match__in=matches).update(counted=False)


def _counts(seat: Seat) -> bool:
    return seat.player_id is not None and seat.share is not None


def _players(seats: Iterable[Seat]) -> set[int]:
    return {seat.player_id for seat in seats if seat.player_id is not None}


def _players_in(matches: Iterable[int]) -> set[int]:
    return _players(Seat.objects.filter(match__in=matches).only("player"))


def _hold(players: Iterable[int], *, wait: bool) -> set[int]:
    """Lock the players' rows, and return the ids of those that could be locked."""
    rows = User.objects.select_for_update(no_key=True, skip_locked=not wait).filter(pk__in=players)
    return set(rows.order_by("pk").values_list("pk", flat=True))


def _store(found: Found, sign: int) -> None:
    players = {key[0] for key in found.of_seats}
    seats = SeatTally.objects.filter(player__in=players)
    _add(seats, ("player_id", "game_slug", "level", "seats", "index"), found.of_seats, sign)
    firsts, seconds = {first for first, *_ in found.of_pairs}, {second for _, second, _ in found.of_pairs}
    pairs = PairTally.objects.filter(first__in=firsts, second__in=seconds)
    _add(pairs, ("first_id", "second_id", "game_slug"), found.of_pairs, sign)


def _add(stored: QuerySet[Any], columns: Sequence[str], found: Mapping[Any, Tally], sign: int) -> None:
    """Add to the stored sums, which no one else changes now, or store new ones."""
    rows = {tuple(getattr(row, column) for column in columns): row for row in stored}
    for key, tally in found.items():
        row = rows.get(key)
        if row is None:
            row = rows[key] = stored.model(**dict(zip(columns, key, strict=True)))
        row.won += sign * tally.won
        row.drawn += sign * tally.drawn
        row.lost += sign * tally.lost
    stored.model._default_manager.bulk_create(
        [rows[key] for key in found],
        update_conflicts=True,
        unique_fields=columns,
        update_fields=("won", "drawn", "lost"),
    )
