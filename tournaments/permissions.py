"""Who may do what in an event."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from fortify_site.accounts.models import User
from matches.models import Match

from .clubs import roles
from .models import Entry, Event, Pairing

Reader = User | AnonymousUser


def may_organise(user: Reader, event: Event) -> bool:
    """The event's organisers, those of the club whose event it is, and staff who have the permission to change
    events."""
    if not isinstance(user, User) or not user.is_active or user.is_guest:
        return False
    if user.has_perm("tournaments.change_event") or event.organisers.filter(pk=user.pk).exists():
        return True
    return event.club_id is not None and roles.runs(user, event.club_id)


def may_see(user: Reader, event: Event) -> bool:
    """What is not public is for members and for those who are in it."""
    if is_its_organisers_alone(event):
        return may_organise(user, event)
    if event.is_public:
        return True
    return isinstance(user, User) and (not user.is_guest or Entry.objects.filter(event=event, player=user).exists())


def is_its_organisers_alone(event: Event) -> bool:
    """One that is being set up, or was called off before it was opened."""
    return event.stage == Event.Stage.DRAFT or event.was_draft


def visible_to(user: Reader) -> QuerySet[Event]:
    """What ``may_see`` is true of, drafts left out."""
    shown = Event.objects.exclude(stage=Event.Stage.DRAFT).filter(was_draft=False)
    if not isinstance(user, User):
        return shown.filter(is_public=True)
    if user.is_guest:
        return shown.filter(Q(is_public=True) | Exists(Entry.objects.filter(event=OuterRef("pk"), player=user)))
    return shown


def organises_match(user: User, match: Match) -> bool:
    """For ``matches.organising``: whether the match is played in an event that the user organises."""
    if not match.occasion:  # it is played for nothing, so there is no need to look
        return False
    pairing = Pairing.objects.filter(match=match).select_related("round__event").first()
    return pairing is not None and may_organise(user, pairing.round.event)
