"""The page for a database that fails: what it gives back of what was sent, and in which language."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from fortify_site.pages.error_pages import to_be_sent_again, unavailable

from .test_database_errors import SAME, TURN, fields_in


def posted(path: str = "/matches/1/play/", data: Any = TURN, **headers: str) -> Any:
    return RequestFactory(headers=headers or SAME).post(path, data)


@given(st.dictionaries(st.text(min_size=1, max_size=20), st.lists(st.text(max_size=50), min_size=1), max_size=5))
def test_every_field_comes_back_as_it_was(fields: dict[str, list[str]]) -> None:
    request = posted(data=fields)
    received = [(name, text) for name, texts in request.POST.lists() for text in texts]
    assert to_be_sent_again(request) in (received, [])
    assert fields_in(unavailable(request)) == to_be_sent_again(request)


@pytest.mark.parametrize("name", ["password", "password1", "oldpassword", "code", "credential"])
def test_what_is_secret_is_not_given_back(name: str) -> None:
    request = posted("/account/confirm/", {"next": "/", name: "hush"})
    assert to_be_sent_again(request) == []
    assert "hush" not in unavailable(request).content.decode()


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/2fa/authenticate/", "/admin/login/"])
def test_nothing_is_given_back_on_the_pages_of_logins(path: str) -> None:
    assert to_be_sent_again(posted(path, {"next": "/"})) == []


@pytest.mark.parametrize(
    ("headers", "is_ours"),
    [
        ({"Sec-Fetch-Site": "same-origin", "Origin": "null"}, True),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site", "Origin": "http://testserver"}, False),
        ({"Sec-Fetch-Site": "none"}, False),
        ({"Origin": "http://testserver"}, True),
        ({"Origin": "https://testserver"}, False),
        ({"Origin": "http://elsewhere.example"}, False),
        ({"Origin": "null"}, False),
        ({"Referer": "http://testserver/matches/1/"}, True),
        ({"Referer": "http://elsewhere.example/testserver"}, False),
        ({"X-Nothing": "said"}, False),
    ],
)
def test_a_form_from_elsewhere_is_not_given_back(headers: dict[str, str], is_ours: bool) -> None:
    assert bool(to_be_sent_again(posted(**headers))) is is_ours


def test_neither_files_nor_pages_of_text_are_given_back() -> None:
    assert to_be_sent_again(posted(data={"text": "x", "file": SimpleUploadedFile("a", b"b")})) == []
    assert to_be_sent_again(posted(data={"text": "x" * 200_000})) == []
    assert len(to_be_sent_again(posted(data={"text": "x" * 20_000}))) == 1


def test_a_request_that_cannot_be_read_is_answered_all_the_same() -> None:
    for request in (
        RequestFactory(headers=SAME).post("/x/", b"--no", content_type="multipart/form-data; boundary="),
        RequestFactory(headers=SAME).post(
            "/x/", b"a=b", content_type="application/x-www-form-urlencoded; charset=latin-1"
        ),
        posted(data={f"f{number}": "" for number in range(1001)}),
        RequestFactory(headers={"Origin": "http://x"}, HTTP_HOST="not a host").post("/x/", TURN),
    ):
        response = unavailable(request)
        assert response.status_code == 503
        assert "reload this page" in response.content.decode()


def test_the_page_is_in_the_language_of_the_browser_where_the_reader_is_not_known() -> None:
    request = RequestFactory(headers={"accept-language": "en-us"}).get("/matches/")
    assert '<html lang="en-us">' in unavailable(request).content.decode()


def test_the_page_is_in_the_readers_language_where_that_is_known() -> None:
    request = RequestFactory(headers={"accept-language": "en-us"}).get("/matches/")
    request.LANGUAGE_CODE = "en-au"
    assert '<html lang="en-au">' in unavailable(request).content.decode()


def test_the_page_needs_neither_database_nor_reader() -> None:
    assert "Try again" in unavailable(RequestFactory().get("/matches/?page=2")).content.decode()
    assert 'href="/matches/?page=2"' in unavailable(RequestFactory().get("/matches/?page=2")).content.decode()
