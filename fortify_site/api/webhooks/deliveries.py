"""Deliveries as rows, written with their cause and delivered at least once, under a lease, as emails are.

If nothing arrives at a webhook for some hours, its maker is told. Once a delivery is given up long after that, the
webhook is switched off.
"""

from __future__ import annotations

import json
import logging
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import translation

from fortify_site.api.models import Delivery, Webhook
from fortify_site.profiles import mails
from i18n.text import noop
from jobs.broker import Job, broker
from jobs.lease import BATCH, LeasedRows
from matches.input.text import cut
from timekeeping import clock
from tournaments.locking.webhook_events import WebhookEvent
from tournaments.models import Club, Event, Season

from . import owners, post

log = logging.getLogger(__name__)

Status = Delivery.Status
TEST: Final = "test"
DELIVER_WEBHOOK: Final = Job[int]("fortify_site.api.tasks.deliver_webhook")
WAITS: Final = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),
    *(timedelta(hours=4),) * 5,
)
DELIVERIES: Final = LeasedRows(
    Delivery.objects.select_related("webhook__event", "webhook__club", "webhook__made_by"),
    DELIVER_WEBHOOK,
    waiting=Status.QUEUED,
    waits=WAITS,
    counts_lost=False,
)
WARNED_AFTER: Final = timedelta(hours=4)  # of failures without a success
TIME_TO_MEND: Final = timedelta(hours=12)  # from the warning until it can be switched off
KEPT_FOR: Final = timedelta(days=30)
FORGOTTEN_AT_ONCE: Final = 5000
GONE: Final = 410  # the receiver's way to say that it wants nothing more
GIVEN_UP: Final = noop("Nothing could be delivered there for a day.")
UNSENT: Final = noop("The site could not compose or send it.")
UNWANTED: Final = noop("It answered that it wants nothing more (410).")


# -- writing -------------------------------------------------------------------------------------------------------


def write_deliveries(where: Event | Season, what: WebhookEvent, about: dict[str, int], **_: object) -> None:
    """Write a row for each webhook that follows this kind of news, in the caller's transaction."""
    following, place = _followed(where)
    for webhook in Webhook.objects.filter(following, off_at=None):
        if what.value in webhook.kinds:
            _queue(webhook, what.value, {**place, **about})


def _followed(where: Event | Season) -> tuple[Q, dict[str, int]]:
    """Return a filter for the webhooks that follow the event or season, and the fields by which a delivery names it."""
    if isinstance(where, Season):
        return Q(club=where.league.club_id), {"season": where.pk}
    own = Q(event=where)
    return (own | Q(club=where.club_id) if where.club_id else own), {"event": where.pk}


def test(webhook: Webhook) -> Delivery:
    """Send a test message to the webhook, even if it is switched off."""
    return _queue(webhook, TEST, {})


def _queue(webhook: Webhook, kind: str, about: dict[str, int]) -> Delivery:
    now = clock.now()
    row = Delivery.objects.create(webhook=webhook, kind=kind, context=about, made_at=now, next_try_at=now)
    if webhook.failing_since is None or kind == TEST:
        transaction.on_commit(partial(broker.ask_soon, DELIVER_WEBHOOK, row.pk), robust=True)
    return row


# -- handing over --------------------------------------------------------------------------------------------------


def sweep_deliveries() -> int:
    """Ask workers for deliveries that are due, unless too many jobs wait; return how many were asked for."""
    return DELIVERIES.ask_for(_due(clock.now()))


def continue_deliveries() -> None:
    """Ask for more deliveries as soon as the workers have done those they were asked for."""
    if DELIVERIES.is_idle():
        sweep_deliveries()


def deliver_due() -> int:
    """Try all due deliveries once in this process, and return how many were looked at."""
    pks = list(_due(clock.now()).values_list("pk", flat=True)[:BATCH])
    for pk in pks:
        deliver(pk)
    return len(pks)


def _due(now: datetime) -> QuerySet[Delivery]:
    """Return the deliveries that are due; for a failing webhook only the oldest.

    Every attempt there can keep a worker from sending email.
    """
    due = DELIVERIES.due(now)
    before = Q(next_try_at__lt=OuterRef("next_try_at")) | Q(next_try_at=OuterRef("next_try_at"), pk__lt=OuterRef("pk"))
    waits_longer = Exists(due.filter(before, webhook=OuterRef("webhook")))
    return due.filter(Q(webhook__failing_since=None) | ~waits_longer)


# -- delivering ----------------------------------------------------------------------------------------------------


def deliver(pk: int) -> None:
    """Take a delivery that is due, compose it as things are now, and send it, drop it, postpone it or give it up."""
    row = DELIVERIES.claim(pk)
    if row is None:
        return
    if row.attempts > len(WAITS) + 1:  # the worker that had it before didn't finish
        _end(row, Status.PARKED, UNSENT)
        return
    try:
        body = _composed(row)
    except Exception:  # whatever the error, no delivery may be tried for ever
        log.exception("%s of %s cannot be composed", row, row.webhook)
        _put_off(row, UNSENT)
        return
    if body is None or (row.webhook.off_at is not None and row.kind != TEST):
        _end(row, Status.DROPPED)
        return
    sent_at = int(clock.now().timestamp())
    headers = {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Fortify-Club-Webhooks/1",
        "webhook-id": row.key,
        "webhook-timestamp": str(sent_at),
        "webhook-signature": post.signature(row.webhook.secret, row.key, sent_at, body),
    }
    answer = post.post(row.webhook.url, headers, body)
    if answer.is_success:
        _end(row, Status.SENT, answer.words)
        Webhook.objects.filter(pk=row.webhook_id).update(failing_since=None, warned_at=None)
    else:
        _failed(row, answer)


def _composed(row: Delivery) -> bytes | None:
    """Compose a delivery; ``None`` if it needn't be sent any longer."""
    from . import payload  # noqa: PLC0415 (the API behind it is slow to load, and needed here alone)

    if _is_overtaken(row):
        return None
    with translation.override(_language(row.webhook)):
        found = payload.payload_for(row)
        if found is not None and row.webhook.format != Webhook.Format.OWN:
            found = payload.written_for_chat(row.webhook.format, found)
    return None if found is None else json.dumps(found, ensure_ascii=False).encode()


def _language(webhook: Webhook) -> str:
    """Return the language of what is sent: for a chat that of the webhook's maker."""
    is_chat = webhook.format != Webhook.Format.OWN
    return webhook.made_by.language if is_chat and webhook.made_by is not None else settings.LANGUAGE_CODE


def _is_overtaken(row: Delivery) -> bool:
    """Return whether a later delivery has newer standings of the same event."""
    if row.kind != WebhookEvent.TABLE_CHANGED.value:
        return False
    later = Delivery.objects.filter(webhook=row.webhook_id, kind=row.kind, status=Status.QUEUED, pk__gt=row.pk)
    return later.filter(context__event=row.context.get("event")).exists()


def _failed(row: Delivery, answer: post.PostAnswer) -> None:
    log.warning("%s of %s failed: %s", row, row.webhook, answer.words)
    if row.kind == TEST:  # its sender looks at the result
        _end(row, Status.PARKED, answer.words)
        return
    now = clock.now()
    Webhook.objects.filter(pk=row.webhook_id, failing_since=None).update(failing_since=now)
    if answer.status == GONE:
        _switch_off(row, answer, UNWANTED)
        return
    _warn(row.webhook, answer, now)
    if row.attempts > len(WAITS):
        _give_up(row, answer, now)
    else:
        _put_off(row, answer.words)


def _put_off(row: Delivery, words: str) -> None:
    """Have the delivery tried again after the next of ``WAITS``, or give it up after the last.

    It doesn't count as the receiver's failure.
    """
    wait = DELIVERIES.wait_after(row.attempts)
    if wait is None:
        _end(row, Status.PARKED, words)
    else:
        DELIVERIES.put_off(row, wait, answer=words)


def _end(row: Delivery, status: Delivery.Status, words: str = "") -> None:
    """Close the row, whoever has it now: what was delivered need not be delivered again."""
    DELIVERIES.close(row, status=status, ended_at=clock.now(), answer=cut(words, 300))


@transaction.atomic
def _warn(webhook: Webhook, answer: post.PostAnswer, now: datetime) -> None:
    """Warn those responsible once, long before the webhook is switched off."""
    failing = Webhook.objects.filter(pk=webhook.pk, off_at=None, warned_at=None, failing_since__lte=now - WARNED_AFTER)
    if failing.update(warned_at=now):
        _mail(webhook, "account/email/webhook_failing", {"answer": answer.words})


def _give_up(row: Delivery, answer: post.PostAnswer, now: datetime) -> None:
    """Give the delivery up, and switch the webhook off if its owner has known of the failures for long enough."""
    if Webhook.objects.filter(pk=row.webhook_id, warned_at__lte=now - TIME_TO_MEND).exists():
        _switch_off(row, answer, GIVEN_UP)
    else:
        _end(row, Status.PARKED, answer.words)


@transaction.atomic
def _switch_off(row: Delivery, answer: post.PostAnswer, why: str) -> None:
    _end(row, Status.PARKED, answer.words)
    now = clock.now()
    if Webhook.objects.filter(pk=row.webhook_id, off_at=None).update(off_at=now, off_words=why):
        Delivery.objects.filter(webhook=row.webhook_id, status=Status.QUEUED, leased_until=None).update(
            status=Status.DROPPED, ended_at=now
        )
        _mail(row.webhook, "account/email/webhook_off", {"answer": answer.words, "why": why})


def _mail(webhook: Webhook, template: str, words: dict[str, str]) -> None:
    owner = webhook.owner
    context = {
        "whose": owner.name,
        "is_club": isinstance(owner, Club),
        "address": webhook.url,
        "url": settings.SITE_URL + owners.page_of(owner),
        **words,
    }
    for reader in owners.readers_of(webhook):
        mails.queue_account_mail(template, reader.email, context)


# -- after a backup ------------------------------------------------------------------------------------------------


def drop_queued(until: datetime) -> int:
    """Drop the deliveries that were queued by that moment, and return how many.

    They may have been sent before the site was restored from a backup.
    """
    waiting = Delivery.objects.filter(status=Status.QUEUED, made_at__lte=until)
    return waiting.update(status=Status.DROPPED, leased_until=None, ended_at=clock.now())


# -- forgetting ----------------------------------------------------------------------------------------------------


def forget_deliveries() -> int:
    """Delete deliveries that ended over a month ago, and return how many."""
    old = Delivery.objects.filter(ended_at__lt=clock.now() - KEPT_FOR).order_by("pk")
    return Delivery.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE])).delete()[0]
