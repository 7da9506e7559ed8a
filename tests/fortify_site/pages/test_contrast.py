"""Text can be read in both schemes: at least 4.5:1, and 3:1 for the edges of fields (WCAG 2.2, 1.4.3 and 1.4.11)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings


def colours(name: str) -> dict[str, str]:
    """Those that a stylesheet begins with."""
    css = (Path(settings.BASE_DIR) / "static" / name).read_text()
    block = re.findall(r":root \{(.*?)\}", css, re.DOTALL)[0]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


SCHEMES = [colours("site.css"), colours("dark.css")]
LIGHT, DARK = SCHEMES[0], {**SCHEMES[0], **SCHEMES[1]}

TEXT = ["ink", "muted", "accent", "accent-strong", "good", "warn", "bad", "red-side", "green-side"]
TINTED = [("good", "good-tint"), ("warn", "warn-tint"), ("bad", "bad-tint"), ("accent", "tint"), ("muted", "land")]


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_on_its_grounds(scheme: dict[str, str]) -> None:
    pairs = [(text, ground) for text in TEXT for ground in ("paper", "paper-2")]
    pairs += TINTED + [("ink", ground) for _, ground in TINTED] + [("on-accent", "accent")]
    poor = {pair: contrast(scheme[pair[0]], scheme[pair[1]]) for pair in pairs}
    assert {pair: ratio for pair, ratio in poor.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_edges_of_fields(scheme: dict[str, str]) -> None:
    for ground in ("paper", "paper-2"):
        assert contrast(scheme["line-strong"], scheme[ground]) >= 3


def test_both_schemes_name_the_same_colours() -> None:
    assert set(SCHEMES[1]) == set(SCHEMES[0])
