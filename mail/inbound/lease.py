"""Leases on incoming emails: each is read by one worker at a time.

The function that reads an email is passed in. An email that can't be read, or kills its reader, is set aside after a
few tries, and doesn't hold up the others.
"""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import InterfaceError, OperationalError
from django.db.models import Model

from accounts.models import User
from jobs.broker import Job, broker
from jobs.hooks import count_metric
from jobs.lease import BATCH, MOST_LOST_ATTEMPTS, REQUEST_LIFE, LeasedRows
from mail.models import InboundMail
from timekeeping import clock

log = logging.getLogger(__name__)

Status = InboundMail.Status
READ_MAIL = Job[int]("matches.tasks.read_mail")
# Short, since the sender's clock waits meanwhile.
WAITS = (timedelta(minutes=1), timedelta(minutes=2), timedelta(minutes=5), timedelta(minutes=10))
INBOX = LeasedRows(InboundMail.objects.all(), READ_MAIL, waiting=Status.WAITING, waits=WAITS)
ERROR_LENGTH = 2000
NOBODY_READS = timedelta(minutes=2)  # after which the sweep itself reads an email
ENOUGH = 15.0  # seconds that it spends on that in one round

Process = Callable[[InboundMail], object]
"""A function that does what an email asks for and calls ``note_outcome``, or raises an error."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of reading an email: a word, and a sentence for the host that gives away no secret."""

    word: str
    words: str = ""
    status: InboundMail.Status = Status.DONE


# -- one mail ------------------------------------------------------------------------------------------------------


def process_one(inbound_id: int, process: Process) -> None:
    """Have an email read if it is due and no one has it.

    An error uses up one of its tries; one of the database counts as an attempt that was lost.
    """
    mail = INBOX.claim(inbound_id)
    if mail is None:
        return
    if mail.lost_attempts >= MOST_LOST_ATTEMPTS:
        _set_aside(mail, f"{mail.lost_attempts} attempts were cut short: the worker died, or the database failed.")
        return
    try:
        process(mail)
    except (OperationalError, InterfaceError):  # the lease brings it back, a few times at most
        raise
    except Exception as error:  # whatever an email does to its reader, the next one must be read
        log.exception("inbound email #%s could not be read", inbound_id)
        _put_off(mail, traceback.format_exception_only(error)[-1].strip())


def note_outcome(mail: InboundMail, outcome: Outcome, *, user: User | None = None, match: Model | None = None) -> bool:
    """Store the result of reading an email. False if the lease ran out and someone else has the email."""
    return _end(
        mail,
        status=outcome.status,
        outcome=outcome.word[:40],
        words=outcome.words[:500],
        user=user,
        match=match,
        processed_at=clock.now(),
        last_error="",
    )


def _put_off(mail: InboundMail, words: str) -> None:
    wait = INBOX.wait_after(mail.attempts)
    if wait is None:
        _set_aside(mail, words)
    else:
        INBOX.put_off(mail, wait, last_error=words[:ERROR_LENGTH])


def _set_aside(mail: InboundMail, words: str) -> None:
    log.error("%s was set aside: %s", mail, words)
    _end(mail, status=Status.SET_ASIDE, last_error=words[:ERROR_LENGTH])


def _end(mail: InboundMail, *, status: InboundMail.Status, **changes: Any) -> bool:
    if not INBOX.settle(mail, status=status, **changes):
        return False
    count_metric("mails_in", via=mail.via, outcome=changes.get("outcome") or status)
    return True


# -- for the sweep, the tick and the host --------------------------------------------------------------------------


def sweep_inbox(process: Process, limit: int = BATCH) -> int:
    """Ask workers for emails that are due, while no more than ``limit`` jobs wait; return how many were asked for.

    Emails that no one has read for a while, since no worker of their queue runs, are read here: a deadline may wait for
    the turn in one.
    """
    asked = INBOX.ask_for(INBOX.due(clock.now()), limit)
    end = time.monotonic() + ENOUGH
    for inbound_id in list(INBOX.due(clock.now() - NOBODY_READS).values_list("pk", flat=True)[:BATCH]):
        if time.monotonic() > end:
            break
        process_one(inbound_id, process)
    return asked


def read_more() -> None:
    """Ask for more emails as soon as the workers have read those they were asked for."""
    if INBOX.is_idle():
        INBOX.ask_for(INBOX.due(clock.now()))


def process_due(process: Process) -> int:
    """Read all due emails in this process, and return how many were looked at."""
    return INBOX.work_off(partial(process_one, process=process))


def requeue(mail: InboundMail) -> bool:
    """Have an email read again from the start. False if someone is reading it."""
    renewed = INBOX.renew(mail, last_error="")
    if renewed:
        broker.ask_soon(READ_MAIL, mail.pk, expires=REQUEST_LIFE)
    return renewed
