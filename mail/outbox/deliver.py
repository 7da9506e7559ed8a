"""Delivery of queued emails: each at least once, by the worker with its lease. Repeats have the same Message-ID."""

from __future__ import annotations

import logging
import traceback
from datetime import datetime

from django.db import InterfaceError, OperationalError
from django.db.models import F

from jobs.hooks import count_metric
from jobs.lease import BATCH, MOST_LOST_ATTEMPTS
from mail import hooks
from mail.bounces import dead_addresses
from mail.bounces.address import set_return_path
from mail.bounces.verdict import Report, Verdict, of_refusal, refusal_in_words
from mail.models import MailAddress, OutboxMail
from mail.preferences import until_return
from timekeeping import clock

from .compose import compose
from .queue import OUTBOX
from .registry import is_composed
from .send import Failure, send_message

log = logging.getLogger(__name__)

Status = OutboxMail.Status
ERROR_LENGTH = 2000
COMPOSING_TRIES = 5  # attempts in all, those that failed in sending included
KEPT_BACK = "Not sent: emails to this address bounce:"


# -- handing over to the workers -----------------------------------------------------------------------------------


def sweep_outbox(limit: int = BATCH) -> int:
    """Ask workers for emails that are due, while no more than ``limit`` jobs wait; return how many were asked for."""
    return OUTBOX.ask_for(OUTBOX.due(clock.now()), limit)


def send_more() -> None:
    """Ask for more emails as soon as the workers have sent those they were asked for."""
    if OUTBOX.is_idle():
        sweep_outbox()


def deliver_due() -> int:
    """Send all due emails in this process, and return how many were looked at."""
    return OUTBOX.work_off(deliver)


# -- delivering ----------------------------------------------------------------------------------------------------


def deliver(mail_id: int) -> None:
    """Take an email that is due, compose it as things are now, and send it, drop it, postpone it or park it."""
    mail = OUTBOX.claim(mail_id)
    if mail is None:
        return
    if mail.lost_attempts >= MOST_LOST_ATTEMPTS:
        _park(mail, f"{mail.lost_attempts} attempts were cut short: the worker died, or the database failed.")
        return
    try:
        message = compose(mail)
    except until_return.Postponed as wait:
        OUTBOX.settle(mail, next_try_at=wait.until, attempts=mail.attempts - 1, waits_for_server=False)
        return
    except (OperationalError, InterfaceError):  # the lease brings it back, a few times at most
        raise
    except Exception as error:  # an email that can't be composed, for whatever reason, must not stop the others
        log.exception("%s could not be composed", mail)
        _put_off(mail, Failure(_last_line(error)), tries=COMPOSING_TRIES)
        return
    if message is None:
        _close(mail, Status.DROPPED)
    elif not is_composed(mail) and (trouble := dead_addresses.trouble_of(message.to[0])):
        _keep_back(mail, trouble)
    elif failure := send_message(set_return_path(message, mail)):
        log.warning("%s was not accepted: %s", mail, failure.words)
        _put_off(mail, failure)
        _note_refusal(mail, message.to[0], failure)
    else:
        gone = {"sent_to": message.to[0], "subject": "", "text": "", "html": "", "last_error": ""}
        _close(mail, Status.SENT, sent_at=clock.now(), **gone)
        hooks.mail_accepted.send(None, mail=mail)
        _try_now_what_waited_for_the_server()


def _keep_back(mail: OutboxMail, trouble: MailAddress) -> None:
    """Send nothing to an address in trouble.

    An email that would bounce stops a clock; one that its reader doesn't want is simply dropped.
    """
    if trouble.complained_at:
        _close(mail, Status.DROPPED, last_error="Its reader wants no email.")
    elif OUTBOX.settle(mail, status=Status.BOUNCED, last_error=f"{KEPT_BACK} {trouble.words}"[:ERROR_LENGTH]):
        count_metric("mails_out", outcome=Status.BOUNCED)
        hooks.mail_failed.send(None, mail=mail)


def _note_refusal(mail: OutboxMail, address: str, failure: Failure) -> None:
    """Note that the address failed if the server said at once that there is no such mailbox.

    That says as much as a bounce does.
    """
    if failure.permanent and of_refusal(failure.words) == Verdict.HARD:
        dead_addresses.failed(address, clock.now(), Report(Verdict.HARD, refusal_in_words(failure.words)), mail)


def _put_off(mail: OutboxMail, failure: Failure, tries: int | None = None) -> None:
    wait = OUTBOX.wait_after(mail.attempts)
    if failure.permanent or wait is None or (tries is not None and mail.attempts >= tries):
        _park(mail, failure.words)
        return
    trouble = {"last_error": failure.words[:ERROR_LENGTH], "waits_for_server": failure.waits_for_server}
    if OUTBOX.put_off(mail, wait, **trouble):
        count_metric("mails_out", outcome="put_off")


def _park(mail: OutboxMail, words: str) -> None:
    log.error("%s was given up: %s", mail, words)
    if OUTBOX.settle(mail, status=Status.PARKED, last_error=words[:ERROR_LENGTH]):
        count_metric("mails_out", outcome=Status.PARKED)
        hooks.mail_failed.send(None, mail=mail)


def _close(mail: OutboxMail, status: Status, **changes: str | datetime) -> None:
    if OUTBOX.close(mail, status=status, **changes):
        count_metric("mails_out", outcome=status)


def _try_now_what_waited_for_the_server() -> None:
    """Make emails due that waited only for the mail server, since it accepts them again.

    They are sent in the order in which they were queued.
    """
    idle = OutboxMail.objects.filter(status=Status.QUEUED, leased_until=None, next_try_at__gt=clock.now())
    idle.filter(waits_for_server=True).update(next_try_at=F("queued_at"), attempts=0)


def _last_line(error: Exception) -> str:
    return traceback.format_exception_only(error)[-1].strip()
