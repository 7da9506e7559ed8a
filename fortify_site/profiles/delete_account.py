"""Deletion of an account: nothing stays running or entered, results stay, the name goes."""

from __future__ import annotations

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from mail.inbound.retention import forget_player
from matches.gate import marks, turns
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Seat, Seek
from matches.offers.answers import leave_all
from matches.offers.refused import OfferRefused
from matches.record import line_authors
from tournaments.accounts import erase_name
from tournaments.clubs import owners
from tournaments.entries.withdrawals import withdraw
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Season
from tournaments.seasons import register

from . import mails


class NotDeleted(Exception):
    """Raised when the account stays, with everything in it; ``message`` is a sentence for the player."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def running_seats(user: User) -> list[Seat]:
    seats = Seat.objects.filter(player=user, match__status=Match.Status.RUNNING)
    return list(seats.select_related("match").order_by("match_id", "index"))


def events_entered(user: User) -> list[Event]:
    """Return the events that the user leaves along with the account."""
    entries = withdraw.going_on(user).select_related("event")
    return [entry.event for entry in entries.order_by("event__name", "event_id")]


def seasons_awaited(user: User) -> list[Season]:
    """Return the seasons for which the user is registered, and won't be once the account is deleted."""
    entries = register.to_come(user).select_related("season__league__club")
    return [entry.season for entry in entries]


def delete_account(user: User, *, via: LogEntry.Via = LogEntry.Via.SITE) -> None:
    """Resign running matches, leave events, end pending offers, delete what the player wrote, then the player.

    All of it is done or nothing. The opponents' emails are queued on the way. Raises ``NotDeleted`` for the last host,
    and while someone is at work on one of the matches.
    """
    if is_last_host(user):
        raise NotDeleted(_("You are the only host of this site. Make another player a host first, in the admin pages."))
    email = user.email
    with transaction.atomic():
        Seek.objects.filter(player=user).delete()
        leave_offers(user)
        leave_events(user)
        resign_all(user, via)
        # While locked, the player can take no other seat; matches begun until now are resigned, too.
        User.objects.select_for_update().get(pk=user.pk)
        resign_all(user, via)
        line_authors.lines_of(user).exclude(message="").update(message="")
        marks.forget_marks(user)
        erase_name.forget_name(user)
        leave_clubs(user)
        forget_player(user)
        user.delete()
        with translation.override(user.language):  # no one is known by it any longer
            mails.queue_account_mail("account/email/account_deleted", email, {})


def is_last_host(user: User) -> bool:
    return user.is_superuser and not User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk).exists()


def leave_events(user: User) -> None:
    try:
        withdraw.withdraw_from_all(user)
        register.withdraw_from_all(user)
    except TournamentRefused as refused:
        raise NotDeleted(refused.message) from refused


def leave_clubs(user: User) -> None:
    try:
        owners.leave_all(user)
    except TournamentRefused as refused:
        raise NotDeleted(refused.message) from refused


def leave_offers(user: User) -> None:
    try:
        leave_all(user)
    except OfferRefused as refused:
        raise NotDeleted(refused.message) from refused


def resign_all(user: User, via: LogEntry.Via) -> None:
    for seat in running_seats(user):
        try:
            turns.resign(seat, via)
        except MatchRefused as refused:
            if refused.code != "over":
                raise NotDeleted(f"{seat.match}: {refused.message}") from refused
