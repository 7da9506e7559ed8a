"""The terms of a season, in words for its players."""

from __future__ import annotations

from i18n.choices import said
from i18n.text import Text, begun, joined, noop, say, say_many
from matches.time_control.words import quantity
from tournaments.models import Season
from tournaments.settings.describe import Fact, terms_of

from .edit import as_event

Cards, Replacements = Season.Cards, Season.Replacements
TOLD_ELSEWHERE = frozenset(("name", "closes_at", "starts_at", "ends_at", "registration", "is_public", "club_only"))


def facts_of(season: Season) -> list[Fact]:
    elsewhere = TOLD_ELSEWHERE if season.cards == Season.Cards.NOBODY else TOLD_ELSEWHERE | {"withdraws_no_shows"}
    played = [fact for fact in terms_of(as_event(season)) if not fact.fields & elsewhere]
    return [*played, *_of_leavers(season)]


def _of_leavers(season: Season) -> list[Fact]:
    """Return the terms for players who leave or don't play."""
    facts = [_fact(noop("Cards"), _cards(season), "cards", "warnings")]
    if season.has_replacements:
        facts.insert(0, _fact(noop("Replacements"), _replacements(season), "replacements", "replace_days"))
    return facts


def _fact(label: str, words: Text, *fields: str) -> Fact:
    return Fact("away", say(label), begun(words), frozenset(fields))


def _replacements(season: Season) -> Text:
    who = said(Replacements(season.replacements).label)
    if season.replacements == Replacements.NOBODY:
        return who
    days = quantity(season.replace_days, "day", "days")
    return say("%(who)s; their matches wait for one for at most %(days)s", who=who, days=days)


def _cards(season: Season) -> Text:
    who = said(Cards(season.cards).label)
    if season.cards == Cards.NOBODY:
        return who
    if not season.warnings:
        return say("%(who)s are out", who=who)
    warnings = say_many("%(number)s warning", "%(number)s warnings", season.warnings)
    once = say("losses within three days count as one")
    return joined([say("%(who)s: %(warnings)s, then out", who=who, warnings=warnings), once], "; ")
