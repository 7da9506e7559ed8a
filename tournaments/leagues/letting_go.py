"""Who leaves a club plays in no season to come, and who runs it no more has no say in its divisions."""

from __future__ import annotations

from contextlib import suppress

from engine.said import say
from fortify_site.accounts.models import User
from tournaments.clubs import roles
from tournaments.gate import EVENT
from tournaments.log import Kind, note
from tournaments.models import Club, Event
from tournaments.places import offering
from tournaments.refusal import Refused

from . import registering


def let_go(club: Club, player: User, by: User, **_: object) -> None:
    """What a player has lost in the club they have in its leagues no more. Again does no harm."""
    if not roles.is_member(player, club):
        for entry in registering.to_come(player).filter(season__league__club=club):
            with suppress(Refused):  # the line-up was published in this moment: then they play on, as in any event
                registering.withdraw(entry, by=by)
        for made in offering.open_to(player).filter(vacancy__entry__event__club=club):
            offering.decline(made)
    if not roles.runs(player, club.pk):
        for event in Event.objects.filter(organisers=player, division__season__league__club=club).order_by("pk"):
            _organises_no_more(event, player=player, by=by)


@EVENT.locked
def _organises_no_more(event: Event, *, player: User, by: User) -> None:
    """The club's organisers run it, also where nobody else is named."""
    event.organisers.remove(player)
    note(event, Kind.EVENT, say("%(name)s organises the event no more.", name=player.display_name), by=by)
