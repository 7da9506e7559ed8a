"""The common part of formats whose rounds are drawn one by one, from the players who are there.

Players may enter late, miss a round, leave and come back.
"""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from i18n.text import say
from matches.gate import rulings
from tournaments.entries import waiting_list
from tournaments.entries.replacements import vacancies
from tournaments.locking.refused import unless_over
from tournaments.models import Entry, Event, Round
from tournaments.rounds import requested_byes
from tournaments.rounds.drafts import redraw, store
from tournaments.rounds.drafts.draft import Slots
from tournaments.standings.history import is_here

from .format import Format


class ByRounds(Format):
    """A format whose rounds are drawn one by one, from the players who are there."""

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    def what_missing_brings(self, event: Event, entry: Entry) -> str:
        if not event.half_byes:
            return _("A round you miss gives no points.")
        left = requested_byes.halves_left(event, entry)
        if not left:
            return _("You’ve used your half-point byes. Further rounds you miss give no points.")
        words = ngettext(
            "You get half a point for the next round you ask to miss, and nothing for others or the last.",
            "You get half a point for each of the next %(number)s rounds you ask to miss, and nothing for others or "
            "the last.",
            left,
        )
        return words % {"number": left}

    def player_left(self, event: Event, entry: Entry, *, keeps_place: bool) -> None:
        if keeps_place:
            vacancies.open_vacancy(event, entry)
        waiting_list.fill(event)
        redraw.people_changed(event)

    def place_not_taken(self, event: Event, entry: Entry) -> None:
        """Have the player forfeit what is being played; at a table the others play on."""
        for seat in vacancies.running_seats(entry):
            with unless_over():
                rulings.forfeit(seat, say("%(name)s has left the event.", name=entry.shown_name))

    # -- rounds ----------------------------------------------------------------------------------------------------

    def reasons_not_to_publish(self, event: Event, round: Round, slots: Slots) -> list[str]:
        """Return sentences about players who came, left or announced an absence since the round was drafted.

        An organiser's own change overrides an announcement, but not a withdrawal.
        """
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
                    faults.append(_(self.round_words.idle) % {"name": entry.shown_name})
            elif not here:
                faults.append(_("%(name)s does not take part in this round.") % {"name": entry.shown_name})
            elif entry.pk in absent and not slot.by_hand:
                faults.append(_("%(name)s has asked to miss this round.") % {"name": entry.shown_name})
        return faults

    def may_draw_again(self, event: Event, draft: Round, give_up_pairs_of: Collection[int]) -> bool:
        """Return true, and give up the pairs and byes made by hand that can't stay.

        The others stay when the round is drawn again.
        """
        by_hand = [slot for slot in store.read_draft(draft) if slot.by_hand]
        if by_hand:
            entries = list(event.entries.filter(number__isnull=False))
            here = {entry.pk for entry in entries if is_here(event, entry, draft.number)}
            leave = set(give_up_pairs_of)
            stays = {
                slot.white for slot in by_hand if here.issuperset(slot.players) and not leave.intersection(slot.players)
            }
            draft.pairings.filter(is_by_hand=True).exclude(white__in=stays).update(is_by_hand=False)
        return True
