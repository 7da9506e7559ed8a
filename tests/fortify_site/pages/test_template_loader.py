"""Templates of pages are sent without the layout of their source."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.template.loader import get_template
from pytest_django import Settings

from fortify_site.pages.template_loader import without_layout

pytestmark = pytest.mark.either


@pytest.mark.parametrize(
    ("source", "read"),
    [
        (
            "<b>A</b>{# glue #}\n    {% if b %}{# glue #}\n\t, b\n    {% endif %}\n",
            "<b>A</b>{% if b %}, b\n{% endif %}\n",
        ),
        ("A{# glue #}\n\n  B\n", "A\nB\n"),
        ("A{# glue #} B\n", "A{# glue #} B\n"),
        ("A{# why #}\n  B\n", "A{# why #}\nB\n"),
        ("  A  B \n\t B\n\nC", "  A  B \nB\n\nC"),
    ],
)
def test_indentation_stays_behind_and_glue_takes_the_line_break_too(source: str, read: str) -> None:
    assert without_layout(source) == read


def test_pages_are_read_so(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "glued.html").write_text(
        "<p>\n  {% if name %}{# glue #}\n    <b>{{ name }}</b>{# glue #}\n  {% endif %}{# glue #}\n  ,\n</p>\n"
    )
    own, *others = settings.TEMPLATES
    settings.TEMPLATES = [{**own, "DIRS": [tmp_path, *own["DIRS"]]}, *others]
    assert get_template("glued.html").render({"name": "Ada"}) == "<p>\n<b>Ada</b>,\n</p>\n"
