"""How a player who has left an event comes back to it, from the next round on."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.entries import late_entry
from tournaments.gate.locks import EVENT
from tournaments.gate.refused import Refused
from tournaments.models import Entry, Event
from tournaments.rounds.next_round import coming_round, is_left
from tournaments.seasons.replacements import vacancies

Status = Entry.Status


@EVENT.locked_for
def rejoin(event: Event, known: Entry, *, by: User) -> Entry:
    """In again from the next round on, in a Swiss; in a round robin while the place is free. Raises ``Refused``."""
    entry = event.entries.select_related("player", "event").filter(pk=known.pk).first()
    if entry is None:
        raise Refused(_("This entry is no longer there."), status=404)
    if entry.status == Status.ENTERED:
        return entry
    if entry.status not in Entry.LEFT or entry.number is None:
        raise Refused(_("Only who has left the event while it ran can come back."), status=409)
    if entry.status == Status.REFUSED and by.pk == entry.player_id:
        raise Refused(_("An organiser has taken you out of the event, and alone can put you in again."), status=403)
    if entry.player_id is None:
        raise Refused(_("There is no account any more for this player to come back with."), status=409)
    if event.is_cup:
        raise Refused(_("Who leaves a cup cannot come back: the opponent has gone on."), status=409)
    if entry.is_open:
        return vacancies.give_back(event, entry, by=by)
    if not event.is_swiss:
        raise Refused(_("Who leaves a round robin cannot come back: all their matches are settled."), status=409)
    if not is_left(event, coming_round(event)):
        raise Refused(_("There is no round left to come back for."), status=409)
    return late_entry.bring_back(event, entry, by=by)
