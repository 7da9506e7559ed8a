"""Consequences for a club's leagues when a player leaves the club, or no longer runs it.

Players who leave play in no season to come; those who no longer run the club have no say in its divisions.
"""

from __future__ import annotations

from contextlib import suppress

from accounts.models import User
from i18n.text import say
from tournaments.entries.replacements import find_replacement
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Event
from tournaments.permissions import clubs

from . import register


def let_go(club: Club, player: User, by: User, **_: object) -> None:
    """Remove a player who lost their role in the club from its leagues. Idempotent."""
    if not clubs.is_member(player, club):
        for entry in register.to_come(player).filter(season__league__club=club):
            with suppress(
                TournamentRefused
            ):  # the line-up was published in this moment: then they play on, as in any event
                register.withdraw_registration(entry, by=by)
        for made in find_replacement.open_to(player).filter(vacancy__entry__event__club=club):
            find_replacement.decline(made)
    if not clubs.runs(player, club.pk):
        for event in Event.objects.filter(organisers=player, division__season__league__club=club).order_by("pk"):
            _organises_no_more(event, player=player, by=by)


@EVENT.transaction_with_retry
def _organises_no_more(event: Event, *, player: User, by: User) -> None:
    """Remove a player from the event's organisers; the club's organisers run it even if no one else is named."""
    event = EVENT.lock(event.pk)
    event.organisers.remove(player)
    note(event, Kind.EVENT, say("%(name)s no longer organises the event.", name=player.display_name), by=by)
