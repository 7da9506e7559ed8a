"""The site as gunicorn serves it."""

from collections.abc import Callable
from http.client import HTTPConnection
from urllib.parse import urlencode

import pytest

from matches.text_input import MESSAGE_LENGTH
from tests.support.processes import Running

pytestmark = pytest.mark.either

StartWeb = Callable[..., tuple[Running, str]]
TOKEN = "mfrggzdfmztwq2lknnwg23tpobyxe43u"
PICK = "I4T4B4"


def get(address: str, path: str, **headers: str) -> int:
    connection = HTTPConnection(address.removeprefix("http://"), timeout=30)
    try:
        connection.request("GET", path, headers=headers)
        return connection.getresponse().status
    finally:
        connection.close()


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
