"""Players' names in what a game says.

A game for several calls its seats "Player 1", "Player 2" (``i18n.text.seat_name``), since it knows no names. Whatever
it says is said again with the names of the players; colours aren't replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, TypeVar

from engine.game import Game
from engine.values import View
from i18n.text import Text, is_seat_name, listed, reworded, say, with_names
from matches.models import Match, Seat

T = TypeVar("T")
Names = tuple[str, ...]

BESIDE_NAMES: Final = frozenset({"labels", "labels_before"})
"""The keys of a view for places that show a name anyway."""


def names_in(game: Game, seats: Collection[Seat]) -> Names:
    """Return the names to be said for the seats, none if the game has other words for the seats.

    ``seats`` are all of a match, with their players.
    """
    if not _numbers_seats(game, len(seats)):
        return ()
    return tuple(str(seat.name) for seat in sorted(seats, key=attrgetter("index")))


def match_and_others(match: Match, others: Iterable[Seat]) -> str:
    """Return a match by its number and its other players: "Fortify #3 against Ann".

    It is "… with Ann and Ben" if all win or lose together, and "…, solo" for a player alone.
    """
    names = listed([other.name for other in others])
    if not names:
        return say("%(match)s, solo", match=str(match))
    if match.game.together:
        return say("%(match)s with %(names)s", match=str(match), names=names)
    return say("%(match)s against %(names)s", match=str(match), names=names)


def by_players(said: T, view: View, seats: Collection[Seat]) -> T:
    """Put a result, or what followed from the last turn, in terms of the players instead of their colours."""
    labels = view.get("labels_before") or view["labels"]
    names = zip(labels, (str(seat.name) for seat in sorted(seats, key=attrgetter("index"))), strict=True)
    words = [(label, name) for label, name in names if isinstance(label, Text)]
    told: T = _mapped(said, lambda each: reworded(each, words))
    return told


@lru_cache
def _numbers_seats(game: Game, seats: int) -> bool:
    return all(map(is_seat_name, (side.name for side in game.sides(seats))))


def named(said: T, names: Names) -> T:
    """Put the players' names into what the game says: a sentence, or a view or draft that has some."""
    renamed: T = _mapped(said, lambda each: with_names(each, names)) if names else said
    return renamed


def named_result(match: Match) -> str:
    """Return how a match that is over ended, as the game says it, with the players' names."""
    return named(match.result_words, names_in(match.game, match.seats.select_related("player")))


def _mapped(said: Any, change: Callable[[Text], Any]) -> Any:
    """Return the value with each sentence in it changed, however deep."""
    if isinstance(said, Text):
        return change(said)
    if isinstance(said, dict):
        return {key: value if key in BESIDE_NAMES else _mapped(value, change) for key, value in said.items()}
    if isinstance(said, list):
        return [_mapped(each, change) for each in said]
    if type(said) is tuple:
        return tuple([_mapped(each, change) for each in said])
    if is_dataclass(said) and not isinstance(said, type):
        return replace(said, **{each.name: _mapped(getattr(said, each.name), change) for each in fields(said)})
    return said
