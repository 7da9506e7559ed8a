"""The question before a link does what can't be taken back.

Mail servers open the links of emails before their readers do, and some submit the forms that they find, as they are.
So a button alone decides nothing: its reader answers yes or no, and neither is chosen on the page.
"""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from matches.views.requests import see_other

SURE = "sure"
YES, NO = "yes", "no"
_NOT_KEPT = frozenset({SURE, "csrfmiddlewaretoken", "asked"})


def is_sure(request: HttpRequest) -> bool:
    """Whether the form that was posted says yes."""
    return request.POST.get(SURE) == YES


def ask_first(request: HttpRequest, question: str, words: str = "") -> HttpResponse | None:
    """The page that asks, which keeps all that was posted; after a no, the page that the button was on; ``None`` after
    a yes. ``words`` say what it brings."""
    if is_sure(request):
        return None
    if request.POST.get(SURE) == NO:
        return see_other(request.path)
    is_unanswered = "asked" in request.POST
    context = {
        "question": question,
        "words": words,
        "kept": [
            (name, value) for name in request.POST if name not in _NOT_KEPT for value in request.POST.getlist(name)
        ],
        "is_unanswered": is_unanswered,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_unanswered else HTTPStatus.OK
    return render(request, "matches/link_question.html", context, status=status)
