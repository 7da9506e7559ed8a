"""A player's contribution to the seeds of their matches, which can change until those matches are made.

It may change although the digest of the server's bytes is known: without the bytes no one can tell what a seed will be,
and a match keeps what it was made of.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine import chance
from tournaments.locking.locks import EVENT
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event

from .enter import entry_in

Stage, Status = Event.Stage, Entry.Status
HOPES = frozenset({Status.WAITING, Status.APPLIED})  # to be in when it begins


def has_draws(event: Event) -> bool:
    """Return whether the event's matches draw anything from seeds that contributions are part of."""
    return event.game.has_chance and bool(event.server)


def may_contribute(event: Event, entry: Entry) -> bool:
    """Return whether there may still be matches for which the player's contribution counts."""
    before = event.stage == Stage.REGISTRATION
    meanwhile = event.stage == Stage.RUNNING and not event.rules.fixes_contributions
    is_in = entry.status == Status.ENTERED
    return has_draws(event) and ((before and (is_in or entry.status in HOPES)) or (meanwhile and is_in))


@EVENT.transaction_with_retry
def contribute(known: Entry, text: str) -> Entry:
    """Store the player's contribution, whatever text it is. Raises ``TournamentRefused``."""
    event = EVENT.lock(known.event_id)
    entry = entry_in(event, known)
    if not may_contribute(event, entry):
        raise TournamentRefused(
            _("No more matches begin for you here, so there is nothing to contribute to."), status=409
        )
    given = chance.contribution(text)
    if not given:
        raise TournamentRefused(_("Enter a contribution: any text will do."), status=422)
    entry.contribution = given
    entry.save(update_fields=["contribution"])
    return entry
