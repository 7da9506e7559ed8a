"""The organisers' page of an event's webhooks."""

from __future__ import annotations

from http import HTTPStatus

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

from fortify_site.api.forms import KINDS, WebhookForm
from fortify_site.api.models import Delivery, Webhook
from fortify_site.api.webhooks import editing, outbox
from matches.views.requests import MemberRequest, see_other, whole_number
from tournaments.models import Event
from tournaments.views.finding import organised

SHOWN = 20
SNIPPET = (
    '<iframe src="{address}?lang={language}" title="{name}" width="100%" height="480" loading="lazy" '
    'style="border:0"></iframe>'
)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks_page(request: MemberRequest, pk: int) -> HttpResponse:
    event = organised(request, pk)
    if request.method != "POST":
        return _show(request, event, WebhookForm())
    if request.POST.get("action") == "add":
        return _add(request, event)
    return _change(request, event)


def _add(request: MemberRequest, event: Event) -> HttpResponse:
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return _show(request, event, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        editing.add(event, form.cleaned_data["url"], form.cleaned_data["kinds"], by=request.user)
    except editing.TooMany:
        form.add_error(None, _("An event has %(most)s webhooks at most.") % {"most": editing.MOST})
        return _show(request, event, form, status=HTTPStatus.CONFLICT)
    messages.success(request, _("The webhook is there. Send it a test, to see whether it arrives."))
    return see_other(_address(event))


def _change(request: MemberRequest, event: Event) -> HttpResponse:
    webhook = event.webhooks.filter(pk=whole_number(request.POST.get("webhook")) or 0).first()
    if webhook is None:
        refusal = _("This webhook is no longer there.")
        return _show(request, event, WebhookForm(), refusal=refusal, status=HTTPStatus.NOT_FOUND)
    match request.POST.get("action"):
        case "test":
            outbox.test(webhook)
            done = _("A test is on its way; how it went stands below in a moment.")
        case "on":
            editing.switch_on(webhook)
            done = _("The webhook is switched on.")
        case "off":
            editing.switch_off(webhook)
            done = _("The webhook is switched off.")
        case "secret":
            editing.renew_secret(webhook)
            done = _("The webhook has a new secret. The one before signs nothing any more.")
        case "remove":
            editing.remove(webhook, by=request.user)
            done = _("The webhook is removed.")
        case _unknown:
            refusal = _("Choose what to do with the webhook.")
            return _show(request, event, WebhookForm(), refusal=refusal, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    messages.success(request, done)
    return see_other(_address(event))


def _address(event: Event) -> str:
    return reverse("api:webhooks", args=[event.pk])


def _show(
    request: MemberRequest, event: Event, form: WebhookForm, *, refusal: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    webhooks = list(event.webhooks.select_related("made_by").order_by("pk"))
    labels = dict(KINDS)
    widget_url = settings.SITE_URL + reverse("api:widget", args=[event.pk])
    context = {
        "event": event,
        "form": form,
        "webhooks": [(each, [str(labels[kind]) for kind in each.kinds if kind in labels]) for each in webhooks],
        "deliveries": _deliveries(webhooks),
        "refusal": refusal,
        "widget_url": widget_url,
        "snippet": format_html(SNIPPET, address=widget_url, language=get_language(), name=event.name),
    }
    return render(request, "tournaments/webhooks.html", context, status=status)


def _deliveries(webhooks: list[Webhook]) -> list[Delivery]:
    return list(Delivery.objects.filter(webhook__in=webhooks).select_related("webhook").order_by("-made_at")[:SHOWN])
