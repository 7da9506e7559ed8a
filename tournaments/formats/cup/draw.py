"""The rounds of a cup, each drawn from the players who have come this far."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from competition.history import Colour, History, Pair
from competition.pairing import knockout
from tournaments.models import Event
from tournaments.rounds.drafts import store
from tournaments.rounds.drafts.draft import Slots

from .bracket import Bracket, bracket_of


def draft_of(event: Event, number: int, ids: Mapping[int, int]) -> Slots:
    """Return the draft of round ``number``; ``ids`` are the entries by pairing number."""
    return store.draft_of(pairs_for(event, number), History((), event.rounds), number, ids)


def pairs_for(event: Event, number: int) -> tuple[Pair, ...]:
    """Return the pairs of round ``number``, in the order of its places; the match for third place is the last."""
    bracket = bracket_of(event, number - 1)
    first = Colour(event.initial_colour or Colour.WHITE)
    couples = [*bracket.coming, *([third] if (third := _third(event, bracket, number)) else [])]
    had = bracket.had
    return tuple(
        knockout.coloured(couple, place, had, first) for place, couple in enumerate(couples) if not couple.is_empty
    )


def reasons_not_to_publish(event: Event, number: int, slots: Slots) -> list[str]:
    """Return sentences about players who are in that draft but haven't come this far, or the other way round."""
    ids = dict(event.entries.filter(number__isnull=False).values_list("number", "pk"))
    expected = {ids[player] for pair in pairs_for(event, number) for player in pair if player}
    present = {player for slot in slots for player in slot.players}
    if expected == present:
        return []
    wrong = event.entries.filter(pk__in=expected ^ present).select_related("player").order_by("number")
    is_out = _("%(name)s is out of the cup.")
    is_missing = _("%(name)s is not in this draft.")
    return [(is_out if entry.pk in present else is_missing) % {"name": entry.shown_name} for entry in wrong]


def _third(event: Event, bracket: Bracket, number: int) -> knockout.Couple | None:
    if not event.third_place or number != event.rounds or not bracket.rounds:
        return None
    return knockout.for_third_place(bracket.ties[-1])
