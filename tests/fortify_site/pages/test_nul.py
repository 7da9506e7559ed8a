"""No bytes that a browser or a program can send make the site fail: in addresses, queries and forms."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client

from tests.support import hidden_world
from tests.support.every_address import BY_HAND, PART, Route, routes
from tests.support.hidden_world import Reader, World

pytestmark = pytest.mark.django_db
HOSTILE = ("a%00b", "%FF%ED%A0%80", "9" * 30)
# Of Django's own lists, one stands for all.
ADMIN = re.compile(r"admin/(?!matches/challenge/)")
FIELD = re.compile(r"""(?:GET|POST)(?:\.get|\.getlist)?[\[(]["'](\w+)["']""")
ENDS_A_SESSION = {"accounts/logout/", "account/delete/"}
ROOMS = ("matches", "tournaments", "fortify_site")


def fields() -> list[str]:
    """Names that any view reads."""
    sources = (path for room in ROOMS for path in (settings.BASE_DIR / room).rglob("*.py"))
    return sorted({name for path in sources for name in FIELD.findall(path.read_text())})


def plain_routes() -> Iterator[Route]:
    for route in routes():
        before, is_expression, _ = route.text.partition("(")
        is_left_out = route.text.startswith("mailbox/") or route.text in ENDS_A_SESSION or ADMIN.match(route.text)
        if not is_left_out and not is_expression and "^" not in before and before not in BY_HAND:
            yield route


def address(route: Route, reader: Reader, world: World, **hostile: str) -> str:
    known = {**world.known, **reader.own}
    values = [hostile.get(part) or str(next(iter(known.get(part, ["1"])))) for part in route.parts]
    return "/" + PART.sub("{}", route.text).format(*values)


def answers(world: World) -> Iterator[tuple[str, int]]:
    """What was asked, and the status of the answer."""
    host, ada = world.reader("Host"), world.reader("Ada")
    host.browser.raise_request_exception = ada.browser.raise_request_exception = False
    sent = dict.fromkeys(fields(), "\x001\x00")
    for route in plain_routes():
        for part in route.parts:
            for hostile in HOSTILE:
                asked = address(route, host, world, **{part: hostile})
                yield asked, host.browser.get(asked).status_code
        asked = address(route, ada, world)
        yield f"{asked}, with a query", ada.browser.get(asked, sent).status_code
        yield f"{asked}, with a form", ada.browser.post(asked, sent).status_code


def test_no_address_no_query_and_no_form_makes_it_fail() -> None:
    found = dict(answers(hidden_world.make("fortify", {}, [3], 2)))
    assert len(found) > 500
    assert [asked for asked, status in found.items() if status >= 500] == []


def test_what_is_typed_is_kept_without_it(client: Client) -> None:
    page = client.get("/search/?q=Joh%00n")
    assert page.context["query"].text == "John"


def test_it_is_left_out_of_a_form_without_a_token_too(client: Client) -> None:
    assert client.post("/time-zone/", {"time_zone": "Europe/\0Berlin"}).status_code == 303
