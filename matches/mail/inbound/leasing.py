"""Who reads a mail that came in: one worker at a time, for the length of a lease.

Taking one is a compare-and-set, so that several at once read it once, and a worker that dies gives it back by doing
nothing. One that cannot be read, or kills whoever reads it, is set aside after a few tries; the others do not wait.
"""

from __future__ import annotations

import logging
import time
import traceback
from datetime import datetime, timedelta
from typing import Any

from django.db import InterfaceError, OperationalError
from django.db.models import F, Q, QuerySet

from fortify_site.accounts.models import User
from matches import clocks
from matches.mail import retry
from matches.mail.publishing import Job, broker
from matches.models import InboundMail, Match
from matches.signals import count

log = logging.getLogger(__name__)

Status = InboundMail.Status
READ_MAIL = Job[int]("matches.tasks.read_mail")
# Not long: the clock of whoever sent the mail waits meanwhile.
WAITS = (timedelta(minutes=1), timedelta(minutes=2), timedelta(minutes=5), timedelta(minutes=10))
SWEEP_MESSAGE_LIFE = 55.0  # seconds; the next sweep publishes again whatever is still due
ERROR_LENGTH = 2000
BATCH = 200
NOBODY_READS = timedelta(minutes=2)  # after which the sweep reads a mail itself
ENOUGH = 15.0  # seconds that it reads in one round


# -- for whoever reads one -----------------------------------------------------------------------------------------


def claim(inbound_id: int) -> InboundMail | None:
    """The mail, if it is due and nobody has it; from now on it is ours until the lease ends. Whoever claims it calls
    ``settle``, or raises."""
    now = clocks.now()
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    due = InboundMail.objects.filter(free, pk=inbound_id, status=Status.WAITING, next_try_at__lte=now)
    mail = due.defer("raw").first()
    if mail is None:
        return None
    lost = 1 if mail.leased_until else 0  # a lease that ran out: its holder never came back
    claimed = due.filter(attempts=mail.attempts).update(
        attempts=F("attempts") + 1,
        lost_attempts=F("lost_attempts") + lost,
        leased_until=now + retry.LEASE,
        next_try_at=now + retry.LEASE,
    )
    if not claimed:
        return None
    mail = InboundMail.objects.get(pk=inbound_id)
    if mail.lost_attempts >= retry.LOST_TRIES:
        _set_aside(mail, f"{mail.lost_attempts} attempts at this mail ended with the death of their worker.")
        return None
    return mail


def settle(
    mail: InboundMail,
    outcome: str,
    words: str = "",
    *,
    status: InboundMail.Status = Status.DONE,
    user: User | None = None,
    match: Match | None = None,
) -> bool:
    """Write down what came of a claimed mail: a word, and a sentence for the host. False if the lease ran out
    meanwhile and somebody else has the mail."""
    return _write(
        mail,
        status=status,
        outcome=outcome[:40],
        words=words[:500],
        user=user,
        match=match,
        processed_at=clocks.now(),
        last_error="",
    )


def read(inbound_id: int) -> None:
    """Have a mail read, if it is due. What goes wrong costs it one of its tries, unless it is the database's doing."""
    from .processor import process  # it imports the rest of the site

    try:
        process(inbound_id)
    except (OperationalError, InterfaceError):  # the lease brings it back
        raise
    except Exception as error:  # whatever a mail makes the reader do, the next one is to be read
        log.exception("mail in #%s could not be read", inbound_id)
        _put_off(inbound_id, traceback.format_exception_only(error)[-1].strip())


def _put_off(inbound_id: int, words: str) -> None:
    mail = InboundMail.objects.defer("raw").filter(pk=inbound_id, status=Status.WAITING).first()
    if mail is None:
        return
    if mail.attempts > len(WAITS):
        _set_aside(mail, words)
    else:
        wait = WAITS[max(0, mail.attempts - 1)]
        _write(mail, next_try_at=clocks.now() + wait, last_error=words[:ERROR_LENGTH])


def _set_aside(mail: InboundMail, words: str) -> None:
    log.error("%s was set aside: %s", mail, words)
    _write(mail, status=Status.SET_ASIDE, last_error=words[:ERROR_LENGTH])


def _write(mail: InboundMail, **changes: Any) -> bool:
    ours = InboundMail.objects.filter(pk=mail.pk, status=Status.WAITING, attempts=mail.attempts)
    if not ours.update(leased_until=None, **changes):
        return False
    if "status" in changes:
        count("mails_in", via=mail.via, outcome=changes.get("outcome") or changes["status"])
    return True


# -- for the sweep, the tick and the host --------------------------------------------------------------------------


def due(now: datetime) -> QuerySet[InboundMail]:
    """Those to be read now, the longest waiting first."""
    return InboundMail.objects.filter(status=Status.WAITING, next_try_at__lte=now).order_by("next_try_at", "pk")


def sweep(limit: int = BATCH) -> int:
    """Ask the workers for mails that are due, as long as no more than ``limit`` jobs wait; how many were asked for.

    Those that nobody has read for a while, since no worker of their queue runs, are read here: a turn may be in one,
    for which a deadline waits.
    """
    room = broker.room(READ_MAIL, limit)
    asked = 0
    for inbound_id in list(due(clocks.now()).values_list("pk", flat=True)[:room]):
        if not _ask_for(inbound_id):
            break
        asked += 1
    _read_what_nobody_reads()
    return asked


def _read_what_nobody_reads() -> None:
    end = time.monotonic() + ENOUGH
    for inbound_id in list(due(clocks.now() - NOBODY_READS).values_list("pk", flat=True)[:BATCH]):
        if time.monotonic() > end:
            break
        read(inbound_id)


def process_due() -> int:
    """Read everything that is due in this process, where no worker does; how many mails were looked at. One that was
    put off is not tried again in the same round."""
    tried: set[int] = set()
    ids = due(clocks.now()).values_list("pk", flat=True)
    while new := [pk for pk in ids[: len(tried) + BATCH] if pk not in tried]:
        for inbound_id in new:
            read(inbound_id)
        tried.update(new)
    return len(tried)


def again(mail: InboundMail) -> bool:
    """Have a mail read again from the beginning; false if somebody reads it this moment."""
    now = clocks.now()
    idle = InboundMail.objects.filter(Q(leased_until=None) | Q(leased_until__lte=now), pk=mail.pk)
    renewed = idle.update(
        status=Status.WAITING, next_try_at=now, leased_until=None, attempts=0, lost_attempts=0, last_error=""
    )
    if renewed:
        _ask_for(mail.pk)
    return bool(renewed)


def _ask_for(inbound_id: int) -> bool:
    return broker.ask(READ_MAIL, inbound_id, expires=SWEEP_MESSAGE_LIFE)
