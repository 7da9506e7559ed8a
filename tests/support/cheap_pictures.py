"""Cheap pictures in the emails of tests: a dot in place of each board."""

from __future__ import annotations

import pytest

from matches.match_view import picture

from .dot import DOT


@pytest.fixture
def real_pictures() -> None:
    """The real pictures, for a test that looks at them."""


def draw_dots(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(picture, "_drawn", lambda _svg: DOT)


@pytest.fixture(autouse=True)
def _no_pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "real_pictures" not in request.fixturenames:
        draw_dots(monkeypatch)
