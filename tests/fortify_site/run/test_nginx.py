"""The web server in front, as docs/hosting sets it up, lets through what the site takes."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.urls import reverse

from fortify_site import request_size
from tournaments.archives.imports import uploads
from tournaments.imports import csv_list
from tournaments.views.manage import import_trf

FORM_AROUND = 10_000  # bytes of a form beside the file in it
SIZE = re.compile(r"client_max_body_size (\d+)([km]);")
UNITS = {"k": 1024, "m": 1024**2}


def most_at(path: str) -> int:
    """The body that nginx lets through there: what the location says, or else the server."""
    text = (settings.BASE_DIR / "docs/hosting/nginx.conf").read_text()
    server = text[text.index("listen 443") :]
    locations = re.findall(r"location (=? ?)(/\S+) \{(.*?)\}", server, re.DOTALL)
    fitting = [body for exactly, at, body in locations if (path == at if exactly else path.startswith(at))]
    sizes = [size for body in fitting for size in SIZE.findall(body)] or SIZE.findall(server)
    number, unit = sizes[0]
    return int(number) * UNITS[unit]


@pytest.mark.parametrize(
    ("path", "most"),
    [
        (reverse("clubs:archive_in"), uploads.MOST_BYTES),
        (reverse("tournaments:import_trf", args=[1]), import_trf.MOST_BYTES),
        (reverse("clubs:import", args=["hill"]), csv_list.MOST_BYTES),
        (reverse("accounts:profile"), request_size.LARGEST),
        ("/webhooks/postmark/inbound_mime/", settings.DATA_UPLOAD_MAX_MEMORY_SIZE),
    ],
)
def test_it_lets_through_the_largest_body_that_the_site_takes(path: str, most: int) -> None:
    assert most_at(path) >= most + FORM_AROUND
