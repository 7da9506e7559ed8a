"""The request that an open page makes every few seconds, to hear when something has happened."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from matches.live.address import page_at
from matches.live.change_tokens import tag_of, tokens
from matches.live.pages import state_of


@require_safe
def news(request: HttpRequest, signed: str) -> HttpResponse:
    """Answer an open page with the ``state`` now, ``is_asked`` and ``waiting``, as JSON.

    The ETag has the state and a token. With both of them a page gets a 304 until something happens, mostly before
    Django comes to know of it (``matches.live.answer_unchanged``).
    """
    page = page_at(signed)
    if page is None:
        raise Http404
    token = tokens.begin(page.token_of)  # before the database is read: what happens meanwhile is news
    state = state_of(page)
    if state is None:
        raise Http404
    response = JsonResponse({"state": state.word, "is_asked": state.is_asked, "waiting": state.waiting})
    response.headers["Cache-Control"] = "no-store"
    response.headers["ETag"] = etag = tag_of(state.word, token)
    return get_conditional_response(request, etag=etag, response=response) or response
