"""Tokens in the links of emails, and in the addresses that take replies.

A token is 160 random bits, stored only as a hash; it is bound to one user and one turn, or one offer. Being rows, links
outlive a change of ``SECRET_KEY``. A link's token doesn't work as a reply's, nor the other way round.
`matches/links/permissions.py` says what a link may do.
"""

from __future__ import annotations

import base64
import re
import secrets
from collections.abc import Collection, Iterable

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse

from accounts.models import User
from mail.inbound.reply_address import hash_token
from mail.models import OutboxMail
from matches.models import Link, Match, Offer, Seat

Purpose = Link.Purpose

_BYTES = 20
_TOKEN = re.compile(r"[a-z2-7]{32}")
_PAGES = (Purpose.TURN, Purpose.OFFER, Purpose.RESIGN_PAGE, Purpose.REMATCH, Purpose.LINES)
REPLIES = (Purpose.REPLY, Purpose.RESIGN)
NEVER_ASKED = 0  # the numbers of turns begin at 1


def mint_turn(seat: Seat, number: int) -> str:
    """Make a token with which the seat's player may play that turn."""
    return _mint([_turn(seat, number)])[0]


def mint_turns(seats: Iterable[Seat]) -> list[str]:
    """Make a token for each of these seats, with which its player may play the turn that it is asked for now."""
    return _mint([_turn(seat, seat.asked_turn) for seat in seats])


def mint_offer(offer: Offer, user: User, mail: OutboxMail | None = None) -> str:
    """Make a token with which the user may answer the offer.

    For an offer by link, ``mail`` is the email that knows the name that was typed.
    """
    return _mint([Link(user=user, purpose=Purpose.OFFER, offer=offer, mail=mail)])[0]


def mint_watching(seat: Seat) -> str:
    """Make a token with which the seat's player may look at the match, and play nothing.

    It is a token for the turn that they played last.
    """
    return mint_turn(seat, last_played(seat))


def last_played(seat: Seat) -> int:
    """Return the number of the turn that the seat played last."""
    played = seat.match.log.filter(seat=seat, number__isnull=False).order_by("-index")
    return played.values_list("number", flat=True).first() or NEVER_ASKED


def mint_resignation(match: Match, seat: Seat) -> str:
    """Make a token with which the seat's player may resign the match, until another plays."""
    return _mint([_reply(match, seat, Purpose.RESIGN_PAGE)])[0]


def mint_rematch(seat: Seat) -> str:
    """Make a token with which the seat's player may ask for a rematch, or accept one."""
    if seat.player is None:
        raise ValueError(f"{seat} has no player to write to.")
    return _mint([Link(user=seat.player, purpose=Purpose.REMATCH, seat=seat)])[0]


def mint_lines(seat: Seat, mail: OutboxMail) -> str:
    """Make a token with which the seat's player may send the others the lines that the receipt says were not sent."""
    if seat.player is None:
        raise ValueError(f"{seat} has no player to write to.")
    return _mint([Link(user=seat.player, purpose=Purpose.LINES, seat=seat, mail=mail)])[0]


def mint_reply(match: Match, seat: Seat) -> str:
    """Make a token for replies to an email that shows the seat's player the match as it is now."""
    return _mint([_reply(match, seat, Purpose.REPLY)])[0]


def mint_for_mail(match: Match, seat: Seat, purpose: Link.Purpose | None) -> tuple[str, str]:
    """Make the two tokens that an email to the seat's player needs: for the turn asked for now, and for replies.

    The first is "" if no turn is asked for, the second without a ``purpose``.
    """
    turn = [] if seat.asked_turn is None else [_turn(seat, seat.asked_turn)]
    tokens = _mint(turn + ([] if purpose is None else [_reply(match, seat, purpose)]))
    return (tokens[0] if turn else "", "" if purpose is None else tokens[-1])


def mint_reply_about(offer: Offer, user: User, mail: OutboxMail | None = None) -> str:
    """Make a token for replies to an email about the offer; ``mail`` as in ``mint_offer``."""
    return _mint([Link(user=user, purpose=Purpose.REPLY, offer=offer, mail=mail)])[0]


def find(token: str) -> Link | None:
    """Return the link of a page's token, as it was sent or as a mail program has broken it: in capitals, or wrapped.

    A stale link is found, too. Anything that isn't the token of a link gives ``None``, whatever it is.
    """
    token = "".join(token.split()).lower()
    if not _TOKEN.fullmatch(token):
        return None
    return _known().filter(token_hash=hash_token(token), purpose__in=_PAGES).first()


def find_replies(hashes: Collection[str]) -> list[Link]:
    """Return the links behind the reply addresses with these hashes, stale ones too."""
    return list(_known().filter(token_hash__in=hashes, purpose__in=REPLIES).order_by("pk"))


def owner_of_reply(hashed_token: str) -> int | None:
    """Return the id of the user who was given the reply address with that token, stale or not."""
    found = Link.objects.filter(token_hash=hashed_token, purpose__in=REPLIES)
    return found.values_list("user_id", flat=True).first()


def match_of_reply_is_open(hashed_token: str) -> bool | None:
    """Return whether the match that this reply address belongs to is open; ``None`` if it belongs to none."""
    link = _known().filter(token_hash=hashed_token, purpose__in=REPLIES).first()
    return None if link is None or link.seat is None else link.seat.match.is_open


def replies_of(user_id: int, hashes: Collection[str]) -> set[str]:
    """Return the hashes among these whose reply addresses were given to that user."""
    theirs = Link.objects.filter(token_hash__in=hashes, purpose__in=REPLIES, user=user_id)
    return set(theirs.values_list("token_hash", flat=True))


def others_have_played_since(link: Link) -> bool:
    """Return whether others have played since the link was made, so that its reader had another board in mind.

    The link says how much of the match its reader knew.
    """
    assert link.seat is not None
    since = link.seat.match.log.filter(index__gte=link.log_length or 0, number__isnull=False)
    return since.exclude(seat=link.seat_id).exists()


def is_held(link: Link) -> bool:
    """Return whether the user who was given the link still plays its seat, or takes part in its offer.

    An offer by link is for everyone who has been sent the link.
    """
    if link.seat is not None:
        return link.seat.player_id == link.user_id
    offer = link.offer
    return offer is not None and (offer.by_link or offer.has_part(link.user))


def _known() -> QuerySet[Link]:
    return Link.objects.select_related("user", "seat__match", "seat__player", "offer", "mail")


def link_url(token: str) -> str:
    """Return the absolute address of a token's page."""
    return settings.SITE_URL + reverse("matches:link", args=[token])


def resign_url(token: str) -> str:
    """Return the absolute address of the page on which the token resigns."""
    return settings.SITE_URL + reverse("matches:link_resign", args=[token])


def _turn(seat: Seat, number: int | None) -> Link:
    if seat.player is None or number is None:
        raise ValueError(f"{seat} has no player to write to, or is asked for nothing.")
    return Link(user=seat.player, purpose=Purpose.TURN, seat=seat, number=number)


def _reply(match: Match, seat: Seat, purpose: Link.Purpose) -> Link:
    if seat.player is None:
        raise ValueError(f"{seat} has no player to write to.")
    known = {"seat": seat, "number": seat.asked_turn, "log_length": match.log_length}
    return Link(user=seat.player, purpose=purpose, **known)


def _mint(new: list[Link]) -> list[str]:
    tokens = [base64.b32encode(secrets.token_bytes(_BYTES)).decode().lower() for _ in new]
    for link, token in zip(new, tokens, strict=True):
        link.token_hash = hash_token(token)
    Link.objects.bulk_create(new)
    return tokens
