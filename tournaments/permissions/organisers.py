"""The organisers of an event."""

from __future__ import annotations

import unicodedata

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import OrganiserMail, User
from accounts.names.display_names import player_called
from i18n.text import say
from matches.input.text import one_line
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event

from . import clubs

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


def organisers_to_tell(event: Event) -> list[User]:
    """Return the people to tell of a decision, each once.

    They are the event's own organisers, and the owners and organisers of its club.
    """
    everybody = Q(events_organised=event)
    if event.club is not None:
        everybody |= Q(pk__in=clubs.running(event.club).values("player"))
    return list(User.objects.filter(everybody, is_active=True).distinct().order_by("pk"))


def told_at_once(event: Event, *, is_urgent: bool = False) -> list[User]:
    """Return those of ``organisers_to_tell`` who get an email now.

    The others have it in their daily one, or on the site.
    """
    return [user for user in organisers_to_tell(event) if wants_at_once(user, is_urgent=is_urgent)]


def plays_in(event: Event, organiser: User) -> bool:
    """Return whether the organiser is a player of the event, too."""
    return event.entries.filter(player=organiser, status=Entry.Status.ENTERED).exists()


def organises_anything(user: User) -> bool:
    """Return whether the player can have decisions to make: in an event of their own, or a club that they run."""
    return user.events_organised.exists() or clubs.running_it(user).exists()


def wants_at_once(organiser: User, *, is_urgent: bool = False) -> bool:
    """Return whether the organiser wants an email now. ``is_urgent``: the matter holds up everyone."""
    wish = organiser.organiser_mail
    return wish == OrganiserMail.EACH or (is_urgent and wish == OrganiserMail.DIGEST)
