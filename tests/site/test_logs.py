import json
import logging
import re
from collections.abc import Iterable, Iterator

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import given
from hypothesis import strategies as st

from fortify_site.logs import RedactingFormatter, redact

SECRET = re.compile("<str:(token|key|signed)>")
TOKEN = "mfrggzdfmztwq2lknnwg23tpobyxe43u"


@pytest.mark.parametrize(
    "line",
    [
        f"GET /l/{TOKEN}/ HTTP/1.1",
        f"http://localhost:8000/l/{TOKEN}",
        f'"POST /l/{TOKEN}/draft/?text=b3-c3 HTTP/1.1" 200',
        f"Not Found: /l/{TOKEN.upper()}/",
        f"/L/{TOKEN}/",
        f"{{'path': '/l/{TOKEN}'}}",
        f"/accounts/confirm-email/{TOKEN}/",
        f"/unsubscribe/12.{TOKEN}/",
        f"/accounts/password/reset/key/{TOKEN}/",
        f"RCPT TO:<play+{TOKEN}@replies.example>",
        f"/mailbox/?to=play%2B{TOKEN}",
    ],
)
def test_it_cuts_the_secret_part_of_an_address(line: str) -> None:
    assert TOKEN not in redact(line).lower()
    assert "[cut]" in redact(line)


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz234567", min_size=32, max_size=32), st.sampled_from("/ ?\"'#\n"))
def test_it_cuts_every_token_whatever_follows(token: str, after: str) -> None:
    assert token not in redact(f"before /l/{token}{after}more")


def secret_addresses(patterns: Iterable[URLPattern | URLResolver], before: str = "/") -> Iterator[str]:
    """Of every page that a secret in its address opens, with that secret."""
    for each in patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from secret_addresses(each.url_patterns, route)
        elif SECRET.search(route):
            yield re.sub("<[^>]*>", "tower", SECRET.sub(TOKEN, route))


def test_it_cuts_the_secret_out_of_the_address_of_every_page_that_has_one() -> None:
    addresses = list(secret_addresses(get_resolver().url_patterns))
    assert {f"/l/{TOKEN}/", f"/events/link/{TOKEN}/", f"/clubs/tower/join/{TOKEN}/"} <= set(addresses)
    assert [address for address in addresses if TOKEN in redact(f"Not Found: {address}")] == []


def test_it_leaves_other_addresses_alone() -> None:
    line = "GET /matches/12/turns/3/ HTTP/1.1 /account/ /static/site.css /players/l/ /clubs/tower/join/ /events/7/link/"
    assert redact(line) == line


def record(message: str, *args: object, error: BaseException | None = None) -> logging.LogRecord:
    found = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("django.request", logging.WARNING, __file__, 1, message, args, found)


@pytest.mark.parametrize("style", ["console", "json"])
def test_it_cuts_tokens_out_of_arguments_and_tracebacks(style: str) -> None:
    def fail() -> None:
        kept_in_a_local = TOKEN  # noqa: F841
        raise ValueError(f"/l/{TOKEN}/ went wrong")

    with pytest.raises(ValueError, match="went wrong") as failure:
        fail()
    line = RedactingFormatter(style=style).format(record("Oh: %s", f"/l/{TOKEN}/", error=failure.value))
    assert TOKEN not in line
    assert line.count("[cut]") >= 2
    assert "ValueError" in line


def test_a_json_line_is_json() -> None:
    line = json.loads(RedactingFormatter(style="json").format(record("Not Found: %s", "/nowhere")))
    assert (line["event"], line["level"], line["logger"]) == ("Not Found: /nowhere", "warning", "django.request")
