"""The divisions of next season: where each player plays, and why.

Divisions are counted from the top, starting at 0. Players who were promoted or relegated by the last standings, who
stay or who come back claim a place in a division. Then, from the top down, a division with too many players gives some
to the one below, and one with too few is filled by the league's rule. Players move by more than one division only to
fill a free place, or for want of room.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from statistics import median


class Reason(StrEnum):
    """The reason why a player is in a division."""

    STAYS = "stays"
    UP = "up"
    DOWN = "down"
    LIFTED = "lifted"  # a place was free above
    SPARED = "spared"  # should have gone down, but a place was free
    RETURNED = "returned"
    WAITED = "waited"  # for a place all last season
    NEW = "new"
    NO_ROOM = "no_room"
    DISSOLVED = "dissolved"  # the division no longer exists


class Vacancies(StrEnum):
    """The league's rule for filling a free place in a division."""

    NEXT_BEST = "next_best"
    SPARE = "spare"
    OPEN = "open"


class Newcomers(StrEnum):
    """The division in which newcomers start."""

    BOTTOM = "bottom"
    RATING = "rating"


class Boundary(StrEnum):
    """A line in the standings, below the promoted or above the relegated players."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class FinalRank:
    """A row of a division's final standings.

    ``rank`` is shared by players whom not even the tie-breaks separate. ``is_off``: the division was called off, and
    nobody in it moves.
    """

    player: int
    rank: int
    points: Fraction
    has_left: bool = False
    is_off: bool = False


FinalStandings = Sequence[FinalRank]  # the best first


@dataclass(frozen=True, slots=True)
class Registered:
    """A player who registered for next season, with the rating at that time."""

    player: int
    rating: int = 0
    has_waited: bool = False  # all last season, and got no place


@dataclass(frozen=True, slots=True)
class Earlier:
    """The last division of a player who was not in the last season, and how many seasons they have missed since.

    Seasons in which they waited for a place don't count as missed.
    """

    level: int
    missed: int


@dataclass(frozen=True, slots=True)
class Rules:
    """The league's rules for its line-ups.

    ``keeps`` is how many seasons a player may miss without losing their division.
    """

    sizes: tuple[int, ...]
    up: int
    down: int
    vacancies: Vacancies = Vacancies.NEXT_BEST
    newcomers: Newcomers = Newcomers.BOTTOM
    keeps: int = 1


@dataclass(frozen=True, slots=True)
class Move:
    """A player's division next season (``None``: on the waiting list), and the reason.

    ``was`` and ``place`` are the player's division in the last season they played and their place in it, as far as
    these count; players level on a rank share the place.
    """

    player: int
    level: int | None
    why: Reason
    was: int | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Tie:
    """Players with equal points on both sides of a line. ``is_told_apart``: the tie-breaks separate them."""

    level: int
    line: Boundary
    players: tuple[int, ...]
    is_told_apart: bool


@dataclass(frozen=True, slots=True)
class LineUp:
    """The line-up of a season: ``divisions`` and ``waiting`` in the order in which places were given."""

    divisions: tuple[tuple[Move, ...], ...]
    waiting: tuple[Move, ...]
    ties: tuple[Tie, ...]


@dataclass(slots=True)
class _Claim:
    registered: Registered
    level: int
    why: Reason
    order: int  # among those with the same right to a place
    was: int | None = None
    place: int | None = None
    right: Reason = Reason.NEW
    has_left: bool = False

    def __post_init__(self) -> None:
        self.right = self.why

    @property
    def move(self) -> Move:
        return Move(self.registered.player, self.level, self.why, self.was, self.place)


# The last of these give way first where there is no room: relegated players would fall by two divisions, while promoted
# ones only stay where they were.
_RIGHT = (Reason.DOWN, Reason.STAYS, Reason.DISSOLVED, Reason.UP, Reason.RETURNED, Reason.WAITED, Reason.NEW)
_RIGHT_BELOW = {Reason.UP: Reason.STAYS, **{why: why for why in (Reason.RETURNED, Reason.WAITED, Reason.NEW)}}
_NEWCOMERS = (Reason.WAITED, Reason.NEW)
# The order in which players move up to a free place.
_OTHERS = (Reason.UP, Reason.RETURNED, Reason.DISSOLVED, Reason.WAITED, Reason.NEW)
_LIFTED: dict[Vacancies, tuple[Reason, ...]] = {
    Vacancies.NEXT_BEST: (Reason.STAYS, Reason.DOWN, *_OTHERS),
    Vacancies.SPARE: (Reason.DOWN, Reason.STAYS, *_OTHERS),
    Vacancies.OPEN: (),
}


def line_up(
    tables: Sequence[FinalStandings],
    registered: Sequence[Registered],
    rules: Rules,
    earlier: Mapping[int, Earlier] | None = None,
) -> LineUp:
    """Draw up the divisions of next season.

    ``tables`` are the final standings of the last season, from the top division down; ``registered`` are in the order
    of registration.
    """
    orders = [with_leavers_last(table) for table in tables]
    claims = _first(registered, rules) if not tables else _claims(orders, registered, rules, earlier or {})
    waiting: list[_Claim] = []
    for level in range(len(rules.sizes)):
        _fill(level, claims, rules)
        waiting += _give_way(level, claims, rules)
    kept = [claim for claim in claims if claim not in waiting]
    return LineUp(
        tuple(tuple(claim.move for claim in _at(level, kept)) for level in range(len(rules.sizes))),
        tuple(Move(claim.registered.player, None, claim.why, claim.was, claim.place) for claim in waiting),
        tuple(tie for level, order in enumerate(orders) for tie in _ties(level, order, rules)),
    )


def with_leavers_last(table: FinalStandings) -> list[FinalRank]:
    """Sort players who left to the end: they are the first to be relegated, and are never promoted."""
    return sorted(table, key=lambda row: row.has_left)


# -- claims --------------------------------------------------------------------------------------------------------


def _first(registered: Sequence[Registered], rules: Rules) -> list[_Claim]:
    """Place the players of a league's first season by rating, from the top; the last to register wait."""
    room = sum(rules.sizes)
    by_rating = sorted(registered[:room], key=lambda each: -each.rating)
    levels = [level for level, size in enumerate(rules.sizes) for _ in range(size)]
    placed = [
        _Claim(each, level, Reason.NEW, order)
        for order, (each, level) in enumerate(zip(by_rating, levels, strict=False))
    ]
    bottom = len(rules.sizes) - 1
    late = [_Claim(each, bottom, Reason.NEW, order) for order, each in enumerate(registered[room:], room)]
    return placed + late


def _claims(
    orders: Sequence[Sequence[FinalRank]],
    registered: Sequence[Registered],
    rules: Rules,
    earlier: Mapping[int, Earlier],
) -> list[_Claim]:
    bottom = len(rules.sizes) - 1
    stood = {row.player: (level, index, row) for level, order in enumerate(orders) for index, row in enumerate(order)}
    places = {row.player: place for order in orders for row, place in zip(order, _places(order), strict=True)}
    claims = []
    for came, each in enumerate(registered):
        if each.player in stood:
            level, index, row = stood[each.player]
            why = promoted_or_relegated(index, row, level, len(orders[level]), rules)
            claim = _claim(each, level, why, index, bottom)
            claim.place = places[each.player]
            claim.has_left = row.has_left
            claims.append(claim)
        elif (known := earlier.get(each.player)) and known.missed <= rules.keeps:
            level = min(known.level, bottom)
            claims.append(_Claim(each, level, Reason.RETURNED, came, known.level))
        else:
            claims.append(_Claim(each, bottom, Reason.WAITED if each.has_waited else Reason.NEW, came))
    return claims


def promoted_or_relegated(index: int, row: FinalRank, level: int, count: int, rules: Rules) -> Reason:
    """Say whether a player is promoted, relegated or stays, by their place in the division's final order.

    ``index`` counts from 0.
    """
    if row.is_off:
        return Reason.STAYS
    if level > 0 and index < rules.up and not row.has_left:
        return Reason.UP
    if level < len(rules.sizes) - 1 and index >= count - rules.down:
        return Reason.DOWN
    return Reason.STAYS


def _claim(each: Registered, level: int, why: Reason, index: int, bottom: int) -> _Claim:
    to = level + {Reason.UP: -1, Reason.DOWN: 1}.get(why, 0)
    if to > bottom:
        return _Claim(each, bottom, Reason.DISSOLVED, index, level)
    return _Claim(each, to, why, index, level)


def _places(order: Sequence[FinalRank]) -> list[int]:
    """Return each player's place in a division's final order, counted from 1 and shared by those level on a rank."""
    keys = [(row.has_left, row.rank) for row in order]
    return [keys.index(key) + 1 for key in keys]


# -- room ----------------------------------------------------------------------------------------------------------


def _at(level: int, claims: Iterable[_Claim]) -> list[_Claim]:
    here = [claim for claim in claims if claim.level == level]
    return sorted(here, key=lambda claim: (_RIGHT.index(claim.right), claim.order))


def _fill(level: int, claims: Sequence[_Claim], rules: Rules) -> None:
    """Fill a division's free places with newcomers by rating (where the league does so), then from below."""
    free = rules.sizes[level] - len(_at(level, claims))
    if rules.newcomers is Newcomers.RATING:
        for claim in _strong_newcomers(level, claims)[: max(free, 0)]:
            claim.level = level
            free -= 1
    for claim in _next_below(level, claims, rules)[: max(free, 0)]:
        claim.level = level
        claim.why = Reason.SPARED if claim.was == level else Reason.LIFTED


def _strong_newcomers(level: int, claims: Sequence[_Claim]) -> list[_Claim]:
    """Return newcomers at least as strong as the middle of the division: those who waited first, then the strongest."""
    ratings = [claim.registered.rating for claim in claims if claim.level == level and claim.why not in _NEWCOMERS]
    new = [claim for claim in claims if claim.why in _NEWCOMERS and claim.level > level]
    strong = [claim for claim in new if ratings and claim.registered.rating >= median(ratings)]
    return sorted(strong, key=lambda claim: (claim.why is Reason.NEW, -claim.registered.rating, claim.order))


def _next_below(level: int, claims: Iterable[_Claim], rules: Rules) -> list[_Claim]:
    """Return the players who may fill a free place, in the order in which they are asked.

    Players who left rise no higher than they were.
    """
    ranked = _LIFTED[rules.vacancies]
    below = [claim for claim in claims if claim.level > level and claim.why in ranked]
    below = [claim for claim in below if not (claim.has_left and claim.was is not None and claim.was > level)]
    return sorted(below, key=lambda claim: (claim.level, ranked.index(claim.why), claim.order))


def _give_way(level: int, claims: Iterable[_Claim], rules: Rules) -> list[_Claim]:
    """Move surplus players one division down.

    Those in the last division go on the waiting list instead, and are returned.
    """
    too_many = _at(level, claims)[rules.sizes[level] :]
    if level == len(rules.sizes) - 1:
        return too_many
    for claim in too_many:
        claim.level += 1
        claim.right = _RIGHT_BELOW.get(claim.right, Reason.DOWN)
        claim.why = claim.why if claim.why in _NEWCOMERS else Reason.NO_ROOM
    return []


# -- ties ----------------------------------------------------------------------------------------------------------


def undecided(level: int, order: Sequence[FinalRank], rules: Rules) -> set[int]:
    """Return the players who share a rank across a line of promotion or relegation.

    ``order`` is as ``with_leavers_last`` returns it.
    """
    found: set[int] = set()
    for _line, above, below in _lines(level, order, rules):
        if above.rank == below.rank:
            found |= {row.player for row in order if row.rank == above.rank and not row.has_left}
    return found


def _ties(level: int, order: Sequence[FinalRank], rules: Rules) -> Iterable[Tie]:
    for line, above, below in _lines(level, order, rules):
        if above.points == below.points:
            tied = tuple(row.player for row in order if row.points == above.points and not row.has_left)
            yield Tie(level, line, tied, above.rank != below.rank)


def _lines(level: int, order: Sequence[FinalRank], rules: Rules) -> Iterable[tuple[Boundary, FinalRank, FinalRank]]:
    """Yield each line with the players just above and below it, unless either has left."""
    if any(row.is_off for row in order):
        return
    lines = {Boundary.UP: rules.up if level > 0 else 0, Boundary.DOWN: len(order) - rules.down}
    if level >= len(rules.sizes) - 1:
        del lines[Boundary.DOWN]
    for line, cut in lines.items():
        if 0 < cut < len(order) and not (order[cut - 1].has_left or order[cut].has_left):
            yield line, order[cut - 1], order[cut]
