"""Managing the members of a club: let in, turn down, invite, give roles, remove."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import say
from matches.input.text import one_line
from matches.offers import guests
from timekeeping import clock
from tournaments import hooks
from tournaments.entries import entry_causes
from tournaments.entries.invite import clean_address, count_invitation, find_player, split_address
from tournaments.locking.club_log import note
from tournaments.locking.locks import CLUB
from tournaments.locking.log import LONGEST_REASON
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Membership
from tournaments.permissions import clubs as club_permissions

from . import club_causes, owners
from .join import admit, end_membership

Role, Status = Membership.Role, Membership.Status
LONGEST_NAME = 80


@CLUB.transaction_with_retry
def accept_member(membership: Membership, *, by: User) -> Membership:
    """Let in someone who asked. Raises ``TournamentRefused``."""
    club = CLUB.lock(membership.club_id)
    membership = _found(club, membership.pk)
    if membership.status == Status.MEMBER:
        return membership
    if membership.status != Status.APPLIED:
        raise TournamentRefused(_("This player is no longer asking to join."), status=409)
    return _let_in(membership, by)


@CLUB.transaction_with_retry
def refuse(membership: Membership, *, by: User, reason: str = "") -> Membership:
    """Turn down someone who asked; they are told the reason. Raises ``TournamentRefused``."""
    club = CLUB.lock(membership.club_id)
    membership = _found(club, membership.pk)
    if membership.status == Status.REFUSED:
        return membership
    if membership.status != Status.APPLIED:
        raise TournamentRefused(_("This player is no longer asking to join."), status=409)
    reason = _checked(reason)
    _put(membership, Status.REFUSED)
    # Without the name: all members read the log, and this is between the organisers and one player.
    note(club, say("A request to join was declined."), by=by)
    club_causes.answered(membership, club_causes.REFUSED, reason)
    return membership


def invite(club: Club, who: str, *, by: User, role: str = Role.MEMBER, name: str = "") -> Membership:
    """Invite a player, by their name here, or an email address, to join.

    ``name`` is what organisers call the person behind an address until they come. Raises ``TournamentRefused``.
    """
    if "@" in who:
        before, bare = split_address(who)
        address, name = clean_address(bare), name or before
        return _invite_address(club, address=address, by=by, role=role, name=one_line(name))
    player = find_player(who)
    if player.is_guest:
        raise TournamentRefused(_("This player has no account yet. Enter their email address."), "who")
    return CLUB.run(club.pk, partial(_invite, player=player, by=by, role=role))


@CLUB.transaction_with_retry
def withdraw_invitation(membership: Membership, *, by: User) -> Membership:
    """Withdraw an invitation, so that it can't be used. Raises ``TournamentRefused``."""
    club = CLUB.lock(membership.club_id)
    membership = _found(club, membership.pk)
    if membership.status != Status.INVITED:
        raise TournamentRefused(_("This invitation was withdrawn or has already been answered."), status=409)
    end_membership(membership)
    note(club, say("An invitation was withdrawn."), by=by)
    return membership


def give_role(membership: Membership, role: str, *, by: User) -> Membership:
    """Give a role to a member, or to an invited player for when they come. Raises ``TournamentRefused``."""
    given = _give_role(membership, role=role, by=by)
    return _told(given, by) if given.status == Status.MEMBER else given


@CLUB.transaction_with_retry
def hand_over(membership: Membership, *, by: User) -> Membership:
    """Make the member the owner; the owner until now becomes an organiser. Raises ``TournamentRefused``."""
    club = CLUB.lock(membership.club_id)
    heir, own = _member(club, membership.pk), club_permissions.membership_of(by, club)
    if own is None or own.status != Status.MEMBER or own.role != Role.OWNER:
        raise TournamentRefused(_("Only the club’s owner can hand it over."), status=403)
    if heir.pk == own.pk:
        raise TournamentRefused(_("You already own the club."), status=409)
    if heir.role != Role.OWNER:
        _make(club, heir, Role.OWNER, by)
    _make(club, own, Role.ORGANISER, by)
    return heir


def remove(membership: Membership, *, by: User, reason: str) -> Membership:
    """Remove a member from the club; they can come back only by invitation. Raises ``TournamentRefused``."""
    removed = _remove(membership, by=by, reason=one_line(reason))
    return _told(removed, by)


def _told(membership: Membership, by: User) -> Membership:
    if membership.player is not None and not club_permissions.runs(membership.player, membership.club_id):
        hooks.role_lost.send(None, club=membership.club, player=membership.player, by=by)
    return membership


def _let_in(membership: Membership, by: User) -> Membership:
    admit(membership, by=by)
    club_causes.answered(membership, club_causes.ACCEPTED)
    return membership


@CLUB.transaction_with_retry
def _invite_address(club: Club, *, address: str, by: User, role: str, name: str) -> Membership:
    club = CLUB.lock(club.pk)
    count_invitation(by)
    return _invite(club, player=guests.reader_of(address), by=by, role=role, address=address, name=name[:LONGEST_NAME])


def _invite(club: Club, *, player: User, by: User, role: str, address: str = "", name: str = "") -> Membership:
    _refuse_role(club, role, by)
    membership = club.memberships.filter(player=player).select_related("player", "club").first()
    if membership is not None and membership.status == Status.INVITED:
        if address and membership.address != address:  # no one is told whose it is
            return membership
        return _invited_as(membership, role, by)
    if membership is not None and membership.status == Status.MEMBER:
        if role not in (Role.MEMBER, membership.role) and not address:  # no one is told whose an address is
            words = _("%(name)s is already in the club. Change the role on the member’s page.")
            raise TournamentRefused(words % {"name": membership.shown_name}, "role", 409)
        return membership
    if membership is not None and membership.status == Status.APPLIED:
        # To let in who asks by their address would tell whose it is.
        return membership if address else _let_in(membership, by)
    if entry_causes.has_had_enough(player):
        words = _("%(address)s has had enough emails for today. Try again tomorrow.")
        raise TournamentRefused(words % {"address": address or player}, "who", 429)
    membership = membership or Membership(club=club, player=player)
    membership.role, membership.address, membership.name = role, address, name
    membership.was_refused = membership.status == Status.REFUSED
    _put(membership, Status.INVITED)
    by_name = say("%(name)s was invited.", name=player.display_name)
    note(club, say("A player was invited by email.") if address else by_name, by=by)
    club_causes.invited(membership, by)
    return membership


def _invited_as(membership: Membership, role: str, by: User) -> Membership:
    """Give someone who is invited already the role of this later invitation, if an owner sends it."""
    if membership.role != role and club_permissions.may_own(by, membership.club):
        membership.role = role
        membership.save(update_fields=["role"])
        note(
            membership.club,
            say("An invitation now has the role: %(role)s.", role=club_permissions.said_role(role)),
            by=by,
        )
    return membership


@CLUB.transaction_with_retry
def _give_role(known: Membership, *, role: str, by: User) -> Membership:
    club = CLUB.lock(known.club_id)
    membership = _found(club, known.pk)
    if not club_permissions.may_own(by, club):
        raise TournamentRefused(_("Only the club’s owners can give roles."), "role", 403)
    if role not in Role.values:
        raise TournamentRefused(_("Choose one of these."), "role")
    if membership.status == Status.INVITED:
        return _invited_as(membership, role, by)
    _refuse_unless_member(membership)
    if membership.role != role:
        owners.refuse_to_lose(club, membership)
        _make(club, membership, role, by)
    return membership


@CLUB.transaction_with_retry
def _remove(known: Membership, *, by: User, reason: str) -> Membership:
    club = CLUB.lock(known.club_id)
    membership = _member(club, known.pk)
    if membership.player_id == by.pk:
        raise TournamentRefused(_("To leave a club yourself, use its page."), status=409)
    if membership.role != Role.MEMBER and not club_permissions.may_own(by, club):
        raise TournamentRefused(_("Only an owner can remove owners and organisers."), status=403)
    owners.refuse_to_lose(club, membership)
    if not reason:
        raise TournamentRefused(
            _("Give a reason: the member gets it by email, and members see it in the club’s log."), "reason"
        )
    reason = _checked(reason)
    membership.role = Role.MEMBER
    _put(membership, Status.REFUSED)
    note(club, say("%(name)s was removed from the club.", name=membership.shown_name), by=by, reason=reason)
    club_causes.answered(membership, club_causes.REMOVED, reason)
    return membership


def _make(club: Club, membership: Membership, role: str, by: User) -> None:
    was, membership.role = membership.role, role
    membership.save(update_fields=["role"])
    before, after = (club_permissions.said_role(each) for each in (was, role))
    words = say("%(name)s: %(before)s → %(after)s.", name=membership.shown_name, before=before, after=after)
    note(club, words, by=by)
    if role != Role.MEMBER and membership.player_id != by.pk:
        club_causes.answered(membership, club_causes.RAISED)


def _put(membership: Membership, status: Membership.Status) -> None:
    membership.status, membership.since = status, clock.now()
    membership.save()


def _checked(reason: str) -> str:
    reason = one_line(reason)
    if len(reason) > LONGEST_REASON:
        words = _("A reason can have at most %(most)s characters; yours has %(length)s.")
        raise TournamentRefused(words % {"most": LONGEST_REASON, "length": len(reason)}, "reason")
    return reason


def _refuse_role(club: Club, role: str, by: User) -> None:
    if role not in Role.values:
        raise TournamentRefused(_("Choose one of these."), "role")
    if role != Role.MEMBER and not club_permissions.may_own(by, club):
        raise TournamentRefused(_("Only the club’s owners can give roles."), "role", 403)


def _found(club: Club, pk: int) -> Membership:
    membership = club.memberships.filter(pk=pk).select_related("player", "club").first()
    if membership is None:
        raise TournamentRefused(_("This no longer exists."), status=404)
    return membership


def _member(club: Club, pk: int) -> Membership:
    membership = _found(club, pk)
    _refuse_unless_member(membership)
    return membership


def _refuse_unless_member(membership: Membership) -> None:
    if membership.status != Status.MEMBER or membership.player is None:
        raise TournamentRefused(_("This player has left the club."), status=409)
