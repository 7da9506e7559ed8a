"""Faults of a draft: where it differs from what the rules lead to, and which of them it breaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from competition.pairing.dutch import Breach
from tournaments.models import Event, Round

from .draft import Slots

EVENTS_OWN: Final = "event"  # in place of an article of FIDE's rules
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
    faults = tuple(event.rules.reasons_not_to_publish(event, round, slots))
    has_failed = round.work == Round.Work.FAILED
    is_as_proposed = not has_failed and not instead and not any(slot.by_hand for slot in slots) and not faults
    breaches = () if is_as_proposed else tuple(event.rules.breaches(event, round, slots))
    return Judged(breaches, instead, faults)
