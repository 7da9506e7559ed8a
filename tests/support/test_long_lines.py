"""Tests that a template’s line that is too long is found, whatever kind of template it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from .long_lines import long_lines

pytestmark = pytest.mark.either


def test_the_121st_column_is_one_too_many(tmp_path: Path) -> None:
    folder = tmp_path / "templates"
    (folder / "games").mkdir(parents=True)
    (folder / "page.html").write_text(f"{'’' * 120}\n<p>\n")
    (folder / "games" / "picture.svg").write_text(f"<svg>\n{' ' * 121}")
    assert list(long_lines(folder)) == ["templates/games/picture.svg:2: 121 columns"]
