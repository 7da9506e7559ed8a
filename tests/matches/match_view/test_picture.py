"""The board as a picture, in the emails that show one."""

from __future__ import annotations

import io
import re

import pytest
from django.template.loader import render_to_string
from PIL import Image

from engine.values import View
from matches.match_view import picture
from tests.support.toy_game import Toy

from .test_drawing import EVERYTHING, view_of

pytestmark = pytest.mark.usefixtures("real_pictures")

WATER, SHORE = (0x2F, 0x5F, 0x84), (0xEA, 0xD9, 0xAE)
PAPER = (0xFF, 0xFD, 0xF7)
RED, GREEN = (0xA3, 0x29, 0x20), (0xE4, 0xF0, 0xD6)


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


def test_the_picture_of_a_plain_board_has_its_edges(toy_beside: Toy) -> None:
    """Paper, not board, is around the spaces; a picture that is cut off ends within them."""
    refs = [f"{column}{row}" for row in (3, 2, 1) for column in "abc"]
    spaces = [{"ref": ref, "words": ref, "mark": ""} for ref in refs]
    image = drawn({**toy_beside.showcase(), "columns": tuple("abc"), "rows": (3, 2, 1), "spaces": spaces})
    middle = image.width // 2
    edges = [
        image.getpixel(point) for point in ((middle, 2), (image.width - 3, middle), (2, 2), (middle, image.width - 3))
    ]
    assert set(edges) == {PAPER}
    assert image.getpixel((middle, middle)) != PAPER
