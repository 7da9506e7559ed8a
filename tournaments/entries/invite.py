"""Inviting players to an event, by name or email address, or adding them."""

from __future__ import annotations

import unicodedata
from email.utils import parseaddr

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.display_names import fault_of, is_the_sites
from i18n.text import say
from matches.input.daily_limit import count_against_daily_limit, daily_limit_reached
from matches.offers import guests, terms
from matches.offers.refused import OfferRefused
from timekeeping import clock
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event
from tournaments.rounds.next_round import coming_round, is_left

from . import entry_causes
from .enter import admit, is_late

Stage, Status = Event.Stage, Entry.Status
INVITATIONS_A_DAY = 300  # by one organiser to mail addresses
OPEN_STAGES = (Stage.DRAFT, Stage.REGISTRATION, Stage.RUNNING)


@EVENT.transaction_with_retry
def invite(event: Event, player: User, *, by: User, address: str = "") -> Entry:
    """Invite a player.

    ``address`` is the email address that was typed, if any: organisers see it, and not whose it is, until the player
    accepts. Raises ``TournamentRefused``.
    """
    event = EVENT.lock(event.pk)
    return _invite(event, player=player, by=by, address=address)


def invite_address(event: Event, typed: str, *, by: User, name: str = "") -> Entry:
    """Invite the reader of an email address, member or not.

    They are greeted by ``name``, or what stands before the @, until they choose one. Raises ``TournamentRefused``.
    """
    before, bare = split_address(typed)
    return _invite_address(event, clean_address(bare), callable_name(name or before), by)


@EVENT.transaction_with_retry
def _invite_address(event: Event, address: str, called: str, by: User) -> Entry:
    event = EVENT.lock(event.pk)
    count_invitation(by)
    return _invite(event, player=guests.reader_of(address), by=by, address=address, called=called)


@EVENT.transaction_with_retry
def put_in(event: Event, player: User, *, by: User, rating: int = 0) -> Entry:
    """Enter a player, however many places there are; they get an email and can withdraw.

    ``rating`` is the one by which a late entry is numbered, 0 for the site's own. Raises ``TournamentRefused``.
    """
    event = EVENT.lock(event.pk)
    entry = event.entries.filter(player=player).first()
    if entry is not None and entry.status == Status.ENTERED:
        return entry
    if entry is not None and entry.number is not None:
        raise TournamentRefused(
            _("This player left during the event: bring them back in the list of entries."), "who", 409
        )
    refuse_if_over(event)
    entry = entry or Entry(event=event, player=player)
    if is_late(event):
        entry.rating = rating or entry.rating
    return admit(event, entry, by=by, how="added")


def find_player(name: str) -> User:
    """Return the member of that name. Raises ``TournamentRefused``."""
    try:
        return terms.find_player(name)
    except OfferRefused as refused:
        words = _("%(sentence)s New here? Use their email address.") % {"sentence": refused.message}
        raise TournamentRefused(words, "who") from refused


def find_member(name: str) -> User:
    """Return the player of that name, for a form that takes only members of a club. Raises ``TournamentRefused``."""
    try:
        return terms.find_player(name)
    except OfferRefused as refused:
        words = _("%(sentence)s Use the name in the club’s list of members.")
        raise TournamentRefused(words % {"sentence": refused.message}, "who") from refused


def _invite(event: Event, *, player: User, by: User, address: str, called: str = "") -> Entry:
    refuse_if_over(event)
    if event.stage == Stage.DRAFT:
        raise TournamentRefused(_("Open the event for entries first."), "who", 409)
    entry = event.entries.filter(player=player).first()
    if entry is not None and entry.status == Status.INVITED and called and entry.name == address:
        entry.called = called
        entry.save(update_fields=["called"])
    if entry is not None and entry.status in (Status.INVITED, Status.ENTERED, Status.APPLIED, Status.WAITING):
        return entry
    if entry is not None and entry.number is not None:
        raise TournamentRefused(
            _("This player left during the event: bring them back in the list of entries."), "who", 409
        )
    if entry_causes.has_had_enough(player):
        raise TournamentRefused(
            _("%(address)s has had enough emails for today. Try again tomorrow.") % {"address": address or player},
            "who",
            429,
        )
    entry = entry or Entry(event=event, player=player)
    entry.status, entry.name, entry.entered_at = Status.INVITED, address[:80], clock.now()
    entry.called = called
    entry.save()
    by_name = say("%(name)s was invited.", name=player.display_name)
    note(event, Kind.ENTRY, say("A player was invited by email.") if address else by_name, by=by)
    entry_causes.invited(entry, by)
    return entry


def refuse_if_over(event: Event) -> None:
    """Raise ``TournamentRefused`` if the event takes no more players."""
    if event.stage not in OPEN_STAGES:
        raise TournamentRefused(_("This event is over."), status=409)
    if not is_late(event):
        return
    if words := event.rules.why_not.enter_late:
        raise TournamentRefused(str(words), "who", 409)
    if not is_left(event, coming_round(event)):
        raise TournamentRefused(_("There’s no round left to play."), "who", 409)


def callable_name(typed: str) -> str:
    """Return the typed name, normalised, if a player may be called that; otherwise ""."""
    name = " ".join(unicodedata.normalize("NFKC", typed).split())
    return "" if fault_of(name) or is_the_sites(name) else name


def clean_address(typed: str) -> str:
    """Return the address as accounts store it. Raises ``TournamentRefused``."""
    try:
        return guests.clean_address(typed)
    except ValueError as error:
        raise TournamentRefused(str(error), "who") from error


def count_invitation(by: User) -> None:
    """Count one more email to an address that may be no member's. Raises ``TournamentRefused`` if that is too many."""
    now = clock.now()
    if daily_limit_reached("invitations", by, now, INVITATIONS_A_DAY):
        raise TournamentRefused(
            _("You’ve invited %(number)s email addresses today. Continue tomorrow.") % {"number": INVITATIONS_A_DAY},
            "who",
            429,
        )
    count_against_daily_limit("invitations", by, now)


def split_address(typed: str) -> tuple[str, str]:
    """Split “Dora <dora@example.org>” or “Dora dora@example.org” into name and address; the name may be ""."""
    if "<" in typed:
        name, address = parseaddr(typed)
    else:
        name, _blank, address = typed.strip().rpartition(" ")
    return (name, address) if "@" in address and "@" not in name else ("", typed)
