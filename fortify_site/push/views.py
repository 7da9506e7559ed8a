"""The page of a player's own devices."""

from __future__ import annotations

from http import HTTPStatus

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_stubs_ext import StrOrPromise

from accounts.player_request import PlayerRequest
from fortify_site.api.webhooks.post import UnfitAddress, target_of
from matches.input.requests import whole_number

from .encrypt import decoded, encoded, point, private_key, public_key
from .models import Device

MOST = 10
SECRET_LENGTH = 16  # bytes; RFC 8291, 3.2
UNFIT = gettext_lazy("Your browser gave us no address for notifications.")
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


class DeviceForm(forms.Form):
    """A form that the page's script fills in with what the browser gave it."""

    address = forms.CharField(max_length=500)
    key = forms.CharField(max_length=90)
    secret = forms.CharField(max_length=30)

    def clean_address(self) -> str:
        address: str = self.cleaned_data["address"]
        try:
            target_of(address)
        except UnfitAddress:
            raise ValidationError(UNFIT) from None
        return address

    def clean_key(self) -> str:
        key: str = self.cleaned_data["key"]
        try:
            public_key(key)
        except ValueError:
            raise ValidationError(UNFIT) from None
        return key

    def clean_secret(self) -> str:
        secret: str = self.cleaned_data["secret"]
        try:
            is_fit = len(decoded(secret)) == SECRET_LENGTH
        except ValueError:
            is_fit = False
        if not is_fit:
            raise ValidationError(UNFIT)
        return secret


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def devices_page(request: PlayerRequest) -> HttpResponse:
    if not settings.PUSH_KEY:
        raise Http404
    if request.method != "POST":
        return _show_devices(request)
    if request.POST.get("action") == "remove":
        return _remove(request)
    form = DeviceForm(request.POST)
    if not form.is_valid():
        return _show_devices(request, UNFIT, HTTPStatus.UNPROCESSABLE_ENTITY)
    others = Device.objects.filter(user=request.user).exclude(address=form.cleaned_data["address"])
    if others.count() >= MOST:
        words = _("You already have %(most)s devices. Remove one first.") % {"most": MOST}
        return _show_devices(request, words, HTTPStatus.CONFLICT)
    _add(request, form)
    messages.success(request, _("This device will tell you when it’s your turn."))
    return redirect("push:devices")


def _add(request: PlayerRequest, form: DeviceForm) -> None:
    """Add the device. A browser belongs to one player: the last one to add it."""
    found = form.cleaned_data
    fields = {"user": request.user, "key": found["key"], "secret": found["secret"]}
    fields["name"] = device_name(request.headers.get("User-Agent", ""))
    Device.objects.update_or_create(address=found["address"], defaults=fields)


def _remove(request: PlayerRequest) -> HttpResponse:
    own = Device.objects.filter(user=request.user, pk=whole_number(request.POST.get("device")) or 0)
    if own.delete()[0]:
        messages.success(request, _("The device is removed and gets no more notifications."))
    return redirect("push:devices")


def _show_devices(request: PlayerRequest, error: StrOrPromise = "", status: int = HTTPStatus.OK) -> HttpResponse:
    context = {
        "devices": Device.objects.filter(user=request.user).order_by("-pk"),
        "site_key": encoded(point(private_key(settings.PUSH_KEY).public_key())),
        "error": error,
    }
    return render(request, "account/devices.html", context, status=status)


def device_name(agent: str) -> str:
    """Return the browser and system that the header names, so that the owner recognises the device."""
    found = [next((name for mark, name in names.items() if mark in agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found)) or _("Browser")
