"""The return of a player who has left an event, from the next round on."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.entries import late_entry
from tournaments.entries.enter import entry_in
from tournaments.entries.replacements import vacancies
from tournaments.locking.locks import EVENT
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry
from tournaments.rounds.next_round import coming_round, is_left

Status = Entry.Status


@EVENT.transaction_with_retry
def rejoin(known: Entry, *, by: User) -> Entry:
    """Put the player back in: in a Swiss from the next round on, in a round robin while the place is free.

    Raises ``TournamentRefused``.
    """
    event = EVENT.lock(known.event_id)
    entry = entry_in(event, known)
    if entry.status == Status.ENTERED:
        return entry
    if entry.status not in Entry.LEFT or entry.number is None:
        raise TournamentRefused(_("Only players who left during the event can come back."), status=409)
    if entry.status == Status.REFUSED and by.pk == entry.player_id:
        raise TournamentRefused(_("An organiser removed you from the event. Ask them to bring you back."), status=403)
    if entry.player_id is None:
        raise TournamentRefused(_("This player’s account no longer exists."), status=409)
    if entry.is_open:
        return vacancies.give_back(event, entry, by=by)
    if words := event.rules.why_not.come_back:
        raise TournamentRefused(str(words), status=409)
    if not is_left(event, coming_round(event)):
        raise TournamentRefused(_("There’s no round left to play."), status=409)
    return late_entry.bring_back(event, entry, by=by)
