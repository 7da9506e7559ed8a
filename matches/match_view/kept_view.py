"""Views of stored positions, kept in the process together with the boards that were drawn of them.

A view follows from the game, the state, the seat that looks, the names that are said in it and the language alone. They
are what it is kept by, so nothing that one seat may see comes to another.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from engine.game import Game
from engine.values import Decision, Draft, View
from matches.seat_names import Names, named

MOST: Final = 512


class KeptView(dict[str, Any]):
    """A view that is shared by all who ask for it, so no one may change it. ``boards`` are those drawn of it, by the
    options that they were drawn with."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.boards: dict[tuple[bool, ...], SafeString] = {}


def kept_view(game: Game, stored: Mapping[str, Any] | str, seat: int | None, names: Names = ()) -> KeptView:
    """What the seat, or with ``None`` a bystander, may see of a state as it is stored, or as text; ``names`` are those
    of ``names_in``."""
    return _view(game, stored if isinstance(stored, str) else json.dumps(stored), seat, names, get_language())


def kept_form(game: Game, stored: Mapping[str, Any], seat: int, names: Names) -> tuple[Draft, Decision]:
    """What a seat that is asked begins with, and what it is asked for: kept, and shared, as the views are."""
    return _form(game, json.dumps(stored), seat, names, get_language())


@lru_cache(maxsize=MOST)
def _form(
    game: Game,
    stored: str,
    seat: int,
    names: Names,
    language: str | None,  # noqa: ARG001 (as below)
) -> tuple[Draft, Decision]:
    state = game.load(json.loads(stored))
    return named((game.draft(state, seat), game.decision(state, seat)), names)


@lru_cache(maxsize=MOST)
def _view(
    game: Game,
    stored: str,
    seat: int | None,
    names: Names,
    language: str | None,  # noqa: ARG001 (part of the key)
) -> KeptView:
    return KeptView(named(game.view(game.load(json.loads(stored)), seat), names))
