"""A test of whether a round can be paired completely (C4), and the lowest score that can get its bye (C5).

Which player gets the bye follows from the quality criteria (``criteria.py``); ``scores_and_floats.py`` knows the
players who may not get another (C2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice

from competition.history import Forbidden, History
from competition.pairing.matching import ALONE, Search, bits, extend
from i18n.text import Text, begun, joined, listed, noop, say

from .downfloaters import CompletableRound, completions_by_bye
from .field import RoundField, field_of
from .legal import bye_takers, forbidden_now, opponents

MOST_TRIED = 60  # forbidden pairs left out one after another, to see whether the round can be paired without one
MOST_NAMED = 6


ALONE_LEFT = noop(
    "%(who)s has no possible opponent left: earlier matches, colours or forbidden pairs rule out all others."
)
EACH_OTHER = noop(
    "%(who)s cannot all be paired: earlier matches, colours or forbidden pairs leave them only each other."
)
EACH_OTHER_AND = noop(
    "%(who)s cannot all be paired: earlier matches, colours or forbidden pairs leave them only each other and "
    "%(others)s."
)
ONLY_OTHERS = noop(
    "%(who)s cannot all be paired: earlier matches, colours or forbidden pairs leave them only %(others)s."
)


class NoLegalPairing(Exception):
    """An error for a round that can't be paired within the rules; the message is a sentence that names the players."""


def prepare(field: RoundField) -> CompletableRound:
    """Remove all forbidden pairs and find the lowest score for the bye. Raises ``NoLegalPairing``."""
    legal = opponents(field)
    for score, takers in _byes(field):
        rows, bye = _with_bye(legal, takers)
        ends = completions_by_bye(field, rows, bye)
        if not ends[0][1]:
            return CompletableRound(field, rows, bye, score, ends)
    raise NoLegalPairing(_why(field, legal))


def way_out(history: History) -> Text | None:
    """Name the forbidden pairs that would have to meet for a round to be paired; ``None`` if no pair is forbidden.

    Forbidden pairs are the first to yield, since no article asks for them.
    """
    field = field_of(history)
    apart = [pair for players in forbidden_now(field) for pair in combinations(sorted(players & field.place.keys()), 2)]
    if not apart:
        return None
    if not _is_possible(field, []):
        return say("Even without the forbidden pairs the round could not be paired.")
    alone = (pair for pair in apart[:MOST_TRIED] if _is_possible(field, [each for each in apart if each != pair]))
    if single := list(islice(alone, MOST_NAMED)):
        message = noop("The round can be paired if one of these pairs may meet: %(pairs)s.")
        return say(message, pairs=listed([_named(field, pair) for pair in single]))
    if len(apart) > MOST_TRIED:
        return say("The round can be paired if several of the forbidden pairs may meet.")
    kept: list[tuple[int, int]] = []
    for pair in apart:
        if _is_possible(field, [*kept, pair]):
            kept.append(pair)
    yielding = [_named(field, pair) for pair in apart if pair not in kept]
    return say("The round can be paired if all of these pairs may meet: %(pairs)s.", pairs=listed(yielding))


def _is_possible(field: RoundField, apart: Sequence[tuple[int, int]]) -> bool:
    """Return whether the round could be paired if only the given pairs were forbidden."""
    forbidden = tuple(Forbidden(frozenset(pair), field.round, field.round) for pair in apart)
    try:
        prepare(replace(field, history=replace(field.history, forbidden=forbidden)))
    except NoLegalPairing:
        return False
    return True


def _named(field: RoundField, pair: tuple[int, int]) -> str:
    return joined([_names(field, 1 << field.place[number]) for number in pair], " – ")


def _byes(field: RoundField) -> Iterator[tuple[int, int]]:
    """Yield scores from the lowest up, each with the players on it who may take the bye.

    With an even number of players, yield ``-1, 0`` alone.
    """
    if len(field.entrants) % 2 == 0:
        yield -1, 0
        return
    takers = bye_takers(field)
    for group in reversed(field.groups):
        if group & takers:
            yield field.entrants[group.bit_length() - 1].score, group & takers


def _with_bye(legal: list[int], takers: int) -> tuple[list[int], int]:
    if len(legal) % 2 == 0:
        return legal, 0
    bye = 1 << len(legal)
    rows = [row | bye if takers >> place & 1 else row for place, row in enumerate(legal)]
    return [*rows, takers], bye


def _why(field: RoundField, legal: list[int]) -> Text:
    """Explain why a round can't be paired: name the players who have too few possible opponents between them."""
    rows, bye = _with_bye(legal, bye_takers(field))
    if bye and not rows[-1]:
        return say("The number of players is odd, and all of them have had a bye or won without playing.")
    within = (1 << len(rows)) - 1
    mate = [ALONE] * len(rows)
    alone = extend(rows, mate, within)
    searches = [Search(rows, mate, vertex, within) for vertex in bits(alone)]
    least = min(searches, key=lambda search: (search.outer.bit_count(), search.outer == bye))
    return _sentence(field, least)


def _sentence(field: RoundField, search: Search) -> Text:
    stuck, open = search.outer, search.inner
    who = begun(_names(field, stuck))
    if not stuck & stuck - 1:
        return say(ALONE_LEFT, who=who)
    has_each_other = any(search.group(place) != 1 << place for place in bits(stuck))
    if not open:
        return say(EACH_OTHER, who=who)
    return say(EACH_OTHER_AND if has_each_other else ONLY_OTHERS, who=who, others=_names(field, open))


def _names(field: RoundField, places: int) -> Text:
    known = {player.number: player.name for player in field.history.players}
    numbers = sorted(field.entrants[place].number for place in bits(places) if place < len(field.entrants))
    names = [
        f"{known[number]} ({number})" if known[number] else say("player %(number)s", number=number)
        for number in numbers
    ]
    if places >> len(field.entrants):
        names.append(say("the bye"))
    return listed(names)
