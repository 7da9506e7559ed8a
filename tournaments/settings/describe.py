"""The settings of an event in words: for its page, and for the changes in its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from competition.standings import BadTieBreak, parse_tie_break
from i18n.choices import said
from i18n.dates import kept_moment
from i18n.text import Text, begun, joined, noop, pgettext, say, say_many
from matches.clocks.terms_words import time_terms
from matches.time_control.words import quantity
from tournaments.models import Event, EventTerms

from .rows import SETTINGS, Setting

FURTHER = "f"  # among the letters of what decides a drawn match of a cup


class Fact(NamedTuple):
    """Something to know about an event; ``part`` is its heading, ``fields`` are what it is about."""

    part: str
    label: str
    words: str
    fields: frozenset[str]


class Change(NamedTuple):
    """A changed setting, without ``before`` and ``after`` if these are too long."""

    label: str
    before: str = ""
    after: str = ""

    @property
    def said(self) -> Text:
        if not (self.before or self.after):
            return joined([self.label])
        return say("%(label)s: %(before)s → %(after)s", label=self.label, before=self.before, after=self.after)


def terms_of(event: Event) -> list[Fact]:
    """Return all the event's settings as facts, in the order of its form."""
    help_words = say("not allowed during a match, from people or computers")
    return [
        *_told(event, "event"),
        *_told(event, "game"),
        _fact("game", noop("Outside help"), help_words),
        *_told(event, "format"),
        *(_fact("format", label, words) for label, words in event.rules.more_facts(event)),
        *_told(event, "entering"),
        *_told(event, "rounds"),
        *_told(event, "time"),
    ]


def changes(before: Iterable[Fact], after: Iterable[Fact]) -> list[Change]:
    """Return the differences between an event's facts before and after a change."""
    was = {fact.label: fact for fact in before}
    now = {fact.label: fact for fact in after}
    labels = {fact.label: fact.label for fact in (*was.values(), *now.values())}
    told = ((label, _words_of(was.get(label)), _words_of(now.get(label))) for label in labels)
    return [Change(labels[label], before, after) for label, before, after in told if before != after]


def _words_of(fact: Fact | None) -> str:
    return fact.words if fact else "–"


def tie_break_names(codes: Iterable[str]) -> list[str]:
    return [_name_of(code) for code in codes]


def _fact(part: str, label: str, words: str, *fields: str) -> Fact:
    return Fact(part, say(label), begun(words), frozenset(fields))


def _told(event: Event, part: str) -> Iterator[Fact]:
    for setting in SETTINGS:
        if setting.part == part and setting.label and setting.is_in(event.rules):
            words = OWN_WORDS[setting.name](event) if setting.name in OWN_WORDS else _plainly(event, setting)
            if words:
                beside = [other.name for other in SETTINGS if other.told_with == setting.name]
                yield _fact(part, setting.label, words, setting.name, *beside)


def _plainly(event: Event, setting: Setting) -> str:
    """Say yes or no, a choice, or a number as it is."""
    value = getattr(event, setting.name)
    if setting.yes:
        words = setting.yes if value else setting.no
        return words and say(words)
    choices = dict(setting.column.flatchoices)
    return said(choices[value]) if choices else str(value)


def format_words(terms: EventTerms) -> Text:
    """Say the format: "Swiss, 5 rounds", "double round robin"."""
    described = terms.rules.described(terms)
    if "rounds" not in terms.rules.settings:
        return described
    return say("%(system)s, %(rounds)s", system=described, rounds=quantity(terms.rounds, "round", "rounds"))


def _further(event: Event) -> str:
    return say("at most %(number)s", number=event.most_further) if FURTHER in event.decides else ""


def _tie_breaks(event: Event) -> str:
    return joined(tie_break_names(event.tie_breaks)) if event.tie_breaks else pgettext("tie-break", "none")


def _most_difference(event: Event) -> str:
    if event.most_difference is None:
        return ""
    return say_many(
        "at most %(number)s point of a match’s difference in game points",
        "at most %(number)s points of a match’s difference in game points",
        event.most_difference,
    )


def _at_once(event: Event) -> str:
    if not event.at_once:
        return say("all")
    one = say("one for each player")
    most = one if event.at_once == 1 else say("at most %(number)s for each player", number=event.at_once)
    if not event.rules.begins_match_by_match(event):
        return most
    return say("%(most)s, and the next as soon as both players have room", most=most)


def _places(event: Event) -> str:
    return "" if event.places is None else say("%(places)s, then a waiting list", places=event.places)


def _check_in(event: Event) -> str:
    if not event.check_in:
        return ""
    return say_many(
        "by email, %(number)s hour before the start",
        "by email, %(number)s hours before the start",
        event.check_in_hours,
    )


def _late(event: Event) -> str:
    if not event.late_until:
        return ""
    if "late_bye" not in event.rules.settings:
        return say("until round %(round)s; each round missed gives nothing", round=event.late_until)
    return say(
        "until round %(round)s; each round missed before gives %(bye)s",
        round=event.late_until,
        bye=said(Event.LateBye(event.late_bye).label),
    )


def _half_byes(event: Event) -> str:
    if not event.half_byes:
        return pgettext("half points", "none")
    return say_many(
        "for %(number)s bye requested in advance",
        "for %(number)s byes requested in advance",
        event.half_byes,
    )


def _break(event: Event) -> str:
    has_break = event.publishes_itself and event.break_hours
    return quantity(event.break_hours, "hour", "hours") if has_break else ""


def _round_start(event: Event) -> str:
    return "" if event.rules.begins_match_by_match(event) else said(Event.Start(event.round_start).label)


def _unfinished(event: Event) -> str:
    if event.unfinished == Event.Unfinished.EXTEND:
        return say_many(
            "they get %(number)s more day, then an organiser adjudicates them",
            "they get %(number)s more days, then an organiser adjudicates them",
            event.extension_days,
        )
    return said(Event.Unfinished(event.unfinished).label)


OWN_WORDS: Mapping[str, Callable[[Event], str]] = {
    "club": lambda event: event.club.name if event.club else "",
    "is_public": lambda event: said(event.seen_by.label),
    "options": lambda event: event.game.full_name(event.options),
    "format": lambda event: event.rules.described(event),
    "table_points": lambda event: said(event.table_points_words),
    "at_once": _at_once,
    "most_further": _further,
    "tie_breaks": _tie_breaks,
    "most_difference": _most_difference,
    "places": _places,
    "closes_at": lambda event: kept_moment(event.closes_at) if event.closes_at else "",
    "check_in": _check_in,
    "late_until": _late,
    "half_byes": _half_byes,
    "starts_at": lambda event: kept_moment(event.starts_at) if event.starts_at else say("when an organiser begins it"),
    "ends_at": lambda event: kept_moment(event.ends_at) if event.ends_at else "",
    "break_hours": _break,
    "round_days": lambda event: quantity(event.round_days, "day", "days") if event.round_days else "",
    "unfinished": _unfinished,
    "round_start": _round_start,
    "clock_start": lambda event: joined(list(time_terms(event)), " "),
}
"""What settings say that a choice, a number or yes and no don't; "" if there is nothing to tell."""


def _name_of(code: str) -> str:
    try:
        return parse_tie_break(code).name
    except BadTieBreak:
        return code
