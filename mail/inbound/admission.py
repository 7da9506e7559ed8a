"""Admission of incoming emails: only to addresses that we gave to someone, and no more than a person writes.

Each check costs one lookup in an index per address, whether we gave that to anyone or not. Rejected emails only
increase a number and never add a row each; otherwise strangers could fill the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import F

from jobs.hooks import count_metric
from mail import hooks
from mail.bounces import address as returns
from mail.models import InboundMail, RefusedMail
from timekeeping import clock

from .store import clean, ours, token_hash

PERIOD = timedelta(hours=1)
# Limits within it. The first two are counted separately for each player's addresses, so that no one uses up another's.
MOST_TO_ADDRESS = 20  # an address belongs to one turn, or to one email that may bounce
MOST_OF_SENDER = 100  # to all addresses of one player
MOST_UNREADABLE = 50  # of a provider's postings that can't be read as emails
LOOKED_AT = 1000
Why = RefusedMail.Why
Via = InboundMail.Via


class Answer(StrEnum):
    WELCOME = "welcome"
    UNKNOWN = "unknown"
    TOO_MANY = "too many"


def is_for_anybody(recipients: Iterable[str]) -> bool:
    """Return whether any recipient is an address that we gave to someone. Raises database errors."""
    return any(_is_given(each, token_hash(each)) for each in ours(recipients))


def admitted(recipients: Iterable[str], *, via: Via, sender: str) -> list[str]:
    """Return the recipients for which an email is accepted. Raises database errors."""
    answers = {each: _judged(each, clean(sender)) for each in ours(recipients)}
    if Answer.WELCOME not in answers.values():
        _count_one(Answer.TOO_MANY in answers.values(), via=via, sender=sender)
        answer_lost([each for each, answer in answers.items() if answer == Answer.UNKNOWN], sender=sender)
    return [each for each, answer in answers.items() if answer == Answer.WELCOME]


def judge(address: str, *, via: Via, sender: str, peer: str = "") -> Answer:
    """Decide whether an email to that address is accepted. ``peer`` is the machine that delivers it, if known.

    Raises database errors.
    """
    answer = _judged(clean(address).lower(), clean(sender))
    if answer != Answer.WELCOME:
        _count_one(answer == Answer.TOO_MANY, via=via, sender=sender, peer=peer)
    return answer


def answer_lost(recipients: Iterable[str], *, sender: str) -> None:
    """Tell the writer if an unknown address has the form of a reply address: it may have been lost with a backup."""
    if any(map(token_hash, ours(recipients))):
        hooks.unknown_address_used.send(None, writer=clean(sender))


def _judged(address: str, sender: str) -> Answer:
    hashed = token_hash(address)
    owner = hooks.reply_owner.first(hashed) if hashed else None
    if owner is None and not _comes_back(address, hashed):
        return Answer.UNKNOWN
    since = clock.now() - PERIOD
    if _number_to(hashed, since) >= MOST_TO_ADDRESS:
        return Answer.TOO_MANY
    is_too_many = owner is not None and sender and _number_of(sender, owner, since) >= MOST_OF_SENDER
    return Answer.TOO_MANY if is_too_many else Answer.WELCOME


def _is_given(address: str, hashed: str) -> bool:
    return bool(hashed) and (hooks.reply_owner.first(hashed) is not None or _comes_back(address, hashed))


def _comes_back(address: str, hashed: str) -> bool:
    return bool(hashed) and returns.mail_of(address) is not None


def _number_to(hashed: str, since: datetime) -> int:
    return InboundMail.objects.filter(token_hash=hashed, arrived_at__gt=since)[:MOST_TO_ADDRESS].count()


def _number_of(sender: str, owner: int, since: datetime) -> int:
    """Return how many emails a sender wrote within ``PERIOD`` to addresses given to that player.

    The sender isn't verified: anyone can write any sender on an email.
    """
    sent = InboundMail.objects.filter(sender=sender, arrived_at__gt=since).exclude(token_hash="")
    hashes = list(sent.values_list("token_hash", flat=True)[:LOOKED_AT])
    if len(hashes) < MOST_OF_SENDER:
        return len(hashes)
    theirs = set().union(*hooks.replies_given.ask(owner, set(hashes)))
    return sum(each in theirs for each in hashes)


def is_too_much_unreadable() -> bool:
    """Return whether there are already as many unreadable postings as a host will look at."""
    rows = InboundMail.objects.filter(status=InboundMail.Status.SET_ASIDE, token_hash="", via=Via.WEBHOOK)
    return rows.filter(arrived_at__gt=clock.now() - PERIOD)[:MOST_UNREADABLE].count() >= MOST_UNREADABLE


# -- what was turned away --------------------------------------------------------------------------------------------


def count(why: RefusedMail.Why, *, via: Via, sender: str, peer: str = "", number: int = 1) -> None:
    """Count rejected emails by hour, way in and reason. The last one's sender and machine are stored, too."""
    now = clock.now()
    hour = now.replace(minute=0, second=0, microsecond=0)
    row, _ = RefusedMail.objects.get_or_create(hour=hour, via=via, why=why)
    last = {"last_at": now, "sender": clean(sender), "peer": peer}
    RefusedMail.objects.filter(pk=row.pk).update(number=F("number") + number, **last)
    count_metric("mails_refused", number, via=via, why=why)


def _count_one(is_too_many: bool, *, via: Via, sender: str, peer: str = "") -> None:
    count(Why.TOO_MANY if is_too_many else Why.UNKNOWN, via=via, sender=sender, peer=peer)
