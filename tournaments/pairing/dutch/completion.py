"""Whether a round can be paired at all, and at which score its bye is then due (C4, C5)."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.pairing.matching import ALONE, Search, bits, extend
from .below import Round, endings
from .field import Field
from .legal import bye_takers, opponents


class NoLegalPairing(Exception):
    """The round cannot be paired within the rules; the message says who stands in the way."""


def prepare(field: Field) -> Round:
    """The round with all that is forbidden left out. Raises ``NoLegalPairing``."""
    legal = opponents(field)
    for score, takers in _byes(field):
        rows, bye = _with_bye(legal, takers)
        ends = endings(field, rows, bye)
        if not ends[0][1]:
            return Round(field, rows, bye, score, ends)
    raise NoLegalPairing(_why(field, legal))


def _byes(field: Field) -> Iterator[tuple[int, int]]:
    """Scores from the lowest up, with those of the group who may take the bye; without an odd player, nobody."""
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


def _why(field: Field, legal: list[int]) -> str:
    """The sentence for a round without a legal pairing: the players who have too few opponents between them."""
    rows, bye = _with_bye(legal, bye_takers(field))
    if bye and not rows[-1]:
        return "The number of players is odd, and all of them have had a bye or a win without playing (C2)."
    within = (1 << len(rows)) - 1
    mate = [ALONE] * len(rows)
    alone = extend(rows, mate, within)
    search = Search(rows, mate, (alone & ~bye or alone).bit_length() - 1, within)
    search.grow()
    stuck, open = search.outer & ~bye, search.inner
    return _sentence(field, stuck, open & ~bye, bool(open & bye), bool(search.outer & bye))


def _sentence(field: Field, stuck: int, open: int, bye_open: bool, bye_stuck: bool) -> str:
    who = _names(field, stuck)
    left = [_names(field, open)] if open else []
    left += ["the bye"] if bye_open else []
    most = " and ".join(left) if left else ""
    reason = "who they have met, forbidden pairs and colours (C1, C3) leave"
    if stuck.bit_count() == 1:
        none = f"Player {who} can be paired with nobody"
        return f"{none}: " + ("no one they have not met may meet them, and they may not take the bye (C1–C3).")
    return f"Players {who} cannot all be paired: {reason} them only {most}."


def _names(field: Field, places: int) -> str:
    numbers = [str(number) for number in sorted(field.entrants[place].number for place in bits(places))]
    return numbers[0] if len(numbers) == 1 else ", ".join(numbers[:-1]) + " and " + numbers[-1]
