"""Names for the rounds of a cup, and for how far a player came."""

from __future__ import annotations

from competition.pairing.knockout import KnockoutPlace
from i18n.text import Text, say


def round_name(number: int, last: int) -> Text:
    """Name a round: "Final", "Semifinals", "Quarterfinals", "Last 16"."""
    left = last - number
    if left == 0:
        return say("Final")
    if left == 1:
        return say("Semifinals")
    return say("Quarterfinals") if left == 2 else say("Last %(number)s", number=2 << left)


def reached(place: KnockoutPlace, last: int, *, after: int, is_decided: bool) -> Text:
    """Say how far a player came, or has come after round ``after`` of ``last``.

    ``is_decided``: everything in that round is decided.
    """
    if place.won_third is not None:
        return say("third place") if place.won_third else say("fourth place")
    if place.lost_in == 0:
        return _still_in(last, after, is_decided=is_decided)
    left = last - place.lost_in
    if left == 0:
        return say("final")
    if left == 1:
        return say("semifinal")
    return say("quarterfinal") if left == 2 else say("last %(number)s", number=2 << left)


def _still_in(last: int, after: int, *, is_decided: bool) -> Text:
    if is_decided and after == last:
        return say("winner")
    return say("still in")
