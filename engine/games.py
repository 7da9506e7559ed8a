"""All games, found by their slugs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .fairytale.game import Fairytale
from .fortac.game import Fortac
from .fortify.game import Fortify
from .fortress.game import Fortress
from .game import Game

_GAMES: Final = (Fortify(), Fortac(), Fortress(), Fairytale())


def games() -> Sequence[Game]:
    """Return all games, in the order in which they are offered."""
    return _GAMES


def contests() -> Sequence[Game]:
    """Return the games that two players can play against each other, which are the ones offered for events."""
    return [candidate for candidate in games() if 2 in candidate.seats and not candidate.together]


def games_for_one() -> Sequence[Game]:
    """Return the games that a player can play alone, as a team of one."""
    return [candidate for candidate in games() if 1 in candidate.seats and candidate.together]


def game(slug: str) -> Game:
    """Return the game with the given slug. Raises ``LookupError``."""
    for candidate in games():
        if candidate.slug == slug:
            return candidate
    raise LookupError(f"There is no game called {slug!r}.")


def game_named(name: str) -> Game:
    """Return the game with the given name, as records write it. Raises ``LookupError``."""
    for candidate in games():
        if candidate.name == name:
            return candidate
    raise LookupError(f"There is no game named {name!r}.")
