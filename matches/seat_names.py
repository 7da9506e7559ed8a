"""Players' names in what a game says.

A game for several calls its seats "Player 1", "Player 2" (``i18n.text.seat_name``), since it knows no names. Whatever
it says is said again with the names of those who play; what it calls by colours stays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, TypeVar

from engine.game import Game
from i18n.text import Text, is_seat_name, listed, say, with_names
from matches.models import Match, Seat

T = TypeVar("T")
Names = tuple[str, ...]

BESIDE_NAMES: Final = frozenset({"labels"})
"""What a view has for places where a name is shown anyway."""


def names_in(game: Game, seats: Collection[Seat]) -> Names:
    """The names to be said in place of the seats', none where the game has other words for them. ``seats`` are all of a
    match, with their players."""
    if not _numbers_seats(game, len(seats)):
        return ()
    return tuple(str(seat.name) for seat in sorted(seats, key=attrgetter("index")))


def match_and_others(match: Match, others: Iterable[Seat]) -> str:
    """A match by its number and its other players: "Fortify #3 against Ann"; "… with Ann and Ben" where all win or lose
    together, and of a player alone "…, solo"."""
    names = listed([other.name for other in others])
    if not names:
        return say("%(match)s, solo", match=str(match))
    if match.game.together:
        return say("%(match)s with %(names)s", match=str(match), names=names)
    return say("%(match)s against %(names)s", match=str(match), names=names)


@lru_cache
def _numbers_seats(game: Game, seats: int) -> bool:
    return all(map(is_seat_name, (side.name for side in game.sides(seats))))


def named(said: T, names: Names) -> T:
    """What the game says, in a sentence or in whatever holds some, such as a view or a draft."""
    return _named(said, names) if names else said


def named_result(match: Match) -> str:
    """How a match that is over ended, as the game says it, with the players' names."""
    return named(match.result_words, names_in(match.game, match.seats.select_related("player")))


def _named(said: Any, names: Names) -> Any:
    if isinstance(said, Text):
        return with_names(said, names)
    if isinstance(said, dict):
        return {key: value if key in BESIDE_NAMES else _named(value, names) for key, value in said.items()}
    if isinstance(said, list):
        return [_named(each, names) for each in said]
    if type(said) is tuple:
        return tuple([_named(each, names) for each in said])
    if is_dataclass(said) and not isinstance(said, type):
        return replace(said, **{each.name: _named(getattr(said, each.name), names) for each in fields(said)})
    return said
