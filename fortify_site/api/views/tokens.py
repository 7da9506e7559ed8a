"""The page of a player's own tokens."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.player_request import PlayerRequest
from fortify_site.api import tokens
from fortify_site.profiles.login import codes
from matches.input.requests import whole_number

from .forms import TokenForm


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tokens_page(request: PlayerRequest) -> HttpResponse:
    if request.user.is_guest:
        raise PermissionDenied(_("Choose a name for your account first. Then you can create tokens."))
    if request.method != "POST":
        return _show_tokens(request, TokenForm())
    if request.POST.get("action") == "revoke":
        return _revoke(request)
    codes.require(request)
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _show_tokens(request, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        made = tokens.make_token(request.user, form.cleaned_data["name"], form.cleaned_data["scope"])
    except tokens.TooManyTokens:
        form.add_error(None, _("You already have %(most)s tokens. Revoke one first.") % {"most": tokens.MOST})
        return _show_tokens(request, form, status=HTTPStatus.CONFLICT)
    return _show_tokens(request, TokenForm(), made=made)


def _revoke(request: PlayerRequest) -> HttpResponse:
    if tokens.revoke(request.user, whole_number(request.POST.get("token")) or 0):
        messages.success(request, _("The token is revoked and no longer works."))
    return redirect("api:tokens")


def _show_tokens(
    request: PlayerRequest, form: TokenForm, *, made: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    own = request.user.api_tokens.order_by("-pk")
    return render(request, "account/tokens.html", {"form": form, "tokens": own, "made": made}, status=status)
