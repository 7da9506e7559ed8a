"""The pages of a player whom our emails do not reach, or who wanted none: both are put right here."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.requests import PlayerRequest
from mail.bounces import reachable

from . import codes
from .codes import REACHED_KEY

BETWEEN = 60  # seconds between two test mails
WRONG = gettext_lazy("That code is wrong or too old. Check it, or send another test email.")


class CodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "class": "code-input"}),
        error_messages={"required": gettext_lazy("Enter the code from the email.")},
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def reached(request: PlayerRequest) -> HttpResponse:
    """POST sends a code, or shows by one that the last email came."""
    if request.method == "POST" and request.POST.get("action") == "send":
        return _send(request)
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if codes.try_reached_code(request, request.user, form.cleaned_data["code"]):
            words = _("Emails reach you at %(address)s again. We’re sending your turns now.")
            messages.success(request, words % {"address": request.user.email})
            return redirect("home")
        form.add_error("code", WRONG)
    context = {
        "form": form,
        "trouble": reachable.trouble_of(request.user.email),
        "code_sent": codes.is_code_sent(request, REACHED_KEY),
    }
    return render(request, "account/reached.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def wanted(request: PlayerRequest) -> HttpResponse:
    """POST asks for mail again. An address from which emails come back has to take one first."""
    trouble = reachable.trouble_of(request.user.email)
    if request.method == "POST" and trouble is not None and trouble.complained_at:
        if trouble.undeliverable_since:
            return redirect("accounts:reached")
        reachable.shown_good(request.user.email)
        words = _("Emails go to %(address)s again. We’re sending your turns now.")
        messages.success(request, words % {"address": request.user.email})
    return redirect("accounts:profile")


def _send(request: PlayerRequest) -> HttpResponse:
    if cache.add(f"test_mail:{request.user.pk}", 1, BETWEEN):
        codes.send_code(request, request.user, REACHED_KEY)
        words = _("We’ve emailed a code to %(address)s.")
        messages.info(request, words % {"address": request.user.email})
    else:
        messages.warning(request, _("We’ve just sent an email. Wait a minute before you send another."))
    return redirect("accounts:reached")
