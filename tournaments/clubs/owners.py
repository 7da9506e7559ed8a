"""Owners of a club: it keeps at least one as long as it has members."""

from __future__ import annotations

from django.db.models import Case, Exists, IntegerField, OuterRef, QuerySet, Value, When
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import say
from tournaments.locking.club_log import note
from tournaments.locking.locks import CLUB
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Membership
from tournaments.permissions import clubs

Role = Membership.Role


def refuse_to_lose(club: Club, membership: Membership) -> None:
    """Raise ``TournamentRefused`` if the member is the club's only owner."""
    if membership.role == Role.OWNER and not _owners(club).exclude(pk=membership.pk).exists():
        raise TournamentRefused(_("A club needs an owner. Make another member an owner first."), status=409)


def owned_alone(player: User) -> QuerySet[Club]:
    """Return the clubs whose only owner the player is, by name."""
    owners = Membership.objects.filter(role=Role.OWNER, status=Membership.Status.MEMBER, player__isnull=False)
    mine, others = owners.filter(player=player), owners.filter(club=OuterRef("pk")).exclude(player=player)
    return Club.objects.filter(~Exists(others), memberships__in=mine).order_by("name")


def leave_all(player: User) -> None:
    """Remove a player whose account is deleted from every club, each of which keeps an owner if anyone is left.

    It runs in the caller's transaction.
    """
    for membership in Membership.objects.filter(player=player).order_by("club_id"):
        _drop(membership)


@CLUB.transaction_with_retry
def _drop(membership: Membership) -> None:
    club = CLUB.lock(membership.club_id)
    club.memberships.filter(pk=membership.pk).delete()
    if not _owners(club).exists():
        _find_an_owner(club)


def _find_an_owner(club: Club) -> None:
    """Make the organiser who has been in the club longest its owner, or else the member."""
    order = Case(When(role=Role.ORGANISER, then=Value(0)), default=Value(1), output_field=IntegerField())
    heirs = clubs.members_of(club).filter(player__is_active=True).select_related("player")
    heir = heirs.order_by(order, "since", "pk").first()
    if heir is not None:
        heir.role = Role.OWNER
        heir.save(update_fields=["role"])
        note(club, say("The only owner deleted their account; %(name)s now owns the club.", name=heir.shown_name))


def _owners(club: Club) -> QuerySet[Membership]:
    return clubs.members_of(club).filter(role=Role.OWNER)
