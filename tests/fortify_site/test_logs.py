import base64
import json
import logging
import re
import secrets
from collections.abc import Iterable, Iterator

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.core import signing
from django.core.signing import Signer
from django.middleware import csrf
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.crypto import get_random_string
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from fortify_site.api import tokens as api_tokens
from fortify_site.api.models import new_secret
from fortify_site.logs import RedactingFormatter, redact
from mail.bounces import address as bounce_address
from mail.models import OutboxMail
from matches.models.calendar import new_key as new_calendar_key
from tournaments.models.club import new_key

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
def test_it_cuts_every_token_whatever_stands_around(token: str, around: str) -> None:
    assert token not in redact(f"before{around}{token}{around}more")


def tokens_of_all_kinds() -> dict[str, str]:
    """As the site makes them."""
    signer = Signer(sep=".", salt="any")
    user = User(pk=17, password="!", email="ada@players.example")
    return {
        "link": base64.b32encode(secrets.token_bytes(20)).decode().lower(),
        "bounce": bounce_address.bounce_address(OutboxMail(pk=12, message_id="<1@x>"))
        .partition("@")[0]
        .partition("+")[2],
        "calendar": new_calendar_key(),
        "club's link": new_key(),
        "club's earlier link": "pV3-xK9_qWm2LdYt7RbZ0A",
        "unsubscribe": signer.sign("12").partition(".")[2],
        "invitation": signer.sign("12.34").rpartition(".")[2],
        "signed by Django": signing.dumps({"user": 12}).rpartition(":")[2],
        "new password": default_token_generator.make_token(user).partition("-")[2],
        "session": get_random_string(32, VALID_KEY_CHARS),
        "form": csrf._get_new_csrf_string() + csrf._get_new_csrf_string(),
        "API": api_tokens.PREFIX + secrets.token_urlsafe(32),
        "webhook": new_secret(),
        "seed": secrets.token_hex(32),
        "key of the site": secrets.token_urlsafe(48),
    }


@pytest.mark.parametrize(
    "line", ["%s", "GET /some/new/path/%s/?a=1", "token=%s&", "{'key': '%s'}", "<play+%s@x.example>"]
)
def test_tokens_are_known_by_their_shape_wherever_they_stand(line: str) -> None:
    for _ in range(50):
        for kind, token in tokens_of_all_kinds().items():
            assert token not in redact(line % token), kind


def test_what_is_no_token_stays() -> None:
    for words in (
        "GuardedPostmarkInboundWebhookView.parse_events, club_that_has_a_long_name_but_is_a_function_s_alone",
        "mail.inbound.test_brackets_beyond_measure_are_set_aside_before_they_are_read",
        "/clubs/the-knights-of-the-round-table-and-their-squires/seasons/3/",
        "Authentication-Results: mx.example.org; dmarc=pass",
        "2026-11-23T00:24:47.278094Z [info     ] 0.1.0 (1912e94)",
        "<179526240012.4711.9876543210.0f1e2d3c4b5a69788796a5b4c3d2e1f0@play.example.org>",
        "22c74902-a0c1-4511-804f-341342852c90",
    ):
        assert redact(words) == words


def test_cutting_twice_changes_nothing() -> None:
    for token in tokens_of_all_kinds().values():
        once = redact(f"/clubs/tower/join/{token}/ {token}")
        assert redact(once) == once


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
