"""Pairs who meet again at the tables of a round, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competition.history import History
from competition.tables.exact import MOST_EXACT
from i18n.text import listed
from tournaments.formats.words import MeetingsAgain
from tournaments.models import Event, Pairing, Round, TableSeat

from .standings import RoundsMet, rounds_met

MOST_NAMED = 3  # players who have met almost everyone, each in a sentence


def meetings_again(
    event: Event, round: Round, pairings: Sequence[Pairing], history: History, *, is_scheduled: bool
) -> MeetingsAgain:
    """Return which pairs at the tables meet again, and why. One query if there are any.

    ``pairings`` may be some of the round. ``is_scheduled``: all rounds were settled beforehand.
    """
    met = rounds_met(history, round.number - 1)
    pairs = {pairing.pk: tuple(_pairs(pairing, met)) for pairing in pairings if pairing.size}
    pairs = {pk: words for pk, words in pairs.items() if words}
    if not pairs:
        return MeetingsAgain()
    seats = TableSeat.objects.filter(pairing__round=round).values_list("entry__number", "pairing__is_by_hand")
    is_by_hand = dict(seats)
    why = [_scheduled()] if is_scheduled else _drawn(event, len(is_by_hand), any(is_by_hand.values()))
    return MeetingsAgain(pairs, (*why, *_almost_everyone(pairings, met, is_by_hand.keys())))


def _pairs(pairing: Pairing, met: RoundsMet) -> Iterator[str]:
    for one, other in combinations(pairing.entries, 2):
        rounds = met.get(frozenset((one.number or 0, other.number or 0)), ())
        if rounds:
            words = ngettext(
                "%(one)s – %(other)s (round %(rounds)s)", "%(one)s – %(other)s (rounds %(rounds)s)", len(rounds)
            )
            yield words % {"one": one.shown_name, "other": other.shown_name, "rounds": listed(list(map(str, rounds)))}


def _scheduled() -> str:
    return _("Everyone meets everyone as evenly as the numbers allow, so some meet more than once.")


def _drawn(event: Event, players: int, is_by_hand: bool) -> list[str]:
    """Say how far the draw could avoid it. In an event from before 1.0, equal numbers of small tables came first."""
    if not event.even_tables:
        return []
    if is_by_hand:
        return [_("An organiser changed some tables. At the others, as few as possible meet again.")]
    if players <= MOST_EXACT:
        return [_("When the round was drawn, we tried every seating that the rules allow: none had fewer repeats.")]
    return [_("When the round was drawn, we found no seating with fewer repeats.")]


def _almost_everyone(pairings: Sequence[Pairing], met: RoundsMet, here: Collection[int | None]) -> list[str]:
    """Name the players who have met nearly everyone: those they haven't met are too few to fill a table with them."""
    left: list[tuple[str, int]] = []
    for pairing in pairings:
        for entry in pairing.entries if pairing.size else ():
            others = [number for number in here if number and number != entry.number]
            new = sum(frozenset((entry.number or 0, other)) not in met for other in others)
            if new < pairing.size - 1:
                left.append((entry.shown_name, new))
    if len(left) > MOST_NAMED:
        words = _("%(number)s players have met too many of the others to sit only with new ones.")
        return [words % {"number": len(left)}]
    return [_met_all_but(name, new) for name, new in left]


def _met_all_but(name: str, new: int) -> str:
    if not new:
        return _("%(name)s has met everyone here before.") % {"name": name}
    words = ngettext(
        "%(name)s has met everyone here but %(number)s player before.",
        "%(name)s has met everyone here but %(number)s players before.",
        new,
    )
    return words % {"name": name, "number": new}
