"""Queueing emails: as rows of the outbox, in the transaction of their cause, which workers deliver (``deliver``).

A row is published to the workers when its transaction commits. If that fails, the sweep finds it by ``next_try_at``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Model

from accounts.models import User
from i18n.text import say
from jobs.broker import Job, broker
from jobs.lease import LeasedRows
from mail.models import OutboxMail, new_message_id
from mail.preferences import quiet_hours
from timekeeping import clock

from .registry import KINDS, Uncomposable, is_composed

Status = OutboxMail.Status
Write = Callable[[OutboxMail], object]
DELIVER_MAIL = Job[int]("mail.tasks.deliver_mail")
# All waits together make just over two days, within the four to five days for which mail servers themselves go on
# trying (RFC 5321, 4.5.4.1), and long enough for a weekend's outage to be noticed.
WAITS = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),
    *(timedelta(hours=4),) * 12,
)
OUTBOX = LeasedRows(OutboxMail.objects.all(), DELIVER_MAIL, waiting=Status.QUEUED, waits=WAITS)


def insert(mail: OutboxMail) -> None:
    mail.save(force_insert=True)


class CannotResend(Exception):
    """Raised if an email can't be sent again; the message says why."""


def queue_mail(
    kind: str,
    *,
    user: User | None = None,
    to: str = "",
    match: Model | None = None,
    context: dict[str, Any] | None = None,
    key: str | None = None,
    is_new: bool = False,
    now: datetime | None = None,
    after: timedelta = timedelta(0),
    deadline: datetime | None = None,
    write: Write = insert,
) -> OutboxMail | None:
    """Queue an email in the caller's transaction.

    Return ``None`` if there is already an email with that ``key``, or if the player can't be emailed.

    ``after`` is how long it waits at least; if its kind may, it also waits for the end of its reader's quiet hours.
    ``deadline`` is the one that the email warns of.
    ``is_new``: there can be no email with that key yet, so none is looked for.
    ``write`` stores the row. A caller that stores several at once passes its own, and stores them before the
    transaction ends. It isn't used for an email whose ``key`` is looked for.
    """
    if user is not None and not user.has_mailbox and not to:
        return None
    now = now or clock.now()
    may_wait = kind in KINDS and KINDS[kind].may_wait
    waits_until = quiet_hours.waits_until(user, now + after, deadline=deadline) if may_wait else None
    fields: dict[str, Any] = {"kind": kind, "user": user, "to": to, "match": match, "context": context or {}}
    fields |= {"queued_at": now, "next_try_at": waits_until or now + after, "waits_until": waits_until}
    if key is None or is_new:
        mail, is_new = OutboxMail(key=key, **fields), True
        write(mail)
    else:
        mail, is_new = OutboxMail.objects.get_or_create(key=key, defaults=fields)
    if is_new and mail.next_try_at <= now:  # the sweep finds what has to wait
        _publish(mail)
    return mail if is_new else None


def queue_composed(
    to: str, subject: str, text: str, html: str, *, user: User | None = None, kind: str = "account"
) -> OutboxMail:
    """Queue an email that is composed already. Its text is deleted once sent, since it may hold a code."""
    now = clock.now()
    composed = {"subject": subject, "text": text, "html": html, "queued_at": now, "next_try_at": now}
    mail = OutboxMail.objects.create(kind=kind, user=user, to=to, **composed)
    _publish(mail)
    return mail


def extend_mail(mail: OutboxMail, **context: Any) -> bool:
    """Add to an email's context. False, with nothing changed, if someone has taken it to send it."""
    untouched = OutboxMail.objects.filter(pk=mail.pk, status=Status.QUEUED, attempts=0, leased_until=None)
    return untouched.update(context=mail.context | context) > 0


def resend_mail(mail: OutboxMail) -> bool:
    """Send an email again, or at once if it is waiting. False, with nothing changed, if it is being sent right now.

    An email that was sent before gets a new Message-ID. Otherwise its reader's server would take it for a repeat, and
    we would take a late report about the first sending for one about the second. Raises ``CannotResend``.
    """
    try:
        arrived_composed = is_composed(mail)
    except Uncomposable as error:
        raise CannotResend(str(error)) from error
    if arrived_composed and not mail.text:
        raise CannotResend(say("The text of this email was deleted after sending. Its reader can ask for a new one."))
    is_renewed = OUTBOX.renew(
        mail,
        message_id=new_message_id() if mail.sent_at else mail.message_id,
        queued_at=mail.queued_at if mail.status in OutboxMail.NOT_THERE else clock.now(),
        sent_at=None,
        delivered_at=None,
    )
    if is_renewed:
        mail.refresh_from_db()
        _publish(mail)
    return is_renewed


def _publish(mail: OutboxMail) -> None:
    """Ask a worker for the email once it is committed. Its id is read only then, since it may not have one yet."""
    transaction.on_commit(lambda: broker.ask_soon(DELIVER_MAIL, mail.pk), robust=True)
