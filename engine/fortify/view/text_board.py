"""A Fortify view drawn in plain text, for emails: ASCII only, at most 72 columns, and again in words below.

Sides differ in their brackets as well as in their letters: Red is round, ``(T)``, and Green square, ``[t]``, like the
plates on the drawn board. Each space is two lines high; under a Chopper the second line shows the unit it covers.
"""

from __future__ import annotations

import textwrap
from typing import Any

from engine.values import View
from i18n.text import joined, pgettext, say

from .view import scores_words

_WIDTH = 72
TEXTURE = {"water": "~", "shore": ".", "land": " "}
HARD_BLANK = "\xa0"

Piece = dict[str, Any]


def draw_board(view: View) -> str:
    """Draw the whole text board: title, scores, board, track, supplies, legend."""
    armies_known = view["phase"] != "army"
    parts = [
        _fill(view["title"]),
        _fill(scores_words(view)),
        "\n".join(_grid(view)),
        _track(view["track"]),
        _supplies(view) if armies_known else _fill(say("The supplies are shown once both armies are picked.")),
        _in_words(view) if armies_known else "",
        _legend(view["spaces"]),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def piece_mark(piece: Piece) -> str:
    """Write a piece: ``(+T)`` for a fortified Red Tank, ``[t]`` for a normal Green one."""
    plus = "+" if piece["fortified"] else ""
    if piece["side"] == "red":
        return f"({plus}{piece['type']})"
    return f"[{plus}{piece['type'].lower()}]"


def _fill(text: str) -> str:
    return textwrap.fill(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _grid(view: View) -> list[str]:
    columns = view["columns"]
    letters = "   " + "".join(f"    {letter}   " for letter in columns).rstrip()
    border = "   +" + "-------+" * len(columns)
    lines = [letters, border]
    spaces = view["spaces"]
    for index, number in enumerate(view["rows"]):
        row = spaces[index * len(columns) : (index + 1) * len(columns)]
        lines.append(f" {number} |" + "|".join(_cell(space, "unit") for space in row) + f"| {number}")
        lines.append("   |" + "|".join(_cell(space, "covered") for space in row) + "|")
        lines.append(border)
    return [*lines, letters]


def _cell(space: Piece, layer: str) -> str:
    texture, piece = TEXTURE[space["terrain"]], space[layer]
    edge = "#" if space["winning"] else texture
    if piece is None:
        return edge + texture * 5 + edge
    return edge + piece_mark(piece).center(5) + edge


def _track(track: list[Piece]) -> str:
    if not track:
        return ""
    empty = pgettext("slot", "empty")
    slots = joined([piece_mark(slot["unit"]) if slot["unit"] else empty for slot in track], " > ")
    return _fill(say("Reinforcement track, top first: %(slots)s > healed", slots=slots))


def _supplies(view: View) -> str:
    lines = []
    for supply in view["supplies"]:
        pieces = [f"{piece['count']} x {piece_mark({**piece, 'side': supply['side']})}" for piece in supply["pieces"]]
        units = ", ".join(pieces) or pgettext("supply", "empty")
        lines.append(_fill(say("%(side)s supply: %(units)s", side=supply["owner"], units=units)))
    return "\n".join(lines)


def _in_words(view: View) -> str:
    """List the pieces on the board in words, none of them broken over two lines."""
    lines = []
    for line in view["on_board"]:
        pieces = [piece.replace(" ", HARD_BLANK) for piece in line.split(", ")]
        lines.append(_fill(", ".join(pieces)).replace(HARD_BLANK, " "))
    return "\n".join(lines)


def _legend(spaces: list[Piece]) -> str:
    lines = [
        say("(T) round brackets, upper case: Red. [t] square, lower case: Green."),
        say("+ fortified. I Infantry, T Tank, B Battleship, C Chopper, A Artillery."),
        say("~ water, . shore, blank land."),
    ]
    if any(space["covered"] for space in spaces):
        lines.append(say("A unit written under a Chopper is covered by it."))
    if any(space["winning"] for space in spaces):
        lines.append(say("# marks a finished 2x2."))
    return "\n".join(map(_fill, lines))
