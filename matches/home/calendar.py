"""The calendar of a player's deadlines: the page with its address, and the calendar itself."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from matches.input.requests import SECRET_HEADERS, MemberRequest, see_other
from matches.models import CalendarFeed

from . import calendar_feed


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def calendar_page(request: MemberRequest) -> HttpResponse:
    if request.method == "POST":
        return _change(request)
    feed = CalendarFeed.objects.filter(user=request.user).first()
    address = settings.SITE_URL + reverse("matches:calendar", args=[feed.key]) if feed else ""
    context = {"feed": feed, "address": address, "webcal": f"webcal://{address.partition('://')[2]}"}
    return render(request, "account/calendar.html", context)


def _change(request: MemberRequest) -> HttpResponse:
    if request.POST.get("action") == "off":
        calendar_feed.switch_off(request.user)
        messages.success(request, _("Your calendar is off, and its address no longer works."))
    else:
        had_one = CalendarFeed.objects.filter(user=request.user).exists()
        calendar_feed.renew(request.user)
        done = _("Your calendar has a new address.")
        if had_one:
            done = _("Your calendar has a new address. The old one no longer works.")
        messages.success(request, done)
    return see_other(reverse("matches:calendar_page"))


@require_safe
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    """Serve the calendar behind a secret address, for programs that can't log in."""
    feed = calendar_feed.feed_of(key)
    if feed is None:
        raise Http404
    content = calendar_feed.calendar(feed.user)
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    own = {"ETag": etag, "Cache-Control": "private, max-age=300"}
    named = {"Content-Disposition": 'inline; filename="deadlines.ics"'}
    response = HttpResponse(content, "text/calendar; charset=utf-8", headers=SECRET_HEADERS | own | named)
    return get_conditional_response(request, etag, None, response) or response
