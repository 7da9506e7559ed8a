"""Setting orders ahead, and deleting them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from matches import conditional
from matches.forms.orders import orders_form
from matches.gate.refused import MatchRefused
from matches.match_view.view import open_own_match_view
from matches.models import LogEntry
from matches.views.requests import log_in_first, see_other

from .page import show


@require_http_methods(["GET", "HEAD", "POST"])
def orders(request: HttpRequest, pk: int) -> HttpResponse:
    """GET shows the match with the form unfolded. POST sets the orders, or deletes them as ``action`` "drop" says."""
    if not isinstance(request.user, User):
        return log_in_first(request, "")
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        return show(request, match_view, orders=orders_form(match_view))
    texts = [] if request.POST.get("action") == "drop" else list(filter(None, request.POST.getlist("order")))
    try:
        chosen = conditional.set_orders(match_view.own_seat, texts, LogEntry.Via.SITE)
    except MatchRefused as refused:
        match_view = open_own_match_view(pk, request.user)
        form = orders_form(match_view, chosen=texts, error=refused.message)
        above = "" if form is not None and form.is_open else refused.message
        return show(request, match_view, orders=form, refusal=above, status=refused.status)
    messages.success(request, _("Your orders are saved.") if chosen else _("You have no orders in this match now."))
    return see_other(f"{request.path}#orders")
