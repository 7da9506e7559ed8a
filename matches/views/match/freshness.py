"""Whether a page that stays open still shows the match as it is.

The page's script asks every few seconds while someone looks at it, without a cookie, so that an answer costs one read
of one row. What it asks with says nothing but which match and seat the page is about, and marks nothing as seen.
"""

from __future__ import annotations

from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from matches.models import Match, Seat

NOBODY = "-"  # in place of a seat, for a reader who has none
_signer = Signer(sep=".", salt="matches.freshness")


def freshness_url(match: Match, seat: Seat | None) -> str:
    signed = _signer.sign(f"{match.pk}:{seat.pk if seat else NOBODY}")
    return reverse("matches:freshness", args=[signed])


@require_safe
def freshness(request: HttpRequest, signed: str) -> HttpResponse:
    """JSON: ``length`` of the log, and whether the reader's seat ``is_asked``. Its ETag is the length in quotes, so
    that a page which knows it hears 304 as long as nothing has happened."""
    length, is_asked = _state(signed)
    response = JsonResponse({"length": length, "is_asked": is_asked})
    response.headers["Cache-Control"] = "no-store"
    response.headers["ETag"] = etag = f'"{length}"'
    return get_conditional_response(request, etag=etag, response=response) or response


def _state(signed: str) -> tuple[int, bool]:
    try:
        match, _, seat = _signer.unsign(signed).partition(":")
    except BadSignature:
        raise Http404 from None
    if seat == NOBODY:
        watched = get_object_or_404(Match.objects.only("log_length"), pk=match)
        return watched.log_length, False
    own = get_object_or_404(Seat.objects.select_related("match").only("number", "match__log_length"), pk=seat)
    return own.match.log_length, own.number is not None
