"""The link of somebody who came with a club's archive goes to them by mail."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _

from engine.said import say
from fortify_site.accounts.models import User
from matches import guests
from tournaments import entry_notices
from tournaments.admitting import clean_address, count_invitation, find_player
from tournaments.clubs import notices
from tournaments.clubs.log import note
from tournaments.gate import CLUB
from tournaments.models import Arrival, Club
from tournaments.refusal import Refused


def send_link(club: Club, pk: int, who: str, *, by: User) -> Arrival:
    """Mail the link for that arrival to a player, by their name here, or to a mail address; whoever opens it takes the
    place. Raises ``Refused``."""
    address = clean_address(who) if "@" in who else ""
    player = None if address else find_player(who.strip())
    return CLUB.run(club.pk, partial(_send, pk=pk, player=player, address=address, by=by))


def _send(club: Club, *, pk: int, player: User | None, address: str, by: User) -> Arrival:
    arrival = club.arrivals.filter(pk=pk).first()
    if arrival is None:
        raise Refused(_("This is no longer there."), status=404)
    if player is None:
        count_invitation(by)
        player = guests.reader_of(address)
    if entry_notices.has_had_enough(player):
        words = _("Enough has been written to %(address)s for today; try again tomorrow.")
        raise Refused(words % {"address": address or player}, "who", 429)
    notices.place_waits(arrival, player, by)
    note(club, say("The link for somebody who came with the archive was sent by mail."), by=by)
    return arrival
