"""The web server in front, as docs/hosting sets it up, lets through what the site takes."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.core.signing import Signer
from django.urls import reverse

from fortify_site import request_size
from tests.support.every_address import PART, routes
from tournaments.files.archives.imports import uploads
from tournaments.files.imports import csv_list, trf_page

FORM_AROUND = 10_000  # bytes of a form beside the file in it
SIZE = re.compile(r"client_max_body_size (\d+)([km]);")
UNITS = {"k": 1024, "m": 1024**2}
CONFIGURATION = (settings.BASE_DIR / "docs/hosting/nginx.conf").read_text()
# What stands in addresses as a word of any kind: secrets, as they are made, and what is none.
SECRETS = {
    "token": "abcdefghijklmnopqrstuvwxyz234567",
    "signed": Signer().sign("12"),
    "key": "AbCdEfGhIjKlMnOpQrStUv",
}
OPEN = {"line", "mail_id"}


def most_at(path: str) -> int:
    """The body that nginx lets through there: what the location says, or else the server."""
    locations = re.findall(r"location (?:\^~ )?(=? ?)(/\S+) \{(.*?)\}", CONFIGURATION, re.DOTALL)
    fitting = [body for exactly, at, body in locations if (path == at if exactly else path.startswith(at))]
    sizes = [size for body in fitting for size in SIZE.findall(body)] or SIZE.findall(CONFIGURATION)
    number, unit = sizes[0]
    return int(number) * UNITS[unit]


@pytest.mark.parametrize(
    ("path", "most"),
    [
        (reverse("clubs:archive_in"), uploads.MOST_BYTES),
        (reverse("tournaments:import_trf", args=[1]), trf_page.MOST_BYTES),
        (reverse("clubs:import", args=["hill"]), csv_list.MOST_BYTES),
        (reverse("accounts:profile"), request_size.LARGEST),
        ("/webhooks/postmark/inbound_mime/", settings.DATA_UPLOAD_MAX_MEMORY_SIZE),
    ],
)
def test_it_lets_through_the_largest_body_that_the_site_takes(path: str, most: int) -> None:
    assert most_at(path) >= most + FORM_AROUND


def test_no_address_with_a_secret_in_it_is_logged() -> None:
    (unlogged,) = re.findall(r'location ~ "(.*)" \{\s+access_log off;\s+error_log /dev/null;', CONFIGURATION)
    secret = [route.text for route in routes() if any(f"<str:{name}>" in route.text for name in SECRETS)]
    assert len(secret) > 20
    addresses = ["/" + PART.sub(lambda found: SECRETS.get(found[1], "1"), text) for text in secret]
    addresses.append(f"/accounts/password/reset/key/1-{'0a' * 20}/")
    assert [path for path in addresses if not re.search(unlogged, path)] == []
    assert re.search(unlogged, addresses[0].upper())
    assert not re.search(unlogged, "/matches/123456/turns/12/")


def test_every_word_in_an_address_is_known_to_be_secret_or_not() -> None:
    words = {name for route in routes() for name in re.findall(r"<str:(\w+)>", route.text)}
    assert words == set(SECRETS) | OPEN
