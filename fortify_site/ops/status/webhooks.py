"""Webhooks at which nothing arrives, and deliveries that nobody sees to."""

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

from .check import Check, Way, amount, count, length

LATE = timedelta(minutes=5)
STUCK = timedelta(minutes=15)
SEEN_FOR = timedelta(days=7)  # how long one is shown that was switched off
MAKERS = 3  # when so many fail it is not for one of them


@dataclass(frozen=True, slots=True)
class Troubled:
    """A webhook for the host's list, with what its last attempt met with and what to do about it."""

    webhook: Webhook
    name: str
    page: str
    answer: str
    advice: str


def failing() -> QuerySet[Webhook]:
    return Webhook.objects.filter(off_at=None, failing_since__isnull=False).order_by("failing_since", "pk")


def switched_off(now: datetime) -> QuerySet[Webhook]:
    """Lately, by the site."""
    return Webhook.objects.filter(off_at__gte=now - SEEN_FOR).exclude(off_words="").order_by("-off_at", "pk")


def waiting(now: datetime) -> Check:
    """Deliveries whose time has come, and which nobody posts."""
    late = Delivery.objects.filter(status=Delivery.Status.QUEUED, next_try_at__lt=now - LATE)
    number = count(late)
    if not number:
        return Check("webhooks_waiting", "good", _("No delivery to a webhook is overdue."))
    longest = now - late.order_by("next_try_at").values_list("next_try_at", flat=True)[0]
    words = ngettext(
        "%(number)s delivery to webhooks is overdue, for %(length)s.",
        "%(number)s deliveries to webhooks are overdue, the longest for %(length)s.",
        number,
    )
    return Check(
        "webhooks_waiting",
        "warn" if longest <= STUCK else "bad",
        words % {"number": amount(number), "length": length(longest)},
        _("Start the worker of the queue “mail”, or more of them, and look at its log; nothing is lost meanwhile.")
        if settings.REDIS_URL
        else _("Have cron start “manage.py tick” each minute; it delivers to webhooks, too."),
        way=Way(f"{reverse('admin:api_delivery_changelist')}?status__exact=queued", _("The deliveries that wait")),
    )


def unheard(now: datetime) -> Check:
    """Webhooks at which nothing arrives, and those that were switched off for it."""
    number, off = count(failing()), count(switched_off(now))
    if not number and not off:
        return Check("webhooks_failing", "good", _("Webhooks get through."))
    words = []
    if number:
        told = ngettext("%(number)s webhook does not get through.", "%(number)s webhooks do not get through.", number)
        words.append(told % {"number": amount(number)})
    if off:
        told = ngettext(
            "%(number)s webhook was switched off lately.", "%(number)s webhooks were switched off lately.", off
        )
        words.append(told % {"number": amount(off)})
    return Check(
        "webhooks_failing",
        "warn",
        " ".join(words),
        _(
            "Webhooks of several people fail: see whether this machine reaches other servers (its firewall, its name "
            "server)."
        )
        if _fail_for_many()
        else _("Nothing for you, most often: whoever made each is told by mail. What each met with stands below."),
        way=Way(reverse("admin:api_webhook_changelist"), _("All webhooks")),
    )


def unsent(now: datetime) -> Check:
    """Deliveries that the site itself could not make, lately: nobody else hears of them."""
    parked = Delivery.objects.filter(status=Delivery.Status.PARKED, answer=UNSENT, ended_at__gte=now - SEEN_FOR)
    number = count(parked)
    if not number:
        return Check("webhooks_unsent", "good", _("The site has sent to webhooks all that it had to."))
    words = ngettext(
        "%(number)s delivery to webhooks was given up, because the site could not send it.",
        "%(number)s deliveries to webhooks were given up, because the site could not send them.",
        number,
    )
    return Check(
        "webhooks_unsent",
        "warn",
        words % {"number": amount(number)},
        _("It is a fault of the program: look for “delivery” in the worker’s log, and report what stands there."),
        way=Way(f"{reverse('admin:api_delivery_changelist')}?status__exact=parked", _("The deliveries given up")),
    )


def troubled(now: datetime, most: int) -> list[Troubled]:
    """The first of each, for the list."""
    last = Delivery.objects.filter(webhook=OuterRef("pk")).exclude(answer="").order_by("-made_at")
    rows = (failing() | switched_off(now)).select_related("event", "club", "made_by")
    found = rows.annotate(last_answer=Subquery(last.values("answer")[:1])).order_by(
        F("off_at").desc(nulls_first=True), "failing_since", "pk"
    )
    return [_troubled(webhook, webhook.last_answer or "") for webhook in found[:most]]


def _troubled(webhook: Webhook, answer: str) -> Troubled:
    return Troubled(webhook, webhook.owner.name, owners.page_of(webhook.owner), answer, _advice(webhook, answer))


def _advice(webhook: Webhook, answer: str) -> str:
    """An answer of its server begins with the number of its state."""
    if webhook.off_at is not None:
        return _("It stays off until an organiser has put right what waits there and switches it on.")
    if answer[:3].isdigit():
        return _("Its server answers, and does not take what is sent: the program there has to be put right.")
    return _("Its server cannot be reached: its address may be wrong, or it does not run.")


def _fail_for_many() -> bool:
    return failing().order_by().values("made_by").distinct().count() >= MAKERS
