"""The parts of the turn form, and the messages of its scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html_join, json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.game import Game
from engine.values import Step
from i18n.memo import memoized

register = template.Library()

Words = str | tuple[str, str]


@register.simple_tag
def step_buttons(steps: Iterable[Step]) -> SafeString:
    """Draw a button for each legal step; there may be a hundred, and a template would take ten times as long."""
    return format_html_join(
        "",
        '<button class="button small" name="text" value="{}" data-kind="{}" data-paths="{}">{}</button>',
        ((step.next, step.kind, "|".join(" ".join(path) for path in step.paths), step.label) for step in steps),
    )


@register.simple_tag
@memoized(512)
def step_groups(steps: tuple[Step, ...]) -> SafeString:
    """Draw the buttons of all steps that are legal in a position, under their headings."""
    groups: dict[str, list[Step]] = {}
    for step in steps:
        groups.setdefault(step.group, []).append(step)
    return render_to_string("matches/_step_groups.html", {"groups": list(groups.items())})


@register.simple_tag
@memoized(64)
def script_words(game: Game, trial: bool = False) -> SafeString:
    """Return the messages of the scripts that choose turns on a board, as data beside their form.

    They are in the language of the page. ``trial``: the turn is only tried, without a review.
    """
    words = {**_words(), **(_words_of_trials() if trial else {})}
    marked = {"space": _("a marked space"), **game.marked()}
    return json_script({**words, "counted": game.step_counts(), "marked": marked}, "script-words")


@register.simple_tag
def pick_total(text: str, size: int) -> str:
    """Return how many units a pick such as "I4T4B2" has, out of how many, in the words of ``play.js``."""
    picked = sum(int(count) for count in re.findall(r"\d{1,2}", text or ""))
    name = "to_pick" if picked < size else "too_many" if picked > size else "all_picked"
    return str(_words()[name]) % {"picked": picked, "size": size, "number": abs(size - picked)}


def _words() -> dict[str, Words]:
    """Return the messages by the names that the scripts have for them; a pair is for one and for more."""
    return {
        "board": _("Board"),
        "choose": _("Choose on the board what to play."),
        "your_turn": _("It’s your turn: choose on the board what to play."),
        "choose_below": _("Choose what to play from the list, or type it."),
        "choose_more": _("Choose another action, or review."),
        "complete": _("The turn is complete: review it."),
        "then": _("%(first)s, then %(next)s"),
        "chosen": _("Chosen: %(what)s. Possible: %(steps)s."),
        "only_one": _("Only one choice: %(what)s. Possible: %(steps)s."),
        "only_way": _("Only one way: %(what)s"),
        "nothing_chosen": _("Nothing chosen."),
        "nothing_yet": _("Nothing chosen yet. Choose on the board first."),
        "nothing_there": _("%(what)s. No actions there now."),
        "first": _("%(what)s. First choose %(first)s."),
        "no_more": _("%(what)s. The turn is complete."),
        "choose_marked": _("Choose %(what)s."),
        "or_marked": _("Or choose %(what)s."),
        "cancel": _("Cancel"),
        "pass": _("Pass"),
        "look": _("Review"),
        "all_steps": (_all_steps(1), _all_steps(2)),
        "to_pick": _("%(picked)s of %(size)s picked: %(number)s more to pick."),
        "too_many": _("%(picked)s of %(size)s picked: %(number)s too many."),
        "all_picked": _("%(picked)s of %(size)s picked: that is all."),
        "ahead_begin": _("Choose on the board"),
        "ahead_more": _("Add another"),
        "ahead_if": _("If %(name)s plays …"),
        "ahead_own": _("If %(name)s plays %(turn)s, you play …"),
        "ahead_line": _("If %(name)s plays %(turn)s, you play %(answer)s."),
        "ahead_then_line": _("Then, if %(name)s plays %(turn)s, you play %(answer)s."),
        "ahead_theirs": _("Choose the turn that you expect of %(name)s."),
        "ahead_on": _("Choose your answer"),
        "ahead_add": _("Add this answer"),
        "ahead_further": _("And then?"),
        "ahead_change": _("Change answer"),
        "ahead_remove": _("Remove"),
        "ahead_unsaved": _("Not saved yet."),
        "ahead_word_if": pgettext("conditional turn", "if"),
        "ahead_word_then": pgettext("conditional turn", "then"),
        "sending": _("Sending…"),
        "unreached": _("We couldn’t reach the server. Your turn is still here; try again in a moment."),
        "no_answer": _(
            "The server didn’t answer; you may have been logged out. Copy the turn’s text and reload the page."
        ),
    }


def _words_of_trials() -> dict[str, Words]:
    return {
        "look": _("Try this turn"),
        "choose_more": _("Choose another action, or try this turn."),
        "complete": _("The turn is complete."),
    }


def _all_steps(number: int) -> str:
    return ngettext("Legal action (%(number)s)", "All legal actions (%(number)s)", number)
