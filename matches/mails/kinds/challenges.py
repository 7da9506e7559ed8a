"""A challenge, and what became of it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.display_names import is_the_sites
from accounts.models import User
from engine.values import View
from i18n.text import listed, say
from jobs import clock
from mail.inbound import reply_address
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from matches import link_tokens
from matches.challenges import by_address
from matches.challenges.challenges import Refused
from matches.clocks.terms_words import time_terms
from matches.mails import moments, picture
from matches.models import Challenge, Gathering

from .match_context import MatchContext, short_digest

NO_CHANCE = bytes(32)


def challenge(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Moot once it is answered, withdrawn or has expired."""
    offer = challenge_of(mail)
    if offer is None or reader.user is None or not is_open_to(offer, reader):
        return None
    view = _start_view(offer)
    return {
        **context_of(offer, reader),
        "first_words": "" if offer.gathering else _first_words(offer),
        "message": offer.message,
        "is_new_here": reader.user.is_guest,
        "game_summary": offer.game.summary(),
        "view": view,
        **picture.show(view),
        "board": offer.game.text_board(view).strip("\n"),
        "has_draws": offer.game.has_chance,
        "url": link_tokens.url(link_tokens.mint_challenge(offer, reader.user)),
        "rules_url": settings.SITE_URL + reverse("matches:rules", args=[offer.game_slug]),
        "expires": moments.moment(offer.expires_at),
        "draws_line": _draws_line(offer),
    }


def challenge_link(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """For the reader of an address that was typed to take up an offer by link. Moot once nobody can. It says nothing of
    what a stranger may have typed beside the address."""
    offer = challenge_of(mail)
    if offer is None or reader.user is None or not _is_free(offer):
        return None
    return {
        **context_of(offer, reader, mail),
        "is_new_here": reader.user.is_guest,
        "game_summary": offer.game.summary(),
        "url": link_tokens.url(link_tokens.mint_challenge(offer, reader.user, mail)),
        "rules_url": settings.SITE_URL + reverse("matches:rules", args=[offer.game_slug]),
    }


def _is_free(offer: Challenge) -> bool:
    try:
        by_address.refuse_unless_free(offer)
    except Refused:
        return False
    return True


def challenge_accepted(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    offer, context = challenge_of(mail), MatchContext.of(mail, reader)
    if offer is None or context is None:
        return None
    about = {**context_of(offer, reader), **context.context()}
    return {**about, **_who_begins(context), "who": _who_accepted(offer, context)}


def match_begun(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """The lobby has paired the reader with others, or the table is complete at which they have a seat."""
    context = MatchContext.of(mail, reader)
    if context is None:
        return None
    gathering = Gathering.objects.filter(match=context.match).select_related("host").first()
    return {
        **context.context(),
        "host": "" if gathering is None else gathering.host.display_name,
        "game_full_name": context.game.full_name(context.match.options),
        "time_words": " ".join(time_terms(context.match)),
        **_who_begins(context),
    }


def _who_begins(context: MatchContext) -> dict[str, Any]:
    return {"is_asked": context.own.number is not None, "begins": context.begins}


def accepted_by(context: MatchContext) -> str:
    """The player whose acceptance of the reader's challenge has just made the match; "" where it came otherwise."""
    if context.match.log_length:
        return ""
    offer = Challenge.objects.filter(match=context.match, challenger=context.own.player).first()
    return _who_accepted(offer, context) if offer is not None else ""


def _who_accepted(offer: Challenge, context: MatchContext) -> str:
    """The address that the challenger typed, where the site alone has given its owner a name."""
    return offer.opponent_email if offer.opponent_email and is_the_sites(context.opponents) else context.opponents


def challenge_declined(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    offer = challenge_of(mail)
    return None if offer is None else {**context_of(offer, reader), "message": mail.context.get("message", "")}


def challenge_withdrawn(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Moot where the challenge itself was never sent."""
    offer = challenge_of(mail)
    if offer is None or reader.user is None:
        return None
    told = OutboxMail.objects.filter(user=reader.user, kind="challenge", context=mail.context)
    is_known = offer.was_open or told.filter(status=OutboxMail.Status.SENT).exists()
    return context_of(offer, reader) if is_known else None


def seat_changed(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """For the host of a table: who has taken a seat, or given it back. Moot once the match has begun, which tells
    itself, and for whoever has left the site since."""
    offer = challenge_of(mail)
    player = User.objects.filter(pk=mail.context["player"], is_active=True).first()
    if offer is None or offer.gathering is None or player is None:
        return None
    if offer.gathering.status != Gathering.Status.OPEN:
        return None
    return {
        **context_of(offer, reader),
        "who": player.display_name,
        "is_taken": mail.context["is_taken"],
        "message": mail.context["message"],
        "table_url": settings.SITE_URL + offer.gathering.get_absolute_url(),
    }


def names_at_table(offer: Challenge) -> list[str]:
    """The players at the table, its host first; none of a match of two."""
    gathering = offer.gathering
    if gathering is None:
        return []
    taken = gathering.places.filter(status=Challenge.Status.ACCEPTED).select_related("opponent")
    names = [place.opponent.display_name for place in taken.order_by("answered_at", "pk") if place.opponent]
    return [offer.challenger.display_name, *names]


def _draws_line(offer: Challenge) -> str:
    if not offer.has_draws or not offer.server_digest:
        return ""
    return short_digest(_("Random draws: the SHA-256 of the server’s bytes begins %(digest)s."), offer.server_digest)


def is_open_to(offer: Challenge, reader: Recipient) -> bool:
    """Whether the challenge waits for the reader's answer."""
    if offer.by_link:
        return _is_free(offer)
    is_open = offer.status == Challenge.Status.PENDING and offer.expires_at > clock.now()
    return is_open and reader.user is not None and offer.opponent_id == reader.user.pk


def _start_view(offer: Challenge) -> View:
    """The board before the first turn, as a bystander would see it."""
    rules, table = offer.game, offer.gathering
    return rules.view(rules.start(rules.as_now(offer.options), table.seats if table else min(rules.seats), NO_CHANCE))


def challenge_of(mail: OutboxMail) -> Challenge | None:
    rows = Challenge.objects.select_related("challenger", "opponent", "leave_pool", "gathering")
    return rows.filter(pk=mail.context["challenge"]).first()


def context_of(offer: Challenge, reader: Recipient, mail: OutboxMail | None = None) -> dict[str, Any]:
    names = names_at_table(offer)
    return {
        "reply_to": _reply_to(offer, reader, mail),
        "challenge": offer,
        "is_challenger": reader.user is not None and reader.user.pk == offer.challenger_id,
        "game_name": offer.game.name,
        "challenger": offer.challenger.display_name,
        "opponent": offer.opponent_email or (offer.opponent.display_name if offer.opponent else ""),
        "game_full_name": offer.game.full_name(offer.options),
        "game_in_sentence": offer.game.name_in_sentence(offer.options),
        "time_words": " ".join(time_terms(offer)),
        "challenges_url": settings.SITE_URL + reverse("matches:challenges"),
        "together": offer.game.together,
        "seats_taken": listed(names),
        "seats_free": 0 if offer.gathering is None else offer.gathering.seats - len(names),
    }


def _reply_to(offer: Challenge, reader: Recipient, mail: OutboxMail | None) -> str:
    """A new address for replies to an email about the challenge; "" where the site takes none, or to a match that it
    led to, which has addresses of its own. ``mail`` is one that a visitor asked for."""
    if not settings.REPLY_DOMAIN or reader.user is None or offer.match_id is not None:
        return ""
    name = offer.addressed_to if reader.user.pk == offer.challenger_id else offer.challenger.display_name
    return reply_address.named(name, link_tokens.mint_reply_about(offer, reader.user, mail))


def _first_words(offer: Challenge) -> str:
    first = offer.game.sides(2)[0].name
    match offer.first:
        case Challenge.First.ME:
            return say("%(name)s plays %(first)s", name=offer.challenger.display_name, first=first)
        case Challenge.First.YOU:
            return say("you play %(first)s", first=first)
        case _:
            return say("who plays %(first)s is random", first=first)
