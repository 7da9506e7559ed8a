"""Roles in a club, and what they permit."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Exists, IntegerField, OuterRef, Q, QuerySet, Value, When
from django.utils import translation

from accounts.models import User
from i18n.text import Text, pgettext
from tournaments.models import Club, Membership

Role, Status = Membership.Role, Membership.Status
Reader = User | AnonymousUser
RUNNING_IT = (Role.OWNER, Role.ORGANISER)


def said_role(role: str) -> Text:
    """Return the role as part of a stored sentence."""
    with translation.override(None):
        message = str(Role(role).label)
    return pgettext("in a club", message)


def membership_of(user: Reader, club: Club) -> Membership | None:
    """Return the reader's membership in the club, whatever its status."""
    if not isinstance(user, User):
        return None
    return Membership.objects.filter(club=club, player=user).first()


class Standing(NamedTuple):
    """A reader's role in a club, and what it permits: to see its members and its log, and to run it."""

    membership: Membership | None
    is_inside: bool
    runs_club: bool


def standing_of(user: Reader, club: Club) -> Standing:
    """Return the reader's standing in the club: what ``may_see_members`` and ``may_run`` say, in one query."""
    membership = membership_of(user, club)
    is_member = membership is not None and membership.status == Status.MEMBER
    runs_it = is_member and membership is not None and membership.role in RUNNING_IT
    runs_club = _may_act(user) and (runs_it or _is_trusted(user))
    return Standing(membership, is_member or runs_club, runs_club)


def runs(user: User, club_id: int) -> bool:
    """Return whether the player is an owner or an organiser of the club."""
    return running_it(user).filter(club=club_id).exists()


def running_it(user: User) -> QuerySet[Membership]:
    """Return the player's memberships as an owner or an organiser."""
    return memberships_of(user).filter(role__in=RUNNING_IT)


def may_run(user: Reader, club: Club) -> bool:
    """Return whether the reader may run the club, as an owner, an organiser or staff who may change clubs."""
    return isinstance(user, User) and _may_act(user) and (_is_trusted(user) or runs(user, club.pk))


def may_own(user: Reader, club: Club) -> bool:
    """Return whether the reader may give roles and change settings, as an owner or as staff who may change clubs."""
    return _may_act(user) and (_is_trusted(user) or memberships_of(user).filter(club=club, role=Role.OWNER).exists())


def is_member(user: Reader, club: Club) -> bool:
    """Return whether the player is in the club, in any role."""
    return isinstance(user, User) and memberships_of(user).filter(club=club).exists()


def may_see_members(user: Reader, club: Club) -> bool:
    """Return whether the reader may see the club's members and log, which are for its members."""
    return is_member(user, club) or may_run(user, club)


def may_see_club(user: Reader, club: Club) -> bool:
    """Return whether the reader may see the club; one for members only is hidden from all others but the invited."""
    return not club.members_only or may_run(user, club) or known_to(user).filter(pk=club.pk).exists()


def known_to(user: Reader) -> QuerySet[Club]:
    """Return the clubs that the reader can find: all but those for members only, unless they are in it or invited."""
    if not isinstance(user, User):
        return Club.objects.filter(members_only=False)
    if _may_act(user) and user.is_staff and _is_trusted(user):
        return Club.objects.all()
    inside = Membership.objects.filter(player=user, status__in=(Status.MEMBER, Status.INVITED))
    return Club.objects.filter(Q(members_only=False) | Exists(inside.filter(club=OuterRef("pk"))))


def clubs_of(user: User) -> QuerySet[Club]:
    """Return the clubs that the player is in, by name."""
    return Club.objects.filter(memberships__in=memberships_of(user)).order_by("name")


def shown_memberships(player: User, reader: Reader) -> QuerySet[Membership]:
    """Return the player's memberships that the reader may know of, by the club's name.

    Everyone sees who runs a club; only members see who else is in it.
    """
    own = memberships_of(player).filter(club__in=known_to(reader)).select_related("club").order_by("club__folded")
    if _is_trusted(reader) and _may_act(reader):
        return own
    return own.filter(Q(role__in=RUNNING_IT) | Q(club__in=memberships_of(reader).values("club")))


def run_by(user: User) -> QuerySet[Club]:
    """Return the clubs whose owner or organiser the player is, by name."""
    return Club.objects.filter(memberships__in=running_it(user)).order_by("name")


def running(club: Club) -> QuerySet[Membership]:
    """Return the club's owners, then its organisers."""
    found = members_of(club).filter(role__in=RUNNING_IT).select_related("player")
    return found.order_by(by_role(), "player__folded")


def by_role() -> Case:
    """Return an ordering by role: owners first, then organisers."""
    order = [When(role=role, then=Value(place)) for place, role in enumerate(Role.values)]
    return Case(*order, output_field=IntegerField())


def is_invited_somewhere() -> Exists:
    """Return the condition that a club has invited the user; for ``matches.offers.guests``."""
    waiting = (Status.INVITED, Status.APPLIED, Status.MEMBER)
    return Exists(Membership.objects.filter(player=OuterRef("pk"), status__in=waiting))


def members_of(club: Club) -> QuerySet[Membership]:
    """Return the memberships of all who are in the club."""
    return club.memberships.filter(status=Status.MEMBER, player__isnull=False)


def memberships_of(user: Reader) -> QuerySet[Membership]:
    return Membership.objects.filter(player=user.pk, status=Status.MEMBER)


def _may_act(user: Reader) -> bool:
    return isinstance(user, User) and user.is_active and not user.is_guest


def is_staff(user: Reader) -> bool:
    """Return whether the user is staff: no one else has permissions, so others' needn't be looked up."""
    return user.is_staff or user.is_superuser


def _is_trusted(user: Reader) -> bool:
    return is_staff(user) and user.has_perm("tournaments.change_club")
