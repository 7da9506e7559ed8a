"""Tests that comparisons of an event's format are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from .formats_asked import asked_in, found_in, slugs

pytestmark = pytest.mark.either


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        ("event.format == Event.Format.CUP", True),
        ("round.event.format in known", True),
        ("if kind in ('swiss', other): pass", True),
        ("event.rules.slug != 'x'", True),
        ("row.webhook.format == OWN", False),
        ("event.rules.draws_ahead", False),
        ("game.slug == rules.slug", False),
        ("event.format", False),
    ],
)
def test_what_a_module_asks(source: str, is_found: bool) -> None:
    assert bool(list(asked_in(source, {"swiss"}))) is is_found


def test_a_template_asks_and_a_format_may(tmp_path: Path) -> None:
    for name in ("templates/event.html", "templates/formats/cup/about.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text('<p>\n{% if event.format == "cup" %}\n')
    assert list(found_in(tmp_path, {"cup"})) == ['templates/event.html:2: {% if event.format == "cup" %}']


def test_every_format_has_a_slug() -> None:
    assert {"swiss", "round_robin", "cup", "tables", "tables_all", "expedition"} <= slugs()
