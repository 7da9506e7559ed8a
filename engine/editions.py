"""Editions of a game's rules, by which its matches are played.

A ruling that changes where the turns of a match lead makes a new edition. A match keeps the edition it began with, in
its options, so its log always leads to the same result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.errors import BadOption
from engine.values import Options
from i18n.text import say

RULES: Final = "rules"
"""The key of the edition in a match's options; options without it mean the first edition."""
FIRST_EDITION: Final = 1


def edition_of(options: Mapping[str, str]) -> int:
    """Return the edition named in cleaned options."""
    return int(options.get(RULES, FIRST_EDITION))


def dated(options: Options, edition: int) -> Options:
    """Return the options with the given edition set, replacing their own; the first edition is left out."""
    undated = {key: value for key, value in options.items() if key != RULES}
    return undated if edition == FIRST_EDITION else {**undated, RULES: str(edition)}


def of_all_editions(options: Options, newest: int) -> list[Options]:
    """Return one set of options for each edition, the first edition's first."""
    return [dated(options, edition) for edition in range(FIRST_EDITION, newest + 1)]


def clean_edition(raw: Mapping[str, str], newest: int) -> Options:
    """Check the edition named in raw options and return it, to be kept with the cleaned ones. Raises ``BadOption``."""
    text = raw.get(RULES)
    if text is None:
        return {}
    if text not in map(str, range(FIRST_EDITION + 1, newest + 1)):
        raise BadOption(RULES, say("This site doesn’t know edition “%(edition)s” of the rules.", edition=text[:40]))
    return {RULES: text}
