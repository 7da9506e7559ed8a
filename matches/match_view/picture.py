"""The board as a picture for emails, drawn from the same description and by the same code as the page's."""

from __future__ import annotations

import io
import re
from email.mime.image import MIMEImage
from functools import cache, lru_cache, partial
from importlib.resources import files
from typing import Any, Final

import resvg_py
from django.conf import settings
from PIL import Image

from engine.values import View

from .drawing import draw_board

WIDTH: Final = 480  # pixels; mails show it smaller, for screens with small ones
COLOURS: Final = 64  # a quarter of the bytes of one with all, and to the eye the same
FONT: Final = "Noto Sans"
# Each would be clipped to its own edges in a layer as large as the whole picture, which takes three fifths of the time.
# What boards are drawn of keeps within its edges, but for the tip of a stroke.
_CLIPPED: Final = re.compile(r"<(symbol|svg)\s")
_UNSIZED: Final = re.compile(r'\A(?![^>]*\swidth=)(<svg [^>]*viewBox="0 0 (\S+) ([^"]+)")')


def board_png(view: View) -> bytes:
    """Draw the board of a view as a PNG of some 15 kB."""
    sized = _UNSIZED.sub(_with_size, draw_board(view, "picture.svg"))
    return _drawn(_CLIPPED.sub(r'<\1 overflow="visible" ', sized))


def _with_size(found: re.Match[str]) -> str:
    """Give a drawing its size in pixels.

    Without one it would be cut to whole units, and a board is only a few units wide.
    """
    return f'{found[1]} width="{float(found[2]) * 100:g}" height="{float(found[3]) * 100:g}"'


@lru_cache(maxsize=256)  # a round begins with the same board in each of its matches
def _drawn(svg: str) -> bytes:
    drawn = resvg_py.svg_to_bytes(
        svg, width=WIDTH, skip_system_fonts=True, font_files=_fonts(), sans_serif_family=FONT, font_family=FONT
    )
    with Image.open(io.BytesIO(bytes(drawn))) as image:
        few = image.convert("RGB").quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    written = io.BytesIO()
    few.save(written, "PNG")
    return written.getvalue()


def show(view: View) -> dict[str, Any]:
    """Return what an email's context needs for a picture of the board."""
    return {"picture": f"cid:{_content_id()}", "draw_picture": partial(_inline, view)}


def _inline(view: View) -> MIMEImage:
    """Return the part of an email that its HTML shows as ``cid:…`` (RFC 2392)."""
    part = MIMEImage(board_png(view), "png")
    part["Content-ID"] = f"<{_content_id()}>"
    part.add_header("Content-Disposition", "inline", filename="board.png")
    return part


def _content_id() -> str:
    """Return the picture's id, the same in all emails, as each holds one picture."""
    return f"board@{settings.MAIL_DOMAIN}"


@cache
def _fonts() -> list[str]:
    return [str(files("manimgx_fonts") / "NotoSans[wght].ttf")]
