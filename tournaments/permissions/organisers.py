"""The organisers of an event, and which of them to tell."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import OrganiserMail, User
from tournaments.models import Entry, Event

from . import clubs


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
