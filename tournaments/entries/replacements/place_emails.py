"""Emails about free places of a season, and about cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.outbox.registry import MailKind
from matches.clocks.terms_words import time_terms
from matches.mails import moments
from tournaments.entries.withdrawals import cards
from tournaments.locking.season import season_of
from tournaments.models import Card, Entry, Event, PlaceOffer, Season, Vacancy
from tournaments.permissions.events import may_organise

from . import links
from . import words as place_words

Colour = Card.Colour
WHAT_IT_IS = {
    Colour.YELLOW: gettext_noop("You’ve been given a yellow card, which is a warning."),
    Colour.RED: gettext_noop("You’ve been given a red card: you’re out of the season."),
}


def place_offered(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Offer a player a free place; moot once the offer is answered or the place is taken."""
    rows = PlaceOffer.objects.select_related("vacancy__entry__event__vacation_pool", "vacancy__player", "by")
    made = rows.filter(pk=mail.context["offer"], answer="", vacancy__closed_at=None).first()
    if made is None or reader.user is None or made.player_id != reader.user.pk:
        return None
    event = made.vacancy.entry.event
    season = season_of(event)
    if season is None:
        return None
    return {
        **_context(event, season),
        "url": links.place_offer_url(made),
        "former": made.vacancy.name,
        "anew": made.vacancy.starts_anew,
        "by": made.by.display_name if made.by else "",
        "matches": place_words.in_words(made.vacancy),
        "until": moments.moment(made.until),
        "time_words": " ".join(time_terms(event)),
    }


def place_free(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell organisers of a free place; moot once it is taken or offered to someone.

    It is also moot for readers who no longer organise the event.
    """
    found = Vacancy.objects.select_related("entry__event", "player").filter(pk=mail.context["vacancy"], closed_at=None)
    vacancy = found.first()
    if vacancy is None or reader.user is None or not may_organise(reader.user, vacancy.entry.event):
        return None
    season = season_of(vacancy.entry.event)
    if season is None or vacancy.offers.filter(answer="").exists():
        return None
    return {
        **_context(vacancy.entry.event, season),
        "former": vacancy.name,
        "until": moments.moment(vacancy.until),
        "url": settings.SITE_URL + places_path(season),
    }


def card(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell a player of a card; moot once it is lifted."""
    found = _card(mail, reader)
    if found is None or found.lifted_at is not None:
        return None
    entry, event = found.entry, found.entry.event
    season = season_of(event)
    if season is None:
        return None
    return {
        **_context(event, season),
        "lost": _lost(found, season, mail),
        "what_it_is": _(WHAT_IT_IS[Colour(found.colour)]),
        "next": _next(season, entry) if found.colour == Colour.YELLOW else "",
        "is_red": found.colour == Colour.RED,
        "is_free": found.colour == Colour.RED and entry.is_open,
        "subject_words": _subject(found, event),
    }


def card_lifted(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    found = _card(mail, reader)
    season = season_of(found.entry.event) if found else None
    if found is None or season is None or found.lifted_at is None:
        return None
    entry = found.entry
    return {
        **_context(entry.event, season),
        "is_red": found.colour == Colour.RED,
        "is_back": entry.status == Entry.Status.ENTERED and entry.player_id == found.player_id,
        "reason": found.lifted_because,
    }


KINDS: Mapping[str, MailKind] = {
    "place_offered": MailKind(place_offered, stopped_by="invitations"),
    "card": MailKind(card),
    "card_lifted": MailKind(card_lifted),
    "place_free": MailKind(place_free, for_hosts=True),
}


def places_path(season: Season) -> str:
    return reverse("leagues:places", args=[season.league.club.slug, season.league.slug, season.number])


def _card(mail: OutboxMail, reader: Recipient) -> Card | None:
    rows = Card.objects.select_related("entry__event", "entry__player", "pairing__round")
    found = rows.filter(pk=mail.context["card"]).first()
    return found if found is not None and reader.user is not None and found.player_id == reader.user.pk else None


def _lost(found: Card, season: Season, mail: OutboxMail) -> str:
    """Say for which match the card is, and that the match no longer counts if someone else plays it again."""
    without_turn = season.cards == Season.Cards.NO_TURN
    number = found.pairing.round.number if found.pairing else mail.context.get("round")
    if number and without_turn:
        words = _("You lost your match in round %(round)s of %(event)s on time without playing a turn.")
    elif number:
        words = _("You lost your match in round %(round)s of %(event)s on time.")
    elif without_turn:
        words = _("You lost a match in %(event)s on time without playing a turn.")
    else:
        words = _("You lost a match in %(event)s on time.")
    counts_no_more = _("That match no longer counts, but the card does.")
    words %= {"round": number, "event": found.entry.event.name}
    return words if found.pairing else f"{words} {counts_no_more}"


def _next(season: Season, entry: Entry) -> str:
    left = cards.warnings_left(season, entry)
    if not left:
        return _("If you lose one more match like this, you’re out of the season.")
    more = ngettext(
        "You have %(number)s warning left; after that you’re out of the season.",
        "You have %(number)s warnings left; after that you’re out of the season.",
        left,
    )
    return more % {"number": left}


def _subject(found: Card, event: Event) -> str:
    message = _("%(event)s: red card") if found.colour == Colour.RED else _("%(event)s: yellow card")
    return message % {"event": event.name}


def _context(event: Event, season: Season) -> dict[str, Any]:
    return {
        "event": event,
        "season": season,
        "game_name": event.game.name,
        "event_url": settings.SITE_URL + event.get_absolute_url(),
        "url": settings.SITE_URL + season.get_absolute_url(),
    }
