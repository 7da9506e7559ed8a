"""Parts of pages that follow from a few plain values: a process draws each once for the same values.

What is drawn sees nothing but these values: no request, no reader and no token, so nothing of one reader's page can
come into another's. Whatever it looks different by is among them, and a change makes another one.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engine.game import Game
from i18n.memo import memoized
from matches.match_view.log import Line
from matches.match_view.moves import MoveTable, turns_url, words_with_asides

from .times import ago

register = template.Library()

MOST: Final = 4096
WHEN: Final = "\0"  # which no text that people write has in it
PLAIN: Final = (str, int, float, date, timedelta, type(None))


@register.simple_tag
def drawn_once(name: str, **values: Any) -> SafeString:
    """The template of that name, with these values. Raises ``TypeError`` for one that could change."""
    return _draw(name, tuple(values), *values.values())


@memoized(MOST)
def _draw(name: str, names: tuple[str, ...], *values: Any) -> SafeString:
    for value in values:
        _refuse_changeable(value)
    return render_to_string(name, dict(zip(names, values, strict=True)))


def _refuse_changeable(value: Any) -> None:
    if isinstance(value, tuple):
        for each in value:
            _refuse_changeable(each)
    elif not isinstance(value, PLAIN):
        raise TypeError(f"What is drawn once is drawn of plain values, not of {value!r}.")


@register.simple_tag(takes_context=True)
def log_line(context: Context, line: Line) -> SafeString:
    """A line of the log of the page's match. How long ago it was changes each minute, and is put in afterwards."""
    drawn = drawn_once(
        "matches/_line.html",
        url=f"{turns_url(context['match'].pk, context.get('token') or '')}{line.turn.index}/",
        index=line.turn.index,
        chip=line.chip,
        is_against=line.is_against,
        who=line.who,
        is_undone=line.is_undone,
        words=line.words,
        text=line.text,
        notes=tuple(map(str, line.turn.notes)),
        message=line.message,
        whose=line.whose,
        how=line.how,
        when=WHEN,
    )
    return SafeString(drawn.replace(WHEN, ago(line.turn.at)))


@register.simple_tag(takes_context=True)
def moves_table(context: Context, moves: MoveTable) -> SafeString:
    """Turns of the page's match side by side."""
    turns, game = context["turns"], context["match"].game
    return drawn_once(
        "matches/_moves_table.html",
        url=turns_url(context["match"].pk, context.get("token") or ""),
        names=moves.names,
        rows=tuple((row.number, row.note, tuple(_cell(line, game) for line in row.cells)) for row in moves.rows),
        width=moves.width,
        index=context.get("index"),
        earlier_url=turns.next_url,
        later_url=turns.previous_url,
    )


def _cell(line: Line | None, game: Game) -> tuple[int, str, str] | None:
    return None if line is None else (line.turn.index, line.text, str(words_with_asides(line, game)))
