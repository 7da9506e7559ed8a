"""Reasons why a draft no longer fits the players of its round."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Event, Round
from tournaments.standings.history import is_here

from . import cup_draw, teams
from .draft import Slots


def reasons_not_to_publish(event: Event, round: Round, slots: Slots) -> list[str]:
    """Return sentences about players who came, left or announced an absence since a round was drafted.

    A draft with any can't be published. An organiser's own change overrides an announcement, but not a withdrawal. In a
    cup the sentences are about players who haven't come this far.
    """
    if event.is_cup:
        return cup_draw.reasons_not_to_publish(event, round.number, slots)
    if not event.is_swiss_like:
        return []
    absent = set(event.entries.filter(absences__round_number=round.number).values_list("pk", flat=True))
    slot_of = {player: slot for slot in slots for player in slot.players}
    faults = []
    for entry in event.entries.filter(number__isnull=False).select_related("player").order_by("number"):
        slot = slot_of.get(entry.pk)
        here = is_here(event, entry, round.number)
        if slot is None:
            faults.append(_("%(name)s is not in this draft.") % {"name": entry.shown_name})
        elif slot.is_bye and not slot.is_allocated_bye:
            if here and entry.pk not in absent and not slot.by_hand:
                idle = _("%(name)s has a bye in this draft and can play.")
                if event.is_expedition:
                    idle = _("%(name)s misses the round in this draft and can play.")
                faults.append(idle % {"name": entry.shown_name})
        elif not here:
            faults.append(_("%(name)s does not take part in this round.") % {"name": entry.shown_name})
        elif entry.pk in absent and not slot.by_hand:
            faults.append(_("%(name)s has asked to miss this round.") % {"name": entry.shown_name})
    return faults + (teams.reasons_not_to_publish(event, round.number, slots) if event.is_expedition else [])
