"""Games in words."""

from __future__ import annotations

from typing import Protocol

from django import template

from engine.game import Game
from engine.values import Options

register = template.Library()


class PlayedByOptions(Protocol):
    """Anything with a game's options: a match, a challenge, an event."""

    options: Options

    @property
    def game(self) -> Game: ...


@register.filter
def full_name(played: PlayedByOptions) -> str:
    """Return the game with its options: "Fortify, 2 volleys for points, map 4x5"."""
    return played.game.full_name(played.options)
