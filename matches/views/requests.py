"""What the views share about requests."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from fortify_site.accounts.models import User


class MemberRequest(HttpRequest):
    """The request of a view behind ``login_required``."""

    user: User


def whole_number(text: str | None) -> int | None:
    """The number in a form's field, or ``None`` where there is none that a database could hold."""
    digits = (text or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None


def see_other(url: str) -> HttpResponse:
    """303: what was posted is done, and a page to be fetched shows it (RFC 9110, 15.4.4)."""
    return HttpResponse(status=HTTPStatus.SEE_OTHER, headers={"Location": url})
