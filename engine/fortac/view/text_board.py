"""A Fortac view drawn in plain text, for emails: ASCII only, at most 72 columns, and again in words below.

Sides differ in their brackets as well as in their letters: Red's men are round, ``(R)``, and Black's square, ``[B]``.
"""

from __future__ import annotations

import textwrap

from engine.values import View
from i18n.text import joined, say

from .view import combos_words, threats_words

_WIDTH = 72
MEN = {"red": "(R)", "black": "[B]"}


def draw_board(view: View) -> str:
    """Draw the whole text board: title, combos, board, hands, deck and discards."""
    parts = [
        [view["title"]],
        [combos_words(view), *threats_words(view)],
        _grid(view),
        [hand["words"] for hand in view["hands"]],
        [_help(view)],
        [view["deck_words"], view["discards_words"], view["quiet_words"]],
        view["on_board"],
        [say("(R) round brackets: Red. [B] square brackets: Black.")],
    ]
    return "\n\n".join("\n".join(_fill(line) for line in part if line) for part in parts) + "\n"


def _fill(text: str) -> str:
    if len(text) <= _WIDTH:
        return text
    return textwrap.fill(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _grid(view: View) -> list[str]:
    columns, spaces = view["columns"], view["spaces"]
    letters = "   " + "".join(f"   {letter}  " for letter in columns).rstrip()
    border = "   +" + "-----+" * len(columns)
    lines = [letters, border]
    for index, number in enumerate(view["rows"]):
        row = spaces[index * len(columns) : (index + 1) * len(columns)]
        lines += [f" {number} |" + "|".join(_cell(view, space) for space in row) + f"| {number}", border]
    return [*lines, letters]


def _cell(view: View, space: View) -> str:
    """Draw a space: dots mark one that the last turn touched, number signs one of the combo it made."""
    edge = "#" if space["ref"] in view["combo"] else "." if space["marks"] else " "
    return edge + (MEN[space["man"]["side"]] if space["man"] else "   ") + edge


def _help(view: View) -> str:
    """Say what each card in the hands lets a man do."""
    helps = {card["name"]: card["help"] for hand in view["hands"] for card in hand["cards"] if card["help"]}
    return joined([say("%(card)s: %(help)s", card=name, help=words) for name, words in sorted(helps.items())], "; ")
