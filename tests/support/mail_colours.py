"""The colours of an email's HTML as a mail program without a stylesheet sees them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

VOID = frozenset({"br", "hr", "img", "meta", "link", "input", "base"})
BACKGROUND = re.compile(r"(?<![\w-])background(?:-color)?:\s*(#[0-9a-f]{6})", re.IGNORECASE)
INK = re.compile(r"(?<![\w-])color:\s*(#[0-9a-f]{6})", re.IGNORECASE)


@dataclass(frozen=True)
class Words:
    """A piece of text with the ink and the paper it gets from the elements around it."""

    text: str
    ink: str | None
    paper: str | None


class Colours(HTMLParser):
    """A parser that collects all texts of a document, and every address it would load something from."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, str | None, str | None]] = [("", None, None)]
        self.words: list[Words] = []
        self.cells: list[dict[str, str | None]] = []
        self.loads: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        style = own.get("style") or ""
        _, ink, paper = self.open[-1]
        ink = next(iter(INK.findall(style)), own.get("color") or ink)
        paper = next(iter(BACKGROUND.findall(style)), own.get("bgcolor") or paper)
        self.tags.add(tag)
        self.loads += [value for name, value in own.items() if name in {"src", "srcset", "background"} and value]
        self.loads += re.findall(r"url\([^)]*\)|@import[^;]*", style)
        if tag == "td":
            self.cells.append(own)
        if tag not in VOID:
            self.open.append((tag, ink, paper))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        was, _, _ = self.open.pop()
        assert was == tag, f"<{was}> is closed by </{tag}>"

    def handle_data(self, data: str) -> None:
        tag, ink, paper = self.open[-1]
        if data.strip() and tag not in {"title", "style"}:
            self.words.append(Words(data.strip(), ink, paper))


def read(html: str) -> Colours:
    colours = Colours()
    colours.feed(html)
    colours.close()
    assert len(colours.open) == 1, f"never closed: {colours.open}"
    return colours


def contrast(ink: str, paper: str) -> float:
    """The contrast ratio of WCAG 2.2, 1.4.3: from 1 to 21."""
    darker, lighter = sorted((_luminance(ink), _luminance(paper)))
    return (lighter + 0.05) / (darker + 0.05)


def inverted(colour: str) -> str:
    return "#" + "".join(f"{255 - part:02x}" for part in _parts(colour))


def _parts(colour: str) -> Iterator[int]:
    return (int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(part / 255) for part in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
