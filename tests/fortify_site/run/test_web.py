"""The site as gunicorn serves it."""

from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlencode

import pytest

from matches.input.text import MESSAGE_LENGTH
from matches.live.address import LivePage
from matches.live.change_tokens import tag_of
from matches.models import Match
from tests.support.patience import PATIENCE
from tests.support.processes import Running

pytestmark = pytest.mark.either

StartWeb = Callable[..., tuple[Running, str]]
TOKEN = "mfrggzdfmztwq2lknnwg23tpobyxe43u"
PICK = "I4T4B4"


def ask(address: str, path: str, **headers: str) -> HTTPResponse:
    with closing(connect(address)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        return answer


def connect(address: str) -> HTTPConnection:
    return HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE)


def get(address: str, path: str, **headers: str) -> int:
    return ask(address, path, **headers).status


def poll(address: str, page: LivePage, tag: str) -> int:
    return get(address, page.address, **{"If-None-Match": tag})


@pytest.mark.parametrize("style", ["console", "json"])
def test_neither_the_access_log_nor_django_writes_a_token_or_a_turn_under_way(start_web: StartWeb, style: str) -> None:
    web, address = start_web(ACCESS_LOG="1", LOG_FORMAT=style)
    for path in (f"/l/{TOKEN}/", f"/l/{TOKEN}/nothing/", f"/l/{TOKEN}/?text={PICK}&next=/l/{TOKEN}/"):
        assert get(address, path, Referer=f"{address}/l/{TOKEN}/?text={PICK}") == 404
    web.wait_until(lambda: get(address, "/healthz") == 200)
    web.stop()
    assert TOKEN not in web.words
    assert PICK not in web.words
    assert web.words.count("[cut]") >= 6
    assert "/healthz" in web.words


def test_it_stops_within_seconds(start_web: StartWeb) -> None:
    web, _ = start_web()
    web.stop()
    assert web.process.returncode == 0


def test_the_longest_line_to_an_opponent_fits_into_an_address(start_web: StartWeb) -> None:
    _, address = start_web()
    query = urlencode({"text": "T@b3", "message": "\u8001" * MESSAGE_LENGTH, "review": "1"})
    assert get(address, f"/l/{TOKEN}/?{query}") == 404


@pytest.mark.django_db(transaction=True)
def test_the_access_log_has_each_poll(match: Match, start_web: StartWeb) -> None:
    web, address = start_web(ACCESS_LOG="1")
    page = LivePage(match_id=match.pk)
    tag = ask(address, page.address, **{"If-None-Match": tag_of("0", "")}).headers["ETag"]
    assert poll(address, page, tag) == 304
    web.wait_until(lambda: "304" in web.words)
