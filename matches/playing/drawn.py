"""Parts of pages that follow from a few plain values: a process draws each once for the same values.

What is drawn sees nothing but these values: no request, no reader and no token, so nothing of one reader's page can
come into another's. Everything that changes its looks is among them, and a change makes another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import date, timedelta
from typing import Any, Final

from django import template
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.template.loader import render_to_string
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.game import Game
from engine.values import View
from i18n.memo import memoized
from matches.clocks.display import ClockFace
from matches.clocks.times import ago, chip_of, deadline, exact, logged, paused_until, span, time_left, time_terms, until
from matches.match_view.drawing import board_html, has_mark, symbols_for
from matches.match_view.lists import Card
from matches.match_view.log import LogLine, MoveTable, turns_url, words_with_asides
from matches.match_view.sides import BoardSide
from matches.record.fairness import SeedFacts, is_commitment
from matches.record.games import full_name
from matches.record.names import named, names_in

from .beside_board import NoteForm, Talk
from .clock_form import Givable, GiveTimeForm

register = template.Library()

MOST: Final = 4096
MARK: Final = "\0"  # which no text that people write has in it
PLAIN: Final = (str, int, float, date, timedelta, type(None))


@register.simple_tag
def drawn_once(name: str, /, **values: Any) -> SafeString:
    """Render the template of that name with these values. Raises ``TypeError`` for one that could change."""
    return _draw(name, tuple(values), *values.values())


def draw_around(name: str, late: Mapping[str, str], /, **values: Any) -> SafeString:
    """Render a template once, around what is ``late``, and fill that in wherever the template writes it.

    The late parts change from minute to minute or from reader to reader; the template can't depend on them.
    """
    drawn: str = drawn_once(name, **values, **{each: f"{MARK}{each}{MARK}" for each in late})
    for each, value in late.items():
        drawn = drawn.replace(f"{MARK}{each}{MARK}", conditional_escape(value))
    return SafeString(drawn)


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
def turn_address(context: Context, line: LogLine) -> str:
    """Return the address of the position after a line of the page's match, for this reader."""
    return f"{turns_url(context['match'].pk, context.get('token') or '')}{line.turn.index}/"


@register.simple_tag(takes_context=True)
def log_line(context: Context, line: LogLine) -> SafeString:
    """Draw a line of the log of the page's match; only how long ago it was changes."""
    return draw_around(
        "matches/_line.html",
        {"when": logged(line.turn.at)},
        url=turn_address(context, line),
        index=line.turn.index,
        chip=line.chip,
        is_against=line.is_against,
        who=line.who,
        is_undone=line.is_undone,
        words=line.words,
        text=line.text,
        notes=tuple(str(note) for note in line.notes if not is_commitment(note)),
        commitments=tuple(str(note) for note in line.notes if is_commitment(note)),
        message=line.message,
        whose=line.whose,
        how=line.how,
    )


@register.simple_tag(takes_context=True)
def match_card(context: Context, card: Card) -> SafeString:
    """Draw a match with its board."""
    return draw_around(
        "matches/_card.html",
        {
            "spoken": _spoken(card),
            "clock": _brief_clock(card.clock, in_link=True),
            "symbols": symbols_for(context, card.view),
        },
        match_id=card.seat.match_id,
        board=board_html(card.view, small=True),
        draw_offered=card.draw_offered,
        **_words_of(card),
    )


@register.simple_tag
def card_row(card: Card) -> SafeString:
    """Draw a match on one line."""
    match = card.match
    return draw_around(
        "matches/_card_row.html",
        {"clock": "" if match.is_over else _brief_clock(card.clock), "ended": ago(match.finished_at)},
        match_id=match.pk,
        is_over=match.is_over,
        is_table=card.is_table,
        together=match.game.together,
        outcome=card.outcome,
        result=named(match.result_words, names_in(match.game, card.seats)),
        game=match.game.name,
        whom=card.waits_for,
        **_words_of(card),
    )


def _spoken(card: Card) -> str:
    """Return the name of the card's link, instead of everything in it: "Cleo, Fortress, your turn, 2 days 23 h"."""
    whose = _("your turn") if card.seat.asked_turn is not None else _("%(whom)s to move") % {"whom": card.waits_for}
    left = time_left(card.clock) if card.clock else None
    draw = _("draw offered") if card.draw_offered else ""
    parts = card.against, card.match.game.name, whose, draw, span(left) if left else ""
    return ", ".join(filter(None, parts))


def _brief_clock(clock: ClockFace | None, *, in_link: bool = False) -> SafeString:
    """Draw the time left, as a chip, and until when a clock is paused; in words for a clock without a deadline.

    ``in_link``: with nothing in it to focus. If not in a link, the player to move is named beside it.
    """
    if clock is None or clock.deadline is None:
        return clock_words(clock)
    chip = _chip(clock if in_link else replace(clock, is_asked=False), in_link=in_link)
    more = _("being recalculated") if clock.is_to_follow else paused_until(clock, in_link=in_link)
    return format_html('{} <span class="clock-until">{}</span>', chip, more) if more else chip


def _words_of(card: Card) -> dict[str, Any]:
    return {
        "against": card.against,
        "colour": card.colour,
        "label": card.label,
        "title": card.view["title"],
        "score": card.score,
        "score_words": card.view["score_words"],
    }


@register.simple_tag
def clock_words(clock: ClockFace | None) -> SafeString:
    """Return what a clock shows, in phrases."""
    if clock is None:
        return SafeString("")
    return drawn_once(
        "matches/_clock.html",
        deadline=deadline(clock.deadline),
        stopped=clock.stopped,
        stands=paused_until(clock),
        left="" if clock.left is None else span(clock.left),
        is_to_follow=clock.is_to_follow,
    )


@register.simple_tag(takes_context=True)
def player_line(context: Context, side: BoardSide) -> SafeString:
    """Draw a line about a player beside the board."""
    player, clock = side.seat.player, side.time.clock if side.time else None
    view = context["view"]
    has_chip = clock is not None and not (player and player.is_computer)
    return draw_around(
        "matches/_player_line.html",
        {"chip": _chip(clock) if clock and has_chip else "", "presence": _presence_of(side)},
        to_move=clock is not None and clock.is_asked,
        rating=side.rating,
        running=0 if side.seat.match.is_over else _running(view, side.seat.index),
        has_mark=has_mark(view["game"], side.colour),
        offers_draw=_may_be_answered(context, side),
        **_values_of(context, side),
    )


def _may_be_answered(context: Context, side: BoardSide) -> bool:
    """Return whether the side offers a draw that the reader may answer."""
    draw = context.get("draw") or {}
    return bool(draw.get("may_answer") and side.seat.pk == side.seat.match.draw_offered_by_id)


def _running(view: View, seat: int) -> int:
    """Return what the part of the match being played would add to a seat's score if it stopped now."""
    points: list[int] = view.get("as_it_stands") or []
    return points[seat] if points else 0


@register.simple_tag(takes_context=True)
def side_row(context: Context, side: BoardSide) -> SafeString:
    """Draw all that is known of a player of a match."""
    return draw_around(
        "matches/_side.html",
        {"clock": "" if side.time is None else clock_of_side(context, side), "presence": _presence_of(side)},
        before=side.before,
        **_values_of(context, side),
    )


@register.simple_tag(takes_context=True)
def clock_of_side(context: Context, side: BoardSide) -> SafeString:
    """Draw the clock of a player in a running match, and what happens when it runs out."""
    assert side.time is not None
    clock, away_until = side.time.clock, side.time.away_until
    return draw_around(
        "matches/_clock_of_side.html",
        {"clock": clock_words(clock), "back": "" if away_until is None else until(away_until)},
        is_asked=clock.is_asked,
        has_deadline=clock.deadline is not None,
        has_words=bool(clock.stopped) or clock.left is not None,
        is_away=away_until is not None,
        on_vacation=away_until is not None or clock.why == "vacation",
        is_reader=side.is_reader,
        by_link=bool(context.get("by_link")),
        name=side.seat.name,
        at_zero=side.time.at_zero,
    )


@register.simple_tag(takes_context=True)
def match_facts(context: Context) -> SafeString:
    """Draw the facts of the page's match: its terms, its dates, its seed."""
    match, view = context["match"], context["view"]
    return draw_around(
        "matches/_facts.html",
        {"began_at": ago(match.started_at), "ended_at": ago(match.finished_at)},
        game=full_name(match),
        rules="" if context.get("by_link") else match.game_slug,
        terms=tuple(time_terms(match)),
        outages=tuple(
            (each.is_restoration, exact(each.began_at), exact(each.ended_at)) for each in context.get("outages") or ()
        ),
        is_over=match.finished_at is not None,
        seed=seed_words(context.get("seed_facts")),
        alt=view["alt"],
        position=match.game.position_text(view),
    )


@register.simple_tag
def seed_words(facts: SeedFacts | None) -> SafeString:
    """Return the sources of all chance in a match, in words."""
    if facts is None:
        return SafeString("")
    return drawn_once("matches/_seed_facts.html", **{**vars(facts), "given": tuple(facts.given)})


@register.simple_tag(takes_context=True)
def chat_forms(context: Context, talk: Talk) -> SafeString:
    """Draw the forms to write to the others, and to choose emails about what they write."""
    return draw_around(
        "matches/_chat_forms.html",
        {"token": CsrfTokenNode().render(context), "turn": str(context.get("typed", ""))},
        **{field.name: getattr(talk, field.name) for field in fields(talk)},
    )


@register.simple_tag(takes_context=True)
def private_notes(context: Context, note: NoteForm, url: str) -> SafeString:
    """Draw the form for the reader's notes on the page's match; what they wrote is added afterwards."""
    field = note["text"]
    return draw_around(
        "matches/_private_notes.html",
        {"token": CsrfTokenNode().render(context), "control": note.control},
        url=url,
        field=field.auto_id,
        label=str(field.label),
        help=str(field.help_text),
        errors=tuple(field.errors),
        is_saved=bool(context["request"].GET.get("noted")),
    )


@register.simple_tag(takes_context=True)
def give_time_form(context: Context, giving: GiveTimeForm | Givable) -> SafeString:
    """Draw the form for giving time to the other players of the page's match."""
    match = context["match"]
    return draw_around(
        "matches/_give_time.html",
        {"token": CsrfTokenNode().render(context), "fields": giving.drawn},
        match_id=match.pk,
        length=match.log_length,
        names=tuple(name for _, name in giving.receivers),
        most=span(match.control.cap),
        is_open=bool(giving.errors),
    )


@register.simple_tag(takes_context=True)
def freshness(context: Context, follows: str = "") -> SafeString:
    """Return the script that keeps an open page up to date, if anything on it is ``live``."""
    live, match = context.get("live"), context.get("match")
    if live is None:
        return SafeString("")
    waiting = live.state.waiting
    return draw_around(
        "matches/_freshness.html",
        {
            "address": live.address,
            "word": live.state.word,
            "waiting": "" if waiting is None else waiting,
            "back": match.get_absolute_url() if match and not context.get("by_link") else context["request"].path,
        },
        follows=follows or str(context.get("follows") or ""),
        has_count=waiting is not None,
        has_sounds=bool(getattr(context.get("user"), "sounds", False)),
    )


def _values_of(context: Context, side: BoardSide) -> dict[str, Any]:
    player = side.seat.player
    has_page = player is not None and not player.is_guest and not context.get("by_link")
    return {
        "player_id": side.seat.player_id if has_page else None,
        "name": side.seat.name,
        "label": side.label,
        "colour": side.colour,
        "score": side.score,
        "score_words": "" if side.seat.match.game.together else context["view"]["score_words"],  # a team has its once
        "is_reader": side.is_reader,
        "won": side.won,
        "is_out": side.is_out,
        "has_presence": side.presence is not None,
    }


def _presence_of(side: BoardSide) -> SafeString:
    told = side.presence
    return SafeString("") if told is None else drawn_once("matches/_presence.html", **vars(told))


def _chip(clock: ClockFace, *, in_link: bool = False) -> SafeString:
    runs, urgency, brief = chip_of(clock)
    return drawn_once(
        "matches/_clock_chip.html",
        is_asked=clock.is_asked,
        is_paused=clock.is_asked and not runs,
        deadline=clock.deadline,
        brief=brief,
        urgency=urgency,
        in_link=in_link,
    )


@register.simple_tag(takes_context=True)
def moves_table(context: Context, moves: MoveTable) -> SafeString:
    """Draw the sheet of the page's match."""
    turns, game = context["turns"], context["match"].game
    return drawn_once(
        "matches/_moves_table.html",
        url=turns_url(context["match"].pk, context.get("token") or ""),
        names=moves.names,
        rows=tuple(
            (row.number, row.note, tuple(_cell(line, game) for line in row.cells), row.who) for row in moves.rows
        ),
        width=moves.width,
        is_list=moves.is_list,
        index=context.get("index"),
        earlier_url=turns.next_url,
        later_url=turns.previous_url,
    )


def _cell(line: LogLine | None, game: Game) -> tuple[int, str, str] | None:
    return None if line is None else (line.turn.index, line.text, str(words_with_asides(line, game)))
