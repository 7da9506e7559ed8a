"""A challenge, and what became of it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse

from engine.game import View
from matches import clocks
from matches.mail import links, words
from matches.mail.reader import Reader
from matches.models import Challenge, OutboxMail
from matches.timeterms import time_terms

from .table import Table

NO_CHANCE = bytes(32)


def challenge(mail: OutboxMail, reader: Reader) -> dict[str, Any] | None:
    """Moot once it is answered, withdrawn or has expired."""
    offer = _challenge(mail)
    now = clocks.now()
    if offer is None or offer.status != Challenge.Status.PENDING or offer.expires_at <= now:
        return None
    if reader.user is None or offer.opponent_id != reader.user.pk:
        return None
    view = start_view(offer)
    return {
        **_context(offer),
        "first_words": _first_words(offer),
        "message": offer.message,
        "is_new_here": reader.user.is_guest,
        "view": view,
        "board": offer.game.text_board(view).strip("\n"),
        "url": links.url(links.mint_challenge(offer, reader.user)),
        "rules_url": settings.SITE_URL + reverse("matches:rules", args=[offer.game_slug]),
        "expires": words.moment(offer.expires_at),
        "time_left": words.in_how_long(offer.expires_at, now),
    }


def challenge_accepted(mail: OutboxMail, reader: Reader) -> dict[str, Any] | None:
    offer, table = _challenge(mail), Table.of(mail, reader)
    if offer is None or table is None:
        return None
    return {**_context(offer), **table.context(), "is_asked": table.own.number is not None}


def challenge_declined(mail: OutboxMail, reader: Reader) -> dict[str, Any] | None:  # noqa: ARG001 (as all kinds)
    offer = _challenge(mail)
    return None if offer is None else _context(offer)


def challenge_withdrawn(mail: OutboxMail, reader: Reader) -> dict[str, Any] | None:
    """Moot where the challenge itself was never sent."""
    offer = _challenge(mail)
    if offer is None or reader.user is None:
        return None
    told = OutboxMail.objects.filter(user=reader.user, kind="challenge", context=mail.context)
    return _context(offer) if told.filter(status=OutboxMail.Status.SENT).exists() else None


def start_view(offer: Challenge) -> View:
    """The board before the first turn, as a bystander would see it."""
    rules = offer.game
    return rules.view(rules.start(offer.options, min(rules.seats), NO_CHANCE))


def _challenge(mail: OutboxMail) -> Challenge | None:
    rows = Challenge.objects.select_related("challenger", "opponent", "leave_pool")
    return rows.filter(pk=mail.context["challenge"]).first()


def _context(offer: Challenge) -> dict[str, Any]:
    return {
        "challenge": offer,
        "game_name": offer.game.name,
        "challenger": offer.challenger.display_name,
        "opponent": offer.opponent_email or (offer.opponent.display_name if offer.opponent else ""),
        "options": offer.game.describe_options(offer.options),
        "time_words": " ".join(time_terms(offer)),
        "challenges_url": settings.SITE_URL + reverse("matches:challenges"),
    }


def _first_words(offer: Challenge) -> str:
    first = offer.game.first_seat
    match offer.first:
        case Challenge.First.ME:
            return f"{offer.challenger.display_name} plays {first}"
        case Challenge.First.YOU:
            return f"you play {first}"
        case _:
            return f"who plays {first} is drawn by lot"
