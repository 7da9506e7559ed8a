"""Requests that carry too much are refused before they are read, but where a view takes more."""

from __future__ import annotations

import pytest
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from fortify_site.request_size import LARGEST, LARGEST_WITH_FILES, RequestSizeMiddleware

FORM, FILES = "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"


def view(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def generous(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


vars(generous)["largest_request"] = 2 * LARGEST


@pytest.mark.parametrize(
    ("page", "kind", "length", "is_let_in"),
    [
        (view, FORM, LARGEST, True),
        (view, FORM, LARGEST + 1, False),
        (view, FILES, LARGEST + 1, True),
        (view, FILES, LARGEST_WITH_FILES + 1, False),
        (generous, FORM, LARGEST + 1, True),
        (generous, FORM, 2 * LARGEST + 1, False),
    ],
)
def test_it_depends_on_the_kind_and_the_view(page: object, kind: str, length: int, is_let_in: bool) -> None:
    assert callable(page)
    request = RequestFactory().post("/", b"x", content_type=kind, headers={"Content-Length": str(length)})
    request.META["CONTENT_LENGTH"] = str(length)
    check = RequestSizeMiddleware(view)
    if is_let_in:
        check.process_view(request, page, (), {})
    else:
        with pytest.raises(RequestDataTooBig):
            check.process_view(request, page, (), {})


def test_a_page_says_so(db: None) -> None:
    answer = Client().post("/accounts/login/", b"x" * (LARGEST + 1), content_type=FORM)
    assert 400 <= answer.status_code < 500
