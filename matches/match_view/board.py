"""The board of a match as a reader sees it: its side, its marks, and the cache of what was drawn.

A view follows from the game, the state, the seat that looks, the names that are said in it and the language alone. The
process keeps it by exactly these, so nothing that one seat may see comes to another.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase
from typing import Any, Final

from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.game import Game
from engine.values import Decision, Draft, View
from i18n.text import joined, say
from matches.models import Match, Seat
from matches.record.marks import marks_on_board, those_who_mark
from matches.record.names import Names, named

MOST: Final = 512
COOKIE: Final = "turned"  # the number of the match whose board was turned last
COLOURS: Final = ("#1c4f8a", "#9a2f1f", "#2c6138", "#6a3d86", "#7a5200")
"""The seats' colours, as in ``board.css``."""
AROUND: Final = ((0.31, 0.31), (0.31, -0.02), (-0.01, 0.31), (-0.31, -0.02), (-0.01, -0.31))
"""The places of marks in a space, from its middle: as many as a team has players."""
RADIUS: Final = 0.18
_ROUND: Final = f'<circle r="{RADIUS}"'
_SQUARE: Final = f'<rect x="-{RADIUS}" y="-{RADIUS}" width="{2 * RADIUS}" height="{2 * RADIUS}" rx=".05"'


class KeptView(dict[str, Any]):
    """A view that all its readers share, so no one may change it.

    ``boards`` are those drawn of it, by the options that they were drawn with.
    """

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.boards: dict[tuple[bool, ...], SafeString] = {}


def kept_view(game: Game, stored: Mapping[str, Any] | str, seat: int | None, names: Names = ()) -> KeptView:
    """Return what a seat, or a bystander (``None``), may see of a stored state; ``names`` are those of ``names_in``."""
    return _view(game, stored if isinstance(stored, str) else json.dumps(stored), seat, names, get_language())


def kept_form(game: Game, stored: Mapping[str, Any], seat: int, names: Names) -> tuple[Draft, Decision]:
    """Return what a seat that is asked begins with, and what it is asked for: kept and shared, as the views are."""
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


def is_turned(request: HttpRequest, match: Match, seat: Seat | None, view: View) -> bool | None:
    """Return whether the board is drawn from the other side than the game draws it; ``None`` if it has no sides."""
    below = view.get("below")
    if below is None:
        return None
    is_own = seat is not None and seat.index != below
    return is_own != (request.COOKIES.get(COOKIE) == str(match.pk))


# -- the marks of a team: in letters, since numbers mean much on a board ---------------------------------------------


@dataclass(frozen=True, slots=True)
class ShownMark:
    """A mark on the board: ``seat`` is the index of its player, and ``who`` their name."""

    letter: str
    ref: str
    who: str
    text: str
    seat: int
    is_own: bool

    @property
    def words(self) -> str:
        """The mark read aloud."""
        return say(
            "%(letter)s on %(space)s, %(who)s: %(text)s",
            letter=self.letter,
            space=self.ref,
            who=self.who,
            text=self.text,
        )


def shown_marks(match: Match, seats: Sequence[Seat], reader: Seat | None) -> tuple[ShownMark, ...]:
    """Return the marks now on the board, for a reader who plays in the team."""
    names = {} if reader is None else those_who_mark(match, seats)
    if reader is None or reader.pk not in names:
        return ()
    return tuple(
        ShownMark(
            letter=letter,
            ref=mark.ref,
            who=names[mark.seat_id].name,
            text=mark.text or _("I’ll go here"),
            seat=names[mark.seat_id].index,
            is_own=mark.seat_id == reader.pk,
        )
        for letter, mark in zip(ascii_uppercase, marks_on_board(match).filter(seat__in=names), strict=False)
    )


def with_marks(view: View, shown: Sequence[ShownMark]) -> View:
    """Return the view with the marks, on its board and in its words."""
    if not shown:
        return view
    words = say("Marks: %(marks)s.", marks=joined([mark.words for mark in shown], "; "))
    return {**view, "alt": joined([view["alt"], words], " "), "marks": shown}


def over(drawn: str, game: Game, view: View, *, turned: bool = False) -> str:
    """Draw a view's marks over the map that the game has drawn of it.

    Each is in its seat's colour and shape, round and square in turn; several on one space are side by side.
    """
    shown: Sequence[ShownMark] = view.get("marks", ())
    if not shown:
        return drawn
    places = {place.ref: place for place in game.places(view, turned=turned)}
    times: Counter[str] = Counter()
    dots = []
    for mark in shown:
        if (place := places.get(mark.ref)) is not None:
            right, down = AROUND[times[mark.ref] % len(AROUND)]
            times[mark.ref] += 1
            dots.append(_dot(mark, place.x + right, place.y + down))
    return (
        f'{drawn.removesuffix("</svg>")}<g class="board-notes" pointer-events="none" text-anchor="middle"'
        f' font-weight="700" font-family="system-ui, sans-serif" fill="#fffaf0">{"".join(dots)}</g></svg>'
    )


def _dot(mark: ShownMark, x: float, y: float) -> str:
    shape, colour = _SQUARE if mark.seat % 2 else _ROUND, COLOURS[mark.seat % len(COLOURS)]
    return (
        f'<g transform="translate({x:g} {y:g})">{shape} fill="{colour}" stroke="#fffaf0" stroke-width=".04"/>'
        f'<text transform="scale(.015625)" font-size="17" dy=".36em">{mark.letter}</text></g>'
    )
