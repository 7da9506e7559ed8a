"""Delivering what was queued: each mail at least once.

Whoever delivers a mail first takes it for ``retry.LEASE`` by compare-and-set, so that several at once send it once, and
a worker that dies gives it back by doing nothing. A repeat carries the same Message-ID.
"""

from __future__ import annotations

import logging
import traceback
from datetime import datetime

from django.db import InterfaceError, OperationalError
from django.db.models import F, Q

from matches import clocks
from matches.models import MailAddress, OutboxMail
from matches.signals import count

from . import hooks, retry, wishes
from .bounces import reach, returning
from .bounces.verdict import Report, Verdict, in_words, of_refusal
from .compose import compose
from .publishing import broker
from .queue import DELIVER_MAIL
from .registry import is_composed
from .sending import NO_SERVER, Failure, send

log = logging.getLogger(__name__)

Status = OutboxMail.Status
SWEEP_MESSAGE_LIFE = 55.0  # seconds; the next sweep publishes again whatever is still due
ERROR_LENGTH = 2000
KEPT_BACK = "Not sent, since mails to this address come back:"
BATCH = 200


# -- handing over to the workers -----------------------------------------------------------------------------------


def sweep(limit: int = BATCH) -> int:
    """Publish mails that are due, the longest waiting first, as long as no more than ``limit`` wait for a worker; how
    many were published."""
    due = OutboxMail.objects.filter(status=Status.QUEUED, next_try_at__lte=clocks.now())
    room = broker.room(DELIVER_MAIL, limit)
    published = 0
    for mail_id in list(due.order_by("next_try_at", "pk").values_list("pk", flat=True)[:room]):
        if not broker.ask(DELIVER_MAIL, mail_id, expires=SWEEP_MESSAGE_LIFE):
            break
        published += 1
    return published


def deliver_due() -> int:
    """Send everything that is due in this process, the longest waiting first, where no worker does; how many mails
    were looked at. One that was put off is not tried again in the same round."""
    until = clocks.now()
    tried: set[int] = set()
    due = OutboxMail.objects.filter(status=Status.QUEUED, next_try_at__lte=until).order_by("next_try_at", "pk")
    while mail_ids := [pk for pk in due.values_list("pk", flat=True)[: len(tried) + BATCH] if pk not in tried]:
        for mail_id in mail_ids:
            deliver(mail_id)
        tried.update(mail_ids)
    return len(tried)


# -- delivering ----------------------------------------------------------------------------------------------------


def deliver(mail_id: int) -> None:
    """Take a mail that is due, compose it as things stand now, and send it, drop it, put it off or park it."""
    mail = _claim(mail_id)
    if mail is None:
        return
    if mail.lost_attempts >= retry.LOST_TRIES:
        _park(mail, f"{mail.lost_attempts} attempts at this mail ended with the death of their worker.")
        return
    try:
        message = compose(mail)
    except wishes.NotYet as wait:
        _settle(mail, next_try_at=wait.until, attempts=mail.attempts - 1)
        return
    except (OperationalError, InterfaceError):  # the database's trouble, not this mail's; the lease brings it back
        raise
    except Exception as error:  # a mail that cannot be composed, for whatever reason, must not stop the others
        log.exception("%s could not be composed", mail)
        _put_off(mail, Failure(_last_line(error)), tries=retry.COMPOSING_TRIES)
        return
    if message is None:
        _close(mail, Status.DROPPED)
    elif not is_composed(mail) and (trouble := reach.trouble_of(message.to[0])):
        _keep_back(mail, trouble)
    elif failure := send(returning.to_us(message, mail)):
        log.warning("%s was not accepted: %s", mail, failure.words)
        _put_off(mail, failure)
        _note_refusal(mail, message.to[0], failure)
    else:
        gone = {"sent_to": message.to[0], "subject": "", "text": "", "html": "", "last_error": ""}
        _close(mail, Status.SENT, sent_at=clocks.now(), **gone)
        hooks.mail_arrived.send(None, mail=mail)
        _try_now_what_waited_for_the_server()


def _keep_back(mail: OutboxMail, trouble: MailAddress) -> None:
    """Nothing is sent where it would come back, or is unwanted. The first holds a clock, the second does not."""
    if trouble.complained_at:
        _close(mail, Status.DROPPED, last_error="Its reader wants no mail.")
    elif _settle(mail, status=Status.BOUNCED, last_error=f"{KEPT_BACK} {trouble.words}"[:ERROR_LENGTH]):
        count("mails_out", outcome=Status.BOUNCED)
        hooks.mail_failed.send(None, mail=mail)


def _note_refusal(mail: OutboxMail, address: str, failure: Failure) -> None:
    """A server that says at once that there is no such mailbox says the same as one that sends the mail back."""
    if failure.permanent and of_refusal(failure.words) == Verdict.HARD:
        reach.failed(address, clocks.now(), Report(Verdict.HARD, in_words(failure.words)), mail)


def _claim(mail_id: int) -> OutboxMail | None:
    """The mail, if it is due and nobody has it; from now on it is ours until the lease ends."""
    now = clocks.now()
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    mail = OutboxMail.objects.filter(free, pk=mail_id, status=Status.QUEUED, next_try_at__lte=now).first()
    if mail is None:
        return None
    unchanged = OutboxMail.objects.filter(
        free, pk=mail_id, status=Status.QUEUED, next_try_at__lte=now, attempts=mail.attempts
    )
    lost = 1 if mail.leased_until else 0  # a lease that ran out: its holder never came back
    claimed = unchanged.update(
        attempts=F("attempts") + 1,
        lost_attempts=F("lost_attempts") + lost,
        leased_until=now + retry.LEASE,
        next_try_at=now + retry.LEASE,
    )
    if not claimed:
        return None
    mail.refresh_from_db()
    return mail


def _put_off(mail: OutboxMail, failure: Failure, tries: int | None = None) -> None:
    wait = retry.wait_after(mail.attempts)
    if failure.permanent or wait is None or (tries is not None and mail.attempts >= tries):
        _park(mail, failure.words)
        return
    if _settle(mail, next_try_at=clocks.now() + wait, last_error=failure.words[:ERROR_LENGTH]):
        count("mails_out", outcome="put_off")


def _park(mail: OutboxMail, words: str) -> None:
    log.error("%s was given up: %s", mail, words)
    if _settle(mail, status=Status.PARKED, last_error=words[:ERROR_LENGTH]):
        count("mails_out", outcome=Status.PARKED)
        hooks.mail_failed.send(None, mail=mail)


def _settle(mail: OutboxMail, **changes: str | int | datetime) -> bool:
    """Write down a failure or a wait, unless the lease ran out meanwhile and somebody else has the mail now."""
    ours = OutboxMail.objects.filter(pk=mail.pk, status=Status.QUEUED, attempts=mail.attempts)
    return ours.update(leased_until=None, **changes) > 0


def _close(mail: OutboxMail, status: Status, **changes: str | datetime) -> None:
    """Write down an end, whoever has the mail now: what was sent need not be sent again."""
    queued = OutboxMail.objects.filter(pk=mail.pk, status=Status.QUEUED)
    if queued.update(status=status, leased_until=None, **changes):
        count("mails_out", outcome=status)


def _try_now_what_waited_for_the_server() -> None:
    """It takes mails again: those that waited for it alone are due, in the order in which they were written."""
    idle = OutboxMail.objects.filter(status=Status.QUEUED, leased_until=None, next_try_at__gt=clocks.now())
    idle.filter(last_error__startswith=NO_SERVER).update(next_try_at=F("queued_at"), attempts=0)


def _last_line(error: Exception) -> str:
    return traceback.format_exception_only(error)[-1].strip()
