"""Faults of a draft: where it differs from what the rules lead to, and which of them it breaks."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.core.cache import cache

from competition.history import Code, History, Pair, Result
from competition.pairing.dutch import Breach, broken_rules
from i18n.text import noop, say, source_of, translate
from tournaments.models import Event, Round
from tournaments.standings.history import history_of

from . import store, tables
from .draft import Slot, Slots
from .still_fits import reasons_not_to_publish

KEPT_SECONDS = 3600
Couple = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """The faults of a draft.

    ``instead`` are pairs or tables that the rules want instead, as entries' ids; ``breaches`` the rules it breaks, by
    pairing numbers; ``reasons_not_to_publish`` sentences about players who came or left since.
    """

    breaches: tuple[Breach, ...]
    instead: tuple[Couple, ...]
    reasons_not_to_publish: tuple[str, ...]


def judge(event: Event, round: Round, slots: Slots) -> Judged:
    """Judge the draft of a round.

    The rules are asked only if the draft differs from what they led to, or if pairing failed; the answer is kept.
    """
    present: set[Couple] = {slot.players if slot.is_table else (slot.white, slot.black) for slot in slots}
    proposed: list[Couple] = [tuple(couple) for couple in round.proposed]
    instead = tuple(couple for couple in proposed if couple not in present)
    faults = tuple(reasons_not_to_publish(event, round, slots))
    has_failed = round.work == Round.Work.FAILED
    is_as_proposed = not has_failed and not instead and not any(slot.by_hand for slot in slots) and not faults
    breaches = () if is_as_proposed else _breaches(event, round, slots)
    return Judged(breaches, instead, faults)


def _breaches(event: Event, round: Round, slots: Slots) -> tuple[Breach, ...]:
    history = history_of(event, round.number - 1, coming=round.number)
    numbers = dict(event.entries.filter(number__isnull=False).values_list("pk", "number"))
    known = {pk: number or 0 for pk, number in numbers.items()}
    if event.is_cup or event.is_expedition:
        return ()
    if event.has_tables:
        return tuple(tables.breaches(history, round.number, slots, known))
    if not event.is_swiss:
        return tuple(repeated(history, store.pairs_of(slots, known), event.cycles))
    told = store.with_byes(history, round.number, _by_hand(slots, known))
    pairs = store.pairs_of(slots, known)
    key = f"judged:{_digest(told, pairs)}"
    found = cache.get(key)
    if found is None:
        found = [(each.article, each.numbers, source_of(each.text)) for each in broken_rules(told, pairs)]
        cache.set(key, found, KEPT_SECONDS)
    return tuple(Breach(article, numbers, translate(text)) for article, numbers, text in found)


def repeated(history: History, pairs: Sequence[Pair], cycles: int) -> Iterator[Breach]:
    """Yield the pairs of a round robin that meet more often than they should."""
    met = Counter(
        frozenset((player.number, result.opponent))
        for player in history.players
        for result in player.results
        if result.opponent > player.number
    )
    for pair in pairs:
        if not pair.is_bye and met[frozenset(pair)] >= cycles:
            once = noop("Players %(white)s and %(black)s have met once already.")
            twice = noop("Players %(white)s and %(black)s have met twice already.")
            text = say(once if cycles == 1 else twice, white=pair.white, black=pair.black)
            yield Breach("C.05", tuple(pair), text)


def _by_hand(slots: Slots, numbers: Mapping[int, int]) -> dict[int, Result]:
    """Return the byes that the draft gives besides the pairing's own, by pairing number."""
    return {numbers[slot.white]: Result(Code(slot.code)) for slot in slots if _is_granted(slot)}


def _is_granted(slot: Slot) -> bool:
    return slot.is_bye and not slot.is_allocated_bye


def _digest(history: History, pairs: Sequence[Pair]) -> str:
    facts = repr((history.players, history.rounds, history.forbidden, sorted(history.virtual_points.items()), pairs))
    return hashlib.sha256(facts.encode()).hexdigest()
