"""Checks of webhooks at which nothing arrives, and of deliveries that no one else would notice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from fortify_site.api.models import Delivery, Webhook
from fortify_site.api.webhooks import owners
from fortify_site.api.webhooks.deliveries import UNSENT

from .check import Check, Way, amount, count_up_to_most, length

LATE = timedelta(minutes=5)
STUCK = timedelta(minutes=15)
SEEN_FOR = timedelta(days=7)  # how long a switched-off one is shown
MAKERS = 3  # if this many makers' webhooks fail, no single one is the reason


@dataclass(frozen=True, slots=True)
class Troubled:
    """A webhook for the host's list, with the outcome of its last attempt and what to do about it."""

    webhook: Webhook
    name: str
    page: str
    answer: str
    advice: str


def failing() -> QuerySet[Webhook]:
    return Webhook.objects.filter(off_at=None, failing_since__isnull=False).order_by("failing_since", "pk")


def switched_off(now: datetime) -> QuerySet[Webhook]:
    """Return webhooks that the site switched off recently."""
    return Webhook.objects.filter(off_at__gte=now - SEEN_FOR).exclude(off_words="").order_by("-off_at", "pk")


def webhooks_waiting(now: datetime) -> Check:
    """Check that no delivery is overdue."""
    late = Delivery.objects.filter(status=Delivery.Status.QUEUED, next_try_at__lt=now - LATE)
    number = count_up_to_most(late)
    if not number:
        return Check("webhooks_waiting", "good", _("No delivery to a webhook is overdue."))
    longest = now - late.order_by("next_try_at").values_list("next_try_at", flat=True)[0]
    words = ngettext(
        "%(number)s delivery to webhooks is overdue by %(length)s.",
        "%(number)s deliveries to webhooks are overdue, the oldest by %(length)s.",
        number,
    )
    return Check(
        "webhooks_waiting",
        "warn" if longest <= STUCK else "bad",
        words % {"number": amount(number), "length": length(longest)},
        _("Start the worker of the queue “mail”, or a second one, and check its log. Deliveries wait until then.")
        if settings.REDIS_URL
        else _("Have cron run “manage.py tick” each minute. It delivers to webhooks, too."),
        way=Way(f"{reverse('admin:api_delivery_changelist')}?status__exact=queued", _("Waiting deliveries")),
    )


def webhooks_failing(now: datetime) -> Check:
    """Check that no webhook fails, and that none was switched off for failing recently."""
    number, off = count_up_to_most(failing()), count_up_to_most(switched_off(now))
    if not number and not off:
        return Check("webhooks_failing", "good", _("Webhooks arrive."))
    words = []
    if number:
        told = ngettext("%(number)s webhook doesn’t arrive.", "%(number)s webhooks don’t arrive.", number)
        words.append(told % {"number": amount(number)})
    if off:
        told = ngettext(
            "%(number)s webhook was switched off recently.", "%(number)s webhooks were switched off recently.", off
        )
        words.append(told % {"number": amount(off)})
    return Check(
        "webhooks_failing",
        "warn",
        " ".join(words),
        _("Several people’s webhooks fail. Check whether this machine reaches other servers (firewall, name server).")
        if _fail_for_many()
        else _("Usually nothing: the owner of each gets an email. The errors are below."),
        way=Way(reverse("admin:api_webhook_changelist"), _("All webhooks")),
    )


def webhooks_unsent(now: datetime) -> Check:
    """Check for recent deliveries that the site itself couldn't make: no one else hears of them."""
    parked = Delivery.objects.filter(status=Delivery.Status.PARKED, answer=UNSENT, ended_at__gte=now - SEEN_FOR)
    number = count_up_to_most(parked)
    if not number:
        return Check("webhooks_unsent", "good", _("No delivery to a webhook was given up."))
    words = ngettext(
        "The site couldn’t send %(number)s delivery to webhooks and gave it up.",
        "The site couldn’t send %(number)s deliveries to webhooks and gave them up.",
        number,
    )
    return Check(
        "webhooks_unsent",
        "warn",
        words % {"number": amount(number)},
        _("This is a bug. Look for “delivery” in the worker’s log, and report what it says."),
        way=Way(f"{reverse('admin:api_delivery_changelist')}?status__exact=parked", _("Deliveries given up")),
    )


def troubled_webhooks(now: datetime, most: int) -> list[Troubled]:
    """Return the first of the failing and switched-off webhooks, for the list."""
    last = Delivery.objects.filter(webhook=OuterRef("pk")).exclude(answer="").order_by("-made_at")
    rows = (failing() | switched_off(now)).select_related("event", "club", "made_by")
    found = rows.annotate(last_answer=Subquery(last.values("answer")[:1])).order_by(
        F("off_at").desc(nulls_first=True), "failing_since", "pk"
    )
    return [_troubled(webhook, webhook.last_answer or "") for webhook in found[:most]]


def _troubled(webhook: Webhook, answer: str) -> Troubled:
    return Troubled(webhook, webhook.owner.name, owners.page_of(webhook.owner), answer, _advice(webhook, answer))


def _advice(webhook: Webhook, answer: str) -> str:
    """Return what to do about a webhook. An answer from its server begins with a status code."""
    if webhook.off_at is not None:
        return _("It stays off until an organiser fixes the program there and switches it on.")
    if answer[:3].isdigit():
        return _("Its server answers but rejects what we send. Fix the program there.")
    return _("Its server can’t be reached. The address may be wrong, or the server is down.")


def _fail_for_many() -> bool:
    return failing().order_by().values("made_by").distinct().count() >= MAKERS
