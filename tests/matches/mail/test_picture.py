"""The board as a picture, in the mails that show one."""

from __future__ import annotations

import io
import re
from email import message_from_bytes, policy

import pytest
from django.template.loader import render_to_string
from PIL import Image

from engine.game import View
from matches.mail import picture
from matches.mail.compose import compose
from matches.models import OutboxMail
from tests.matches.test_boards import EVERYTHING, view_of

from .conftest import html_of, message_of
from .test_every_kind import WITHOUT_BOARD

pytestmark = pytest.mark.usefixtures("real_pictures")

WATER, SHORE = (0x2F, 0x5F, 0x84), (0xEA, 0xD9, 0xAE)
RED, GREEN = (0xA3, 0x29, 0x20), (0xE4, 0xF0, 0xD6)
MOST = 100_000  # bytes of a whole mail


def drawn(view: View) -> Image.Image:
    return Image.open(io.BytesIO(picture.board_png(view))).convert("RGB")


def shares(view: View, space: str) -> dict[tuple[int, ...], float]:
    """How much of a space's picture has each colour."""
    image = drawn(view)
    cell = image.width / (len(view["columns"]) + 0.58)
    left = (0.05 + 0.38 + view["columns"].index(space[0])) * cell
    top = (0.05 + 0.1 + view["rows"].index(int(space[1:]))) * cell
    cut = image.crop((round(left), round(top), round(left + cell), round(top + cell)))
    count = cut.width * cut.height
    return {colour: number / count for number, colour in cut.getcolors(count) or [] if isinstance(colour, tuple)}


def near(found: dict[tuple[int, ...], float], wanted: tuple[int, ...]) -> float:
    return sum(
        share for colour, share in found.items() if max(abs(a - b) for a, b in zip(colour, wanted, strict=True)) < 16
    )


def test_it_shows_what_the_view_says() -> None:
    view = view_of("5/3t1/1T3/5/5 r 9/2 I4T3B4i4t3b4 - 0")
    terrain = {space["ref"]: space["terrain"] for space in view["spaces"]}
    assert near(shares(view, "b3"), RED) > 0.15  # a round plate is 0.4 of a space, less its figure
    assert near(shares(view, "d4"), GREEN) > 0.15
    for space in ("a5", "e3"):
        assert near(shares(view, space), {"water": WATER, "shore": SHORE}[terrain[space]]) > 0.5
        assert near(shares(view, space), RED) == near(shares(view, space), GREEN) == 0


def test_a_crowded_board_is_small_in_bytes() -> None:
    png = picture.board_png(view_of(EVERYTHING))
    assert len(png) < 30_000
    assert Image.open(io.BytesIO(png)).width == picture.WIDTH


def test_it_depends_on_no_stylesheet() -> None:
    svg = render_to_string("games/fortify/picture.svg", {"view": view_of(EVERYTHING)})
    assert not re.search(r"style=|<style|<link|var\(", svg)


@pytest.mark.django_db
def test_a_mail_with_a_board_brings_its_picture_and_stays_small(any_mail: OutboxMail) -> None:
    message = compose(any_mail)
    assert message is not None
    content = message.message().as_bytes()
    assert len(content) < MOST
    mail = message_from_bytes(content, policy=policy.default)
    pictures = [part for part in mail.walk() if part.get_content_maintype() == "image"]
    html = mail.get_body(("html",))
    assert html is not None
    shown = re.findall(r'src="cid:([^"]+)"', html.get_content())
    assert shown == [png["Content-ID"].strip("<>") for png in pictures]
    if not pictures:
        assert any_mail.kind in WITHOUT_BOARD or "challenge" in any_mail.context
        return
    (png,) = pictures
    assert mail.get_content_type() == "multipart/related"
    assert not list(mail.iter_attachments()) or png.get_content_disposition() == "inline"


@pytest.mark.django_db
def test_the_picture_is_only_an_addition(any_mail: OutboxMail) -> None:
    """The table says all of it, so the picture has no words of its own for those who cannot see it."""
    html = html_of(message_of(any_mail))
    assert all('alt=""' in image for image in re.findall(r"<img[^>]*>", html))
