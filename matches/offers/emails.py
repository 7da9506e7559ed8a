"""Emails about an offer, and what became of it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.display_names import is_the_sites
from engine.values import View
from i18n.text import listed, say
from mail.inbound import reply_address
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from matches.clocks.terms_words import time_terms
from matches.mails import moments, tokens
from matches.match_view import picture
from matches.match_view.match_context import MatchContext, short_digest
from matches.models import Offer, Place
from matches.offers import answers, shown
from matches.offers.refused import OfferRefused

NO_CHANCE = bytes(32)


def challenge(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Offer the reader a place. Moot once it is answered or withdrawn, or has expired."""
    offer = offer_of(mail)
    if offer is None or reader.user is None or not answers.waits_for(offer, reader.user):
        return None
    view = _start_view(offer)
    return {
        **context_of(offer, reader, mail),
        "first_words": "" if offer.is_table else _first_words(offer),
        "message": offer.message,
        "is_new_here": reader.user.is_guest,
        "game_summary": offer.game.summary(),
        "view": view,
        **picture.show(view),
        "board": offer.game.text_board(view).strip("\n"),
        "has_draws": offer.game.has_chance,
        "url": tokens.link_url(tokens.mint_offer(offer, reader.user)),
        "rules_url": settings.SITE_URL + reverse("matches:rules", args=[offer.game_slug]),
        "expires": moments.moment(offer.expires_at),
        "draws_line": _draws_line(offer),
    }


def challenge_link(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Send the link to take up an offer by link to the reader of an address that was typed for it.

    Moot once nobody can take it up. It repeats nothing that a stranger may have typed beside the address.
    """
    offer = offer_of(mail)
    if offer is None or reader.user is None or not _has_free_place(offer):
        return None
    return {
        **context_of(offer, reader, mail),
        "is_new_here": reader.user.is_guest,
        "game_summary": offer.game.summary(),
        "url": tokens.link_url(tokens.mint_offer(offer, reader.user, mail)),
        "rules_url": settings.SITE_URL + reverse("matches:rules", args=[offer.game_slug]),
    }


def _has_free_place(offer: Offer) -> bool:
    try:
        answers.refuse_unless_free(offer)
    except OfferRefused:
        return False
    return True


def challenge_accepted(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    offer, context = offer_of(mail), MatchContext.of(mail, reader)
    if offer is None or context is None:
        return None
    about = {**context_of(offer, reader, mail), **context.context()}
    return {**about, **_who_begins(context), "who": _who_accepted(offer, context)}


def match_begun(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell that the lobby has paired the reader with others, or that the table where they have a seat is complete."""
    context = MatchContext.of(mail, reader)
    if context is None:
        return None
    offer = Offer.objects.filter(match=context.match).select_related("host").first()
    return {
        **context.context(),
        "host": "" if offer is None else offer.host.display_name,
        "game_full_name": context.game.full_name(context.match.options),
        "time_words": " ".join(time_terms(context.match)),
        **_who_begins(context),
    }


def _who_begins(context: MatchContext) -> dict[str, Any]:
    return {"is_asked": context.own.asked_turn is not None, "begins": context.begins}


def accepted_by(context: MatchContext) -> str:
    """Return the player who has just made the match by accepting the reader's challenge; "" if it began otherwise."""
    if context.match.log_length:
        return ""
    offer = Offer.objects.filter(match=context.match, host=context.own.player).first()
    return _who_accepted(offer, context) if offer is not None and not offer.is_table else ""


def _who_accepted(offer: Offer, context: MatchContext) -> str:
    """Return the opponent's name; if the site made that name up, the address that the host typed."""
    address = offer.places.values_list("address", flat=True).first()
    return address if address and is_the_sites(context.opponents) else context.opponents


def challenge_declined(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    offer = offer_of(mail)
    return None if offer is None else {**context_of(offer, reader, mail), "message": mail.context.get("message", "")}


def challenge_withdrawn(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell that a challenge was withdrawn. Moot if the challenge itself was never sent."""
    offer, place = offer_of(mail), _place_of(mail)
    if offer is None or place is None or reader.user is None:
        return None
    told = OutboxMail.objects.filter(user=reader.user, kind="challenge", context=mail.context)
    is_known = place.for_anyone or told.filter(status=OutboxMail.Status.SENT).exists()
    return context_of(offer, reader, mail) if is_known else None


def seat_changed(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell the host of a table that a player has taken a seat, or given it back.

    Moot once the match has begun, which is told in an email of its own, and for a player who has left the site since.
    """
    offer = offer_of(mail)
    player = User.objects.filter(pk=mail.context["player"], is_active=True).first()
    if offer is None or player is None or offer.status != Offer.Status.OPEN:
        return None
    return {
        **context_of(offer, reader, mail),
        "who": player.display_name,
        "is_taken": mail.context["is_taken"],
        "message": mail.context["message"],
        "table_url": settings.SITE_URL + offer.get_absolute_url(),
    }


def names_at_table(offer: Offer) -> list[str]:
    """Return the names of the players at the table, its host first; none for a challenge."""
    if not offer.is_table:
        return []
    taken = offer.places.filter(shown.SEATED).select_related("player").order_by("answered_at", "pk")
    return [offer.host.display_name, *[place.player.display_name for place in taken if place.player]]


def _draws_line(offer: Offer) -> str:
    if not offer.has_draws:
        return ""
    return short_digest(_("Random draws: the SHA-256 of the server’s bytes begins %(digest)s."), offer.server_digest)


def may_decline(offer: Offer, user: User) -> bool:
    """Return whether the user has been offered a place and can still decline it."""
    return offer.places.filter(shown.UNANSWERED, player=user).exists()


def _start_view(offer: Offer) -> View:
    """Return the board before the first turn, as a bystander would see it."""
    rules = offer.game
    seats = offer.seats if offer.is_table else min(rules.seats)
    return rules.view(rules.start(rules.as_now(offer.options), seats, NO_CHANCE))


def offer_of(mail: OutboxMail) -> Offer | None:
    return Offer.objects.select_related("host", "vacation_pool").filter(pk=mail.context["offer"]).first()


def _place_of(mail: OutboxMail) -> Place | None:
    return Place.objects.select_related("player", "offer").filter(pk=mail.context.get("place")).first()


def context_of(offer: Offer, reader: Recipient, mail: OutboxMail) -> dict[str, Any]:
    names, place = names_at_table(offer), _place_of(mail)
    if place is None and not offer.is_table:
        place = offer.places.select_related("player").first()
    return {
        "reply_to": _reply_to(offer, reader, mail),
        "offer": offer,
        "is_challenger": reader.user is not None and reader.user.pk == offer.host_id,
        "game_name": offer.game.name,
        "challenger": offer.host.display_name,
        "opponent": "" if place is None else _name_of(place),
        "game_full_name": offer.game.full_name(offer.options),
        "game_in_sentence": offer.game.name_in_sentence(offer.options),
        "time_words": " ".join(time_terms(offer)),
        "challenges_url": settings.SITE_URL + reverse("matches:challenges"),
        "together": offer.game.together,
        "seats_taken": listed(names),
        "seats_free": offer.seats - len(names) if offer.is_table else 0,
    }


def _name_of(place: Place) -> str:
    """Return the name or address by which the host knows the player."""
    return place.address or (place.player.display_name if place.player else "")


def _reply_to(offer: Offer, reader: Recipient, mail: OutboxMail) -> str:
    """Return a new address for replies to an email about the offer; "" if the site takes none.

    It is "" as well once the offer has led to a match, which has addresses of its own.
    """
    if not settings.REPLY_DOMAIN or reader.user is None or offer.match_id is not None:
        return ""
    place = _place_of(mail)
    is_host = reader.user.pk == offer.host_id
    name = place.addressed_to if is_host and place is not None else offer.host.display_name
    wanted = mail if mail.kind == "challenge_link" else None  # it knows the name that the visitor typed
    return reply_address.named(name, tokens.mint_reply_about(offer, reader.user, wanted))


def _first_words(offer: Offer) -> str:
    first = offer.game.sides(2)[0].name
    match offer.first:
        case Offer.First.ME:
            return say("%(name)s plays %(first)s", name=offer.host.display_name, first=first)
        case Offer.First.YOU:
            return say("you play %(first)s", first=first)
        case _:
            return say("who plays %(first)s is random", first=first)
