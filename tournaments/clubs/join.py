"""Joining a club on one's own initiative, and leaving it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import say
from matches.input.text import one_line
from timekeeping import clock
from tournaments import hooks
from tournaments.locking.club_log import note
from tournaments.locking.locks import CLUB
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Membership

from . import club_causes, owners

Status, Joining = Membership.Status, Club.Joining
LONGEST_WORDS = 300


@CLUB.transaction_with_retry
def ask_to_join(club: Club, player: User, words: str = "") -> Membership:
    """Join, or ask to, whichever the club allows; invited players are in at once.

    Idempotent. Raises ``TournamentRefused``.
    """
    club = CLUB.lock(club.pk)
    words = one_line(words)
    _refuse_guest(player)
    membership = _of(club, player)
    if membership is not None and membership.status in (Status.MEMBER, Status.APPLIED):
        return membership
    if refused := why_cannot_join(club, membership):
        raise refused
    if len(words) > LONGEST_WORDS:
        raise TournamentRefused(_("Use at most %(most)s characters.") % {"most": LONGEST_WORDS}, "words")
    if membership is None or membership.status == Status.LEFT:
        membership = membership or Membership(club=club, player=player)
        membership.role = Membership.Role.MEMBER
        if club.joining == Joining.REQUEST:
            membership.status, membership.words, membership.since = Status.APPLIED, words, clock.now()
            membership.save()
            club_causes.applied(club)
            return membership
    return admit(membership, by=player)


@CLUB.transaction_with_retry
def join_by_link(club: Club, player: User) -> Membership:
    """Join by the club's own link. Raises ``TournamentRefused``."""
    club = CLUB.lock(club.pk)
    _refuse_guest(player)
    membership = _of(club, player)
    if membership is not None and membership.status == Status.MEMBER:
        return membership
    if membership is not None and membership.status == Status.REFUSED:
        raise TournamentRefused(
            _("The organisers declined your request. You can only join if they invite you."), status=403
        )
    membership = membership or Membership(club=club, player=player)
    if membership.status != Status.INVITED:
        membership.role = Membership.Role.MEMBER
    return admit(membership, by=player)


@CLUB.transaction_with_retry
def take_up(invitation: Membership, player: User) -> Membership:
    """Join by an invitation sent to an email address, or to this player. Raises ``TournamentRefused``."""
    club = CLUB.lock(invitation.club_id)
    _refuse_guest(player)
    own = _of(club, player)
    if own is not None and own.status == Status.MEMBER:
        return own
    invitation = _waiting(club, invitation.pk)
    if own is None or own.pk == invitation.pk:
        invitation.player = player
        return admit(invitation, by=player)
    # The player was in the club before, or had asked to be: one row is enough.
    own.role = invitation.role
    invitation.delete()
    return admit(own, by=player)


@CLUB.transaction_with_retry
def decline(invitation: Membership) -> None:
    """Decline an invitation, by the link in its email. Raises ``TournamentRefused``."""
    club = CLUB.lock(invitation.club_id)
    end_membership(_waiting(club, invitation.pk))
    note(club, say("An invitation was declined."))


def leave(club: Club, player: User) -> Membership:
    """Leave the club, or withdraw a request to join. Raises ``TournamentRefused``."""
    left = _leave(club, player=player)
    hooks.role_lost.send(None, club=club, player=player, by=player)
    return left


def admit(membership: Membership, *, by: User | None) -> Membership:
    """Store a membership, new or old, as a member's, with its line in the log. The club must be locked."""
    membership.status, membership.since = Status.MEMBER, clock.now()
    membership.name = membership.address = ""
    membership.was_refused = False
    membership.save()
    note(membership.club, say("%(name)s joined.", name=membership.shown_name), by=by)
    return membership


def end_membership(membership: Membership) -> None:
    """End a membership. The club must be locked.

    A player who had been refused before being invited is refused again.
    """
    if membership.player is None or membership.player.is_guest:
        membership.delete()
        return
    membership.status = Status.REFUSED if membership.was_refused else Status.LEFT
    membership.role, membership.since, membership.was_refused = Membership.Role.MEMBER, clock.now(), False
    membership.name = membership.address = membership.words = ""
    membership.save()


def why_cannot_join(club: Club, membership: Membership | None) -> TournamentRefused | None:
    """Return why a reader with this membership, or none, can't ask to join; ``None`` if they can."""
    if membership is not None and membership.status == Status.REFUSED:
        return TournamentRefused(
            _("The organisers declined your request. You can only join if they invite you."), status=403
        )
    if club.joining == Joining.INVITATION and (membership is None or membership.status != Status.INVITED):
        return TournamentRefused(_("You need an invitation to join this club. Ask its organisers."), status=403)
    return None


@CLUB.transaction_with_retry
def _leave(club: Club, *, player: User) -> Membership:
    club = CLUB.lock(club.pk)
    membership = _of(club, player)
    if membership is None or membership.status not in (Status.MEMBER, Status.APPLIED, Status.INVITED):
        raise TournamentRefused(_("You are not in this club."), status=409)
    was = membership.status
    if was == Status.MEMBER:
        owners.refuse_to_lose(club, membership)
    end_membership(membership)
    if was == Status.MEMBER:
        note(club, say("%(name)s left.", name=membership.shown_name), by=player)
    return membership


def _of(club: Club, player: User) -> Membership | None:
    return club.memberships.filter(player=player).select_related("player", "club").first()


def _waiting(club: Club, pk: int) -> Membership:
    invitation = club.memberships.filter(pk=pk, status=Status.INVITED).select_related("player", "club").first()
    if invitation is None:
        raise TournamentRefused(_("This invitation was withdrawn or has already been answered."), status=409)
    return invitation


def _refuse_guest(player: User) -> None:
    if player.is_guest:
        raise TournamentRefused(_("Choose a name for your account first; then you can join."), status=403)
