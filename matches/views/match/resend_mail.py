"""Sending emails again that did not reach the player who asks."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from matches.clocks.words import span
from matches.mails import resend
from matches.views.requests import MemberRequest, see_other, way_back


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail_again(request: MemberRequest) -> HttpResponse:
    """POST does it. A reader who had to log in on the way comes by GET, and finds the button on the first page."""
    if request.method != "POST":
        return redirect("home")
    try:
        sent = resend.send_again(request.user)
    except resend.TooSoon:
        wait = _("We’ve just sent them again. Wait %(time)s before you try once more.")
        messages.warning(request, wait % {"time": span(resend.AGAIN_AFTER)})
    else:
        if sent:
            words = ngettext(
                "%(number)s email is on its way to %(address)s.",
                "%(number)s emails are on their way to %(address)s.",
                sent,
            )
            messages.success(request, words % {"number": sent, "address": request.user.email})
        else:
            messages.info(request, _("No emails about your turns are waiting."))
    return see_other(way_back(request))
