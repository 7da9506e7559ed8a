"""The site as an app: its manifest, its service worker, and the page without a connection."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from accounts.models import User
from tests.support.people import LogIn

pytestmark = pytest.mark.either


def picture(address: str) -> Image.Image:
    path = finders.find(address.removeprefix("/static/"))
    assert isinstance(path, str)
    with open(path, "rb") as file:
        return Image.open(BytesIO(file.read()))


@pytest.mark.django_db
def test_the_manifest_makes_the_site_installable(client: Client) -> None:
    """What browsers ask for: a name, a start, a display of its own, and pictures of 192 and 512 pixels."""
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    found = answer.json()
    assert (found["name"], found["start_url"], found["display"]) == ("Fortify Club", "/", "standalone")
    drawn = {icon["sizes"]: picture(icon["src"]) for icon in found["icons"] if icon["type"] == "image/png"}
    assert {size: "x".join(map(str, found.size)) for size, found in drawn.items()} == {
        "192x192": "192x192",
        "512x512": "512x512",
    }


@pytest.mark.django_db
def test_a_maskable_picture_has_no_hole_where_it_is_cut(client: Client) -> None:
    maskable = next(icon for icon in client.get("/manifest.webmanifest").json()["icons"] if "purpose" in icon)
    assert maskable["purpose"] == "maskable"
    corner = picture(maskable["src"]).convert("RGBA").getpixel((0, 0))
    assert isinstance(corner, tuple)
    assert corner[3] == 255


@pytest.mark.django_db
def test_every_page_names_the_manifest(client: Client) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/rules/").content.decode()


@pytest.mark.django_db
def test_the_service_worker_is_asked_for_again_and_keeps_files_that_exist(client: Client) -> None:
    answer = client.get("/sw.js")
    assert (answer.headers["Content-Type"], answer.headers["Cache-Control"]) == ("text/javascript", "no-cache")
    found = re.search(r"KEPT = \[(.*)\]", answer.content.decode())
    assert found is not None
    page, *files = re.findall(r'"([^"]+)"', found[1].replace("\\u002D", "-"))
    assert client.get(page).status_code == 200
    assert all(finders.find(each.removeprefix("/static/")) for each in files)


@pytest.mark.django_db
def test_the_page_without_a_connection_is_no_ones_own(client: Client, log_in: LogIn, player: User) -> None:
    visitors = client.get("/offline/").content.decode()
    assert "reach the site" in visitors
    assert log_in(player).get("/offline/").content.decode() == visitors
