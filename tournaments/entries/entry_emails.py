"""Emails to players who come into an event, or leave it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.outbox.registry import MailKind
from matches.clocks.terms_words import time_terms
from matches.mails import moments
from timekeeping import clock
from tournaments.models import Entry, Event, SeasonEntry
from tournaments.permissions import entry_links
from tournaments.rounds import next_round
from tournaments.settings.describe import format_words

from . import check_in, contribute, enter, late_entry, waiting_list

Stage, Status = Event.Stage, Entry.Status
HEADLINES = {
    "entered": gettext_noop("You’re in %(event)s."),
    "approved": gettext_noop("Your entry in %(event)s was accepted."),
    "added": gettext_noop("An organiser entered you in %(event)s."),
    "moved_up": gettext_noop("A place came free: you’re now in %(event)s."),
    "placed": gettext_noop("You’re playing in %(event)s."),
    "back": gettext_noop("An organiser brought you back into %(event)s."),
    "took_over": gettext_noop(
        "You’re now playing in %(event)s in place of %(former)s. Running matches continue from their current positions."
    ),
    "anew": gettext_noop(
        "You’re now playing in %(event)s in place of %(former)s. All your matches start from the beginning."
    ),
}


def event_entered(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Confirm an entry; moot once the player is out again."""
    entry = _entry(mail, reader, Status.ENTERED)
    if entry is None:
        return None
    event, player = entry.event, _player(entry)
    how = mail.context["how"]
    may_check_in = check_in.is_open(event) and entry.checked_in_at is None
    return {
        **_context(event, player),
        "headline": _(HEADLINES[how]) % {"event": event.name, "former": entry.before},
        "why": _why(entry) if how == "placed" else "",
        "is_begun": event.is_begun,
        "team_url": _team_url(event, player),
        "round": entry.back_from if event.is_begun and entry.back_from >= next_round.coming_round(event) else 0,
        "check_in_url": entry_links.check_in_url(event, player) if may_check_in else "",
        "may_contribute": contribute.may_contribute(event, entry) and not entry.contribution,
        "is_asked_later": event.check_in and entry.checked_in_at is None and not may_check_in,
        "is_asked_soon": check_in.opens_at(event, clock.now()) <= clock.now(),
        "hours": event.check_in_hours,
    }


def _team_url(event: Event, player: User) -> str:
    """Return the address where teams are formed; "" if there are none, they are fixed, or the player can't log in."""
    if not event.rules.forms_teams or event.is_begun or player.is_guest:
        return ""
    return settings.SITE_URL + reverse("tournaments:team", args=[event.pk])


def event_waiting(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    entry = _entry(mail, reader, Status.WAITING)
    if entry is None:
        return None
    return {**_context(entry.event, _player(entry)), "place": waiting_list.place_of(entry)}


def event_refused(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    entry = _entry(mail, reader, Status.REFUSED)
    return None if entry is None else {**_context(entry.event, None), "reason": mail.context["reason"]}


def event_withdrawn(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell a player that they were withdrawn; moot once they are back."""
    entry = _entry(mail, reader, Status.WITHDRAWN, Status.REFUSED)
    if entry is None:
        return None
    event, player = entry.event, _player(entry)
    may_return = late_entry.may_return(event, entry)
    return {
        **_context(event, player if may_return else None),
        "reason": mail.context["reason"],
        "is_no_show": entry.is_no_show,
        "may_return": may_return,
        "round": next_round.coming_round(event) if may_return else 0,
    }


def event_check_in(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Ask a player to check in; moot once they have, or no longer can."""
    entry = _entry(mail, reader, Status.ENTERED)
    if entry is None or entry.checked_in_at is not None or not check_in.is_open(entry.event):
        return None
    event, player = entry.event, _player(entry)
    return {**_context(event, player), "check_in_url": entry_links.check_in_url(event, player)}


def event_invitation(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Invite a player to an event; moot once accepted or declined."""
    entry = _entry(mail, reader, Status.INVITED)
    if entry is None or entry.event.stage not in (Stage.REGISTRATION, Stage.RUNNING):
        return None
    inviter = User.objects.filter(pk=mail.context["by"]).first()
    name = inviter.display_name if inviter else ""
    return {
        **_context(entry.event, _player(entry)),
        "inviter": name,
        "is_new_here": _player(entry).is_guest,
        "called": entry.called,
        "last_round": enter.last_round_for(entry.event, entry),
    }


def event_link(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Send a link to enter by; moot once the player is in."""
    event = Event.objects.filter(pk=mail.context["event"]).first()
    if event is None or reader.user is None or event.stage not in (Stage.REGISTRATION, Stage.RUNNING):
        return None
    return {**_context(event, reader.user), "is_new_here": reader.user.is_guest}


KINDS: Mapping[str, MailKind] = {
    "event_entered": MailKind(event_entered),
    "event_waiting": MailKind(event_waiting),
    "event_refused": MailKind(event_refused),
    "event_withdrawn": MailKind(event_withdrawn),
    "event_check_in": MailKind(event_check_in),
    "event_invitation": MailKind(event_invitation, stopped_by="invitations"),
    "event_link": MailKind(event_link),
}


def _entry(mail: OutboxMail, reader: Recipient, *statuses: Entry.Status) -> Entry | None:
    """Return the entry that the email is about, if it is the reader's and still has such a status."""
    rows = Entry.objects.select_related("event__vacation_pool", "player")
    entry = rows.filter(pk=mail.context["entry"], status__in=statuses).first()
    if entry is None or reader.user is None or entry.player_id != reader.user.pk:
        return None
    return entry


def _why(entry: Entry) -> str:
    """Say why the player is in this division of a season; "" outside seasons."""
    found = SeasonEntry.objects.filter(division__event=entry.event_id, player=entry.player_id).first()
    return found.words if found else ""


def _player(entry: Entry) -> User:
    assert entry.player is not None
    return entry.player


def _context(event: Event, player: User | None) -> dict[str, Any]:
    """Return what all these emails say about the event; with a player, also the link by which they act in it."""
    is_shut = player is not None and player.is_guest and not event.is_public
    return {
        "event": event,
        "game_name": event.game.name,
        "game_full_name": event.game.full_name(event.options),
        "format_words": format_words(event),
        "time_words": " ".join(time_terms(event)),
        "starts": moments.moment(event.starts_at) if event.starts_at and not event.is_begun else "",
        "event_url": "" if is_shut else settings.SITE_URL + event.get_absolute_url(),
        "rules_url": settings.SITE_URL + reverse("matches:rules", args=[event.game_slug]),
        "url": entry_links.entry_url(event, player) if player else "",
    }
