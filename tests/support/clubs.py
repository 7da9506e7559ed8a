"""Clubs with people in them."""

from __future__ import annotations

from accounts.models import User
from mail.models import OutboxMail
from tournaments.models import Club, Membership

from .factories import ClubFactory, MembershipFactory, UserFactory


def club_of(owner: User | None = None, **fields: object) -> Club:
    club: Club = ClubFactory(**fields)
    MembershipFactory(club=club, player=owner or UserFactory(), role=Membership.Role.OWNER)
    return club


def member_of(club: Club, role: str = Membership.Role.MEMBER, **fields: object) -> Membership:
    made: Membership = MembershipFactory(club=club, role=role, player=UserFactory(**fields))
    return made


def player_of(membership: Membership) -> User:
    assert membership.player is not None
    return membership.player


def owner_of(club: Club) -> User:
    return player_of(club.memberships.select_related("player").filter(role=Membership.Role.OWNER).earliest("pk"))


def standing(club: Club, player: User) -> tuple[str, str]:
    """Return the player's role and status in the club."""
    found = club.memberships.get(player=player)
    return found.role, found.status


def mailed(kind: str) -> list[str]:
    """Return the addresses that emails of this kind went to, in the order in which they were written."""
    rows = OutboxMail.objects.filter(kind=kind).select_related("user").order_by("pk")
    return [mail.user.email for mail in rows if mail.user is not None]


def lines(club: Club) -> list[str]:
    return [line.words for line in club.log.order_by("pk")]
