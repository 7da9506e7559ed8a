"""Template tags that draw a game's board.

A game's own templates live in ``games/<slug>/``; if it has none, those in ``games/plain/`` are used.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.template.context import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from engine.games import game, games
from engine.values import View
from i18n.memo import memoized
from i18n.text import minus
from matches.match_view.board import KeptView, over

register = template.Library()

register.filter("minus", minus)

WIDE, HIGH = 52, 30
"""The letters and lines of a map that a phone has room for in an email before they must be smaller."""
_DRAWN = "board symbols drawn for"


def templates_of(slug: str, name: str) -> list[str]:
    """Return a game's template of that name, and the one used if it has none."""
    return [f"games/{slug}/{name}", f"games/plain/{name}"]


def board_html(view: View, *, play: bool = False, small: bool = False, turned: bool = False) -> SafeString:
    """Draw a board without its symbols, for a page that has them already; drawn once for a kept view.

    With ``play`` its spaces and supply pieces carry ``data-ref``; ``small`` is the bare map for lists; ``turned`` is
    seen from the other side of the table.
    """
    drawn = view.boards if isinstance(view, KeptView) else {}
    options = play, small, turned
    if options not in drawn:
        name = "board_small.html" if small else "board.html"
        drawn[options] = draw_board(view, name, play=play, small=small, turned=turned)
    return drawn[options]


def draw_board(view: View, name: str, **options: bool) -> SafeString:
    """Draw a view by one of the game's templates, with the marks that are in it."""
    rules = game(view["game"])
    drawn = over(rules.draw_map(view, **options), rules, view, turned=options.get("turned", False))
    return _render(view, name, {"map": SafeString(drawn), **options})


@register.simple_tag(takes_context=True)
def board(
    context: Context,
    view: View,
    play: bool = False,
    small: bool = False,
    turned: bool = False,
    symbols: bool = True,
) -> SafeString:
    """Draw a view's board. The symbols are written once a page, before its first board."""
    html = board_html(view, play=play, small=small, turned=turned)
    return symbols_for(context, view) + html if symbols else html


@register.simple_tag
@memoized(1)
def board_styles() -> SafeString:
    """Return the stylesheets of all boards: what they share, and each game's own."""
    names = ["board.css", *filter(_rules, (_stylesheet_of(each.slug) for each in games()))]
    return format_html_join("", '<link rel="stylesheet" href="{}">', ((static(name),) for name in names))


@register.simple_tag
def board_email(view: View, picture: str) -> SafeString:
    """Draw the board for emails: the picture at that address with words, or a map of letters if it isn't seen."""
    text_map = game(view["game"]).text_map(view)
    lines = text_map.splitlines()
    is_large = len(lines) > HIGH or max(map(len, lines), default=0) > WIDE
    return _render(view, "board_email.html", {"picture": picture, "text_map": text_map, "is_large": is_large})


@register.simple_tag
def board_email_words(view: View) -> SafeString:
    """Return what the board says in emails beside its picture."""
    return _render(view, "board_email_words.html")


@register.simple_tag(takes_context=True)
def picture(context: Context, slug: str, name: str) -> SafeString:
    """Draw an example position of a game with its caption."""
    return captioned(context, game(slug).example(name))


@register.simple_tag(takes_context=True)
def captioned(context: Context, view: View) -> SafeString:
    """Draw a board as a figure, over the view's ``caption``."""
    return symbols_for(context, view) + draw_board(view, "board_picture.html")


@register.filter
def count_of(text: str, letter: str) -> int:
    """Return how often a type is named in a pick such as "I4T4B2"; 0 if it isn't."""
    found = re.search(rf"{re.escape(letter)}\s*(\d{{1,2}})", text or "", re.IGNORECASE)
    return int(found[1]) if found else 0


@register.filter
def size_of_map(markup: str) -> str:
    """Return the width and height of a drawing, as its ``viewBox`` gives them."""
    found = re.search(r'viewBox="\S+ \S+ (\S+ [^"]+)"', markup)
    return found[1] if found else "1 1"


def has_mark(slug: str, colour: str) -> bool:
    """Return whether one of the board's stylesheets has a rule that shows a side of that colour by a mark."""
    return any(f".side-{colour}::before" in _rules(name) for name in ("site.css", "board.css", _stylesheet_of(slug)))


def _stylesheet_of(slug: str) -> str:
    return f"games/{slug}/board.css"


@cache
def _rules(stylesheet: str) -> str:
    """Return a stylesheet's contents; "" if there is none of that name."""
    path = finders.find(stylesheet)
    return Path(path).read_text() if path else ""


def _render(view: View, name: str, extra: dict[str, Any] | None = None) -> SafeString:
    return render_to_string(templates_of(view["game"], name), {"view": view, **(extra or {})})


def symbols_for(context: Context, view: View) -> SafeString:
    """Return the symbols of a game's boards before the first board on a page; "" before the others."""
    return _render(view, "symbols.html") if _first_on_page(context, view["game"]) else SafeString("")


def _first_on_page(context: Context, slug: str) -> bool:
    # The lowest layer of the render context is shared by a page and everything it includes; upper ones are not.
    page: dict[Any, Any] = context.render_context.dicts[0]
    drawn = page.setdefault(_DRAWN, set())
    first = slug not in drawn
    drawn.add(slug)
    return first
