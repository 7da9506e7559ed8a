"""The page of an unsubscribe address."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from . import unsubscribe as addresses

PAGES = {"club_news": "email/unsubscribe_news.html", "invitations": "email/unsubscribe_invitations.html"}


@never_cache
@csrf_exempt  # the signed address is the authority, and a mail program that posts to it has no cookie (RFC 8058, 3.2)
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, signed: str) -> HttpResponse:
    """GET shows a button; POST, by that button or by a mail program, turns the email off that the address is about (or,
    with ``mail=on``, on again) and answers 200 without a redirect."""
    address = addresses.find(signed)
    if address is not None and request.method == "POST":
        addresses.set_wish(address, wanted=request.POST.get("mail") == "on")
    response = render(
        request,
        PAGES.get(address.wish if address else "", "email/unsubscribe.html"),
        {"owner": address.user if address else None, "is_done": request.method == "POST"},
        status=HTTPStatus.OK if address else HTTPStatus.NOT_FOUND,
    )
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response
