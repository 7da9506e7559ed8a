"""Which emails are let in: those to an address that we gave to someone, and of these no more than a person writes.

Whatever the way in, the question costs one look at an index for each address, whether we gave it to anyone or not.
What is turned away leaves a number behind, never a row of its own: else a stranger could fill the table.
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
# Within it. Both are counted for what one player was given alone, so that nobody uses up what is another's.
MOST_TO_ADDRESS = 20  # it stands for one turn, or one mail that may come back
MOST_OF_SENDER = 100  # to all addresses of one player
MOST_UNREADABLE = 50  # of what a provider posts and nobody can take for a mail
LOOKED_AT = 1000
Why = RefusedMail.Why
Via = InboundMail.Via


class Answer(StrEnum):
    WELCOME = "welcome"
    UNKNOWN = "unknown"
    TOO_MANY = "too many"


def is_for_anybody(recipients: Iterable[str]) -> bool:
    """Whether any of the recipients is an address that we gave to someone. Raises what the database raises."""
    return any(_is_given(each, token_hash(each)) for each in ours(recipients))


def admitted(recipients: Iterable[str], *, via: Via, sender: str) -> list[str]:
    """The recipients for which an email is kept. Raises what the database raises."""
    answers = {each: _judged(each, clean(sender)) for each in ours(recipients)}
    if Answer.WELCOME not in answers.values():
        _count_one(Answer.TOO_MANY in answers.values(), via=via, sender=sender)
        answer_lost([each for each, answer in answers.items() if answer == Answer.UNKNOWN], sender=sender)
    return [each for each, answer in answers.items() if answer == Answer.WELCOME]


def judge(address: str, *, via: Via, sender: str, peer: str = "") -> Answer:
    """Whether an email to that one address is let in. ``peer`` is the machine that brings it, where that is known.
    Raises what the database raises."""
    answer = _judged(clean(address).lower(), clean(sender))
    if answer != Answer.WELCOME:
        _count_one(answer == Answer.TOO_MANY, via=via, sender=sender, peer=peer)
    return answer


def answer_lost(recipients: Iterable[str], *, sender: str) -> None:
    """Of addresses that are as we give them, and that we know nothing of: one may have been lost with a backup."""
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
    """From that sender, which anybody can write on an email, to what that player was given."""
    sent = InboundMail.objects.filter(sender=sender, arrived_at__gt=since).exclude(token_hash="")
    hashes = list(sent.values_list("token_hash", flat=True)[:LOOKED_AT])
    if len(hashes) < MOST_OF_SENDER:
        return len(hashes)
    theirs = set().union(*hooks.replies_given.ask(owner, set(hashes)))
    return sum(each in theirs for each in hashes)


def is_too_much_unreadable() -> bool:
    """Whether as much lies there already as a host looks at, of what was posted and is no mail."""
    rows = InboundMail.objects.filter(status=InboundMail.Status.SET_ASIDE, token_hash="", via=Via.WEBHOOK)
    return rows.filter(arrived_at__gt=clock.now() - PERIOD)[:MOST_UNREADABLE].count() >= MOST_UNREADABLE


# -- what was turned away --------------------------------------------------------------------------------------------


def count(why: RefusedMail.Why, *, via: Via, sender: str, peer: str = "", number: int = 1) -> None:
    """Count that many more that were turned away: by the hour, the way in and the reason, with who was the last."""
    now = clock.now()
    hour = now.replace(minute=0, second=0, microsecond=0)
    row, _ = RefusedMail.objects.get_or_create(hour=hour, via=via, why=why)
    last = {"last_at": now, "sender": clean(sender), "peer": peer}
    RefusedMail.objects.filter(pk=row.pk).update(number=F("number") + number, **last)
    count_metric("mails_refused", number, via=via, why=why)


def _count_one(is_too_many: bool, *, via: Via, sender: str, peer: str = "") -> None:
    count(Why.TOO_MANY if is_too_many else Why.UNKNOWN, via=via, sender=sender, peer=peer)
