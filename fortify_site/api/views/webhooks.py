"""The organisers' pages of webhooks, for an event and for a club."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from fortify_site.api.models import Delivery, Webhook
from fortify_site.api.webhooks import deliveries, owners
from fortify_site.api.webhooks.owners import Owner
from matches.input.requests import MemberRequest, see_other, whole_number
from tournaments.clubs.club_pages import head
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Event
from tournaments.pages import get_club as club_views
from tournaments.pages.get_event import organised

from .forms import KIND_WORDS, WebhookForm

METHODS = ["GET", "HEAD", "POST"]
SHOWN = 20
SNIPPET = (
    '<iframe src="{address}?lang={language}" title="{name}" width="100%" height="480" loading="lazy" '
    'style="border:0"></iframe>'
)


@never_cache
@login_required
@require_http_methods(METHODS)
def of_event(request: MemberRequest, pk: int) -> HttpResponse:
    return _answer(request, organised(request, pk))


@never_cache
@login_required
@require_http_methods(METHODS)
def of_club(request: MemberRequest, slug: str) -> HttpResponse:
    return _answer(request, club_views.run(request, slug))


def _answer(request: MemberRequest, owner: Owner) -> HttpResponse:
    if request.method != "POST":
        return _show_webhooks(request, owner, WebhookForm(owner))
    if request.POST.get("action") == "add":
        return _add(request, owner)
    return _change(request, owner)


def _add(request: MemberRequest, owner: Owner) -> HttpResponse:
    form = WebhookForm(owner, request.POST)
    if not form.is_valid():
        return _show_webhooks(request, owner, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        owners.add_webhook(owner, **form.cleaned_data, by=request.user)
    except owners.TooManyWebhooks:
        form.add_error(None, _too_many(owner))
        return _show_webhooks(request, owner, form, status=HTTPStatus.CONFLICT)
    except TournamentRefused as refused:
        return _show_webhooks(request, owner, form, refusal=refused.message, status=refused.status)
    messages.success(request, _("Webhook added. Send a test to see whether it arrives."))
    return see_other(owners.page_of(owner))


def _too_many(owner: Owner) -> str:
    words = (
        _("A club has %(most)s webhooks at most.")
        if isinstance(owner, Club)
        else _("An event has %(most)s webhooks at most.")
    )
    return words % {"most": owners.MOST_WEBHOOKS}


def _change(request: MemberRequest, owner: Owner) -> HttpResponse:
    try:
        done = _acted(request, owner)
    except TournamentRefused as refused:
        return _show_webhooks(request, owner, WebhookForm(owner), refusal=refused.message, status=refused.status)
    messages.success(request, done)
    return see_other(owners.page_of(owner))


def _acted(request: MemberRequest, owner: Owner) -> str:
    """Do what a webhook's button says, and return a sentence about it. Raises ``TournamentRefused``."""
    webhook = owner.webhooks.filter(pk=whole_number(request.POST.get("webhook")) or 0).first()
    if webhook is None:
        raise TournamentRefused(_("This webhook no longer exists."), status=HTTPStatus.NOT_FOUND)
    match request.POST.get("action"):
        case "test":
            deliveries.test(webhook)
            return _("A test is on its way; the result appears below in a moment.")
        case "on":
            owners.switch_on(webhook)
            return _("Webhook switched on.")
        case "off":
            owners.switch_off(webhook)
            return _("Webhook switched off.")
        case "secret":
            owners.renew_secret(webhook)
            return _("The webhook has a new secret. The old one no longer works.")
        case "remove":
            owners.remove_webhook(webhook, by=request.user)
            return _("Webhook removed.")
        case _unknown:
            raise TournamentRefused(_("Choose what to do with the webhook."))


def _show_webhooks(
    request: MemberRequest, owner: Owner, form: WebhookForm, *, refusal: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    webhooks = list(owner.webhooks.select_related("made_by").order_by("pk"))
    context = {
        "form": form,
        "webhooks": [(each, [str(KIND_WORDS[kind]) for kind in each.kinds if kind in KIND_WORDS]) for each in webhooks],
        "deliveries": _deliveries(webhooks),
        "refusal": refusal,
    }
    if isinstance(owner, Club):
        return render(request, "clubs/webhooks.html", {**context, **head(request, owner)}, status=status)
    return render(request, "tournaments/webhooks.html", {**context, **_embedding(owner)}, status=status)


def _embedding(event: Event) -> dict[str, Any]:
    address = settings.SITE_URL + reverse("api:widget", args=[event.pk])
    snippet = format_html(SNIPPET, address=address, language=get_language(), name=event.name)
    return {"event": event, "widget_url": address, "snippet": snippet}


def _deliveries(webhooks: list[Webhook]) -> list[Delivery]:
    return list(Delivery.objects.filter(webhook__in=webhooks).select_related("webhook").order_by("-made_at")[:SHOWN])
