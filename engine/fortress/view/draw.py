"""A view as SVG, from the view alone, with the symbols that a page includes once.

They are in ``templates/games/fortress/symbols.html``. It is for lists, examples and emails. Boards that are played on
are drawn by templates.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from engine.values import View

from .cards import CardView

CARD: Final = (36, 52)
"""The width and height of a card, in the units of its symbol."""
SMALL: Final = (18, 26)
MARGIN: Final = 8
_WIDTH: Final = 10 * CARD[0] + 2 * MARGIN
"""The width of the picture: a hand has ten cards at most."""
HEADING: Final = 26
BLOCK: Final = HEADING + CARD[1] + 8
"""The height of a player in the picture, and of the row of cards to place."""
PILES: Final = 40
_FONT: Final = 'font-family="system-ui, sans-serif" fill="#1d2730"'


def draw_map(view: View, *, play: bool = False, small: bool = False) -> str:
    """Draw the hands alone (``small``), or with names, captured royals, deck and cards to place.

    Nothing in the picture can be chosen.
    """
    if play:
        return ""
    return _small(view) if small else _picture(view)


def picture_height(view: View) -> int:
    """Return the height of the picture of a view, in its units."""
    return BLOCK * (len(view["players"]) + bool(view["coming"])) + PILES + MARGIN


def _small(view: View) -> str:
    rows = [*view["others"], view["near"]]
    high = len(rows) * (CARD[1] + 4)
    drawn = "".join(_row(player["cards"], 0, at * (CARD[1] + 4)) for at, player in enumerate(rows))
    return _svg(view, 10 * CARD[0], high, drawn)


def _picture(view: View) -> str:
    parts, top = [], 0
    for player in view["others"]:
        parts.append(_player(view, player, top))
        top += BLOCK
    parts.append(_piles(view, top))
    top += PILES
    if view["coming"]:
        parts.append(_text(view["to_place_words"], MARGIN, top + 17) + _row(view["coming"], MARGIN, top + HEADING))
        top += BLOCK
    parts.append(_player(view, view["near"], top))
    return _svg(view, _WIDTH, picture_height(view), "".join(parts))


def _svg(view: View, wide: int, high: int, drawn: str) -> str:
    return (
        f'<svg class="fs-drawn" viewBox="0 0 {wide} {high}" role="img" aria-label="{escape(view["alt"])}"'
        f' focusable="false">{drawn}</svg>'
    )


def _player(view: View, player: View, top: int) -> str:
    heading = " · ".join([player["label"], *player["flags"]])
    captured, below = player["captured"], top + HEADING
    left = _WIDTH - MARGIN - SMALL[0] * len(captured)
    parts = [
        _text(heading, MARGIN, top + 19, is_bold=player["to_act"]),
        *[_card(card, left + at * SMALL[0], top, SMALL) for at, card in enumerate(captured)],
        _row(player["cards"], MARGIN, below),
    ]
    if player["own"] and view["phase"] in "ap":
        parts += [_eye(at, below) for at, card in enumerate(player["cards"]) if card["face_up"]]
    if player["is_target"] and view["aim"]:
        parts.append(_frame(0 if view["aim"] == "left" else len(player["cards"]) - 1, below))
    return "".join(parts)


def _eye(place: int, top: int) -> str:
    """Draw the mark of one's own card that everyone sees."""
    return f'<use href="#fs-eye" x="{MARGIN + place * CARD[0] + 20}" y="{top + 2}" width="14" height="10"/>'


def _frame(place: int, top: int) -> str:
    """Draw the mark of the card at the attacked end."""
    return (
        f'<rect x="{MARGIN + place * CARD[0]}" y="{top}" width="{CARD[0]}" height="{CARD[1]}" rx="4" fill="none"'
        ' stroke="#1d3f8f" stroke-width="3"/>'
    )


def _piles(view: View, top: int) -> str:
    arrow = "fs-left" if view["way"] > 0 else "fs-right"
    return (
        f'<use href="#fs-back" x="{MARGIN}" y="{top + 4}" width="{SMALL[0]}" height="{SMALL[1]}"/>'
        f"{_text(view['piles_words'], MARGIN + SMALL[0] + 6, top + 22)}"
        f'<use href="#{arrow}" x="{_WIDTH - MARGIN - 22}" y="{top + 8}" width="20" height="20" fill="#1d3f8f"/>'
    )


def _row(cards: Sequence[CardView], left: int, top: int) -> str:
    return "".join(_card(card, left + at * CARD[0], top - 4 * bool(card["marks"])) for at, card in enumerate(cards))


def _card(card: CardView, x: int, y: int, size: tuple[int, int] = CARD) -> str:
    name = f"{card['type']}{card['suit']}" if card["known"] else "back"
    return f'<use href="#fs-{name}" x="{x}" y="{y}" width="{size[0]}" height="{size[1]}"/>'


def _text(words: str, x: int, y: int, *, is_bold: bool = False) -> str:
    weight = ' font-weight="700"' if is_bold else ""
    return f'<text x="{x}" y="{y}" font-size="14"{weight} {_FONT}>{escape(words)}</text>'
