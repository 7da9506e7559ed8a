"""The rules of FIDE's Dutch system that a draft breaks."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from django.core.cache import cache

from competition.history import Code, History, Pair, Result
from competition.pairing.dutch import Breach, broken_rules
from i18n.text import source_of, translate
from tournaments.models import Event
from tournaments.rounds.drafts import store
from tournaments.rounds.drafts.draft import Slots
from tournaments.standings.history import history_of

KEPT_SECONDS = 3600


def broken(event: Event, number: int, slots: Slots) -> tuple[Breach, ...]:
    """Return the rules that a draft of round ``number`` breaks. The answer is kept."""
    history = history_of(event, number - 1, coming=number)
    numbers = store.numbers_of(event)
    told = store.with_byes(history, number, _granted_byes(slots, numbers))
    pairs = store.pairs_of(slots, numbers)
    key = f"judged:{_digest(told, pairs)}"
    found = cache.get(key)
    if found is None:
        found = [(each.article, each.numbers, source_of(each.text)) for each in broken_rules(told, pairs)]
        cache.set(key, found, KEPT_SECONDS)
    return tuple(Breach(article, numbers, translate(text)) for article, numbers, text in found)


def _granted_byes(slots: Slots, numbers: Mapping[int, int]) -> dict[int, Result]:
    """Return the byes that the draft gives besides the pairing's own, by pairing number."""
    granted = (slot for slot in slots if slot.is_bye and not slot.is_allocated_bye)
    return {numbers[slot.white]: Result(Code(slot.code)) for slot in granted}


def _digest(history: History, pairs: Sequence[Pair]) -> str:
    facts = repr((history.players, history.rounds, history.forbidden, sorted(history.virtual_points.items()), pairs))
    return hashlib.sha256(facts.encode()).hexdigest()
