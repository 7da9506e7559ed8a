"""Adding organisers to an event, and removing them."""

from __future__ import annotations

import unicodedata

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.display_names import player_called
from i18n.text import say
from matches.input.text import one_line
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event

MOST = 10


@EVENT.transaction_with_retry
def add(event: Event, name: str, *, by: User) -> User:
    """Make a member, by name, an organiser of the event, too. Raises ``TournamentRefused``."""
    event = EVENT.lock(event.pk)
    name = one_line(unicodedata.normalize("NFKC", name))
    if not name:
        raise TournamentRefused(_("Enter the player’s name."), "name")
    player = player_called(name, User.objects.filter(is_active=True, is_guest=False))
    if player is None:
        raise TournamentRefused(_("No member here is called “%(name)s”.") % {"name": name}, "name")
    organisers = set(event.organisers.values_list("pk", flat=True))
    if player.pk in organisers:
        return player
    if len(organisers) >= MOST:
        raise TournamentRefused(_("An event has at most %(most)s organisers.") % {"most": MOST}, "name", 409)
    event.organisers.add(player)
    note(event, Kind.EVENT, say("%(name)s now organises the event, too.", name=player.display_name), by=by)
    return player


@EVENT.transaction_with_retry
def remove(event: Event, organiser_id: int, *, by: User) -> User:
    """Remove an organiser, but not the last one. Raises ``TournamentRefused``."""
    event = EVENT.lock(event.pk)
    organiser = event.organisers.filter(pk=organiser_id).first()
    if organiser is None:
        raise TournamentRefused(_("That player no longer organises the event."), status=409)
    if event.organisers.count() == 1:
        raise TournamentRefused(_("An event needs an organiser. Add another first."), status=409)
    event.organisers.remove(organiser)
    note(event, Kind.EVENT, say("%(name)s no longer organises the event.", name=organiser.display_name), by=by)
    return organiser
