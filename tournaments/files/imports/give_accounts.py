"""Giving accounts to players of a tournament that was begun elsewhere, so that they can play on here."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.display_names import clean_display_name
from i18n.text import say
from matches.offers import guests
from tournaments.entries import entry_causes, invite
from tournaments.entries.pairing_numbers import without_account
from tournaments.files.archives import claim
from tournaments.locking import webhook_events
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event


@EVENT.transaction_with_retry
def give_account(event: Event, entry_id: int, typed: str, *, by: User) -> Entry:
    """Give the entry's place to a player, by name, or to the reader of an email address; they are told.

    Its matches are made by the next sweep. Raises ``TournamentRefused``.
    """
    event = EVENT.lock(event.pk)
    typed = typed.strip()
    entry = without_account(event).filter(pk=entry_id).first()
    if entry is None:
        raise TournamentRefused(_("This player already has an account or has left the event."), status=409)
    if event.stage != Event.Stage.RUNNING:
        raise TournamentRefused(_("You can give players accounts only while the event is running."), status=409)
    if claim.waits_for(entry):
        words = _("This player came with the club’s archive. A club owner can give them their own link.")
        raise TournamentRefused(words, "who", 409)
    if not typed:
        raise TournamentRefused(_("Enter the player’s name here, or an email address."), "who")
    player = _by_address(typed, entry, by) if "@" in typed else invite.find_player(typed)
    if event.entries.filter(player=player).exists():
        raise TournamentRefused(_("This player is already in the event."), "who", 409)
    was = entry.shown_name
    entry.player, entry.name = player, ""
    entry.save(update_fields=["player", "name"])
    words = say("%(name)s was given an account.", name=was)
    if entry.shown_name != was:
        words = say("%(was)s was given an account and is called %(name)s here.", was=was, name=entry.shown_name)
        webhook_events.emit(event, webhook_events.WebhookEvent.TABLE_CHANGED)
    note(event, Kind.ENTRY, words, by=by, entry=entry)
    entry_causes.entered(entry, "added")
    return entry


def _by_address(typed: str, entry: Entry, by: User) -> User:
    address = invite.clean_address(typed)
    invite.count_invitation(by)
    player = guests.reader_of(address)
    if entry_causes.has_had_enough(player):
        raise TournamentRefused(
            _("%(address)s has had enough emails for today. Try again tomorrow.") % {"address": address},
            "who",
            429,
        )
    return _named(player, entry.name)


def _named(player: User, name: str) -> User:
    """Give a guest who was made a moment ago the name in the file, if no one else has it; return the player."""
    if player.is_guest and not (player.seats.exists() or Entry.objects.filter(player=player).exists()):
        try:
            player.display_name = clean_display_name(name, owner=player)
            with transaction.atomic():
                player.save(update_fields=["display_name"])
        except (ValidationError, IntegrityError):  # another player is called so, perhaps since this moment
            player.refresh_from_db(fields=["display_name", "skeleton"])
    return player
