"""A control is drawn once for the same values, and as Django draws it."""

from __future__ import annotations

import pytest
from django import forms
from django.forms.renderers import TemplatesSetting
from django.utils.safestring import SafeString

from fortify_site.pages.form_rendering import FormRenderer

PLAIN, OURS = TemplatesSetting(), FormRenderer()


@pytest.mark.parametrize("kind", [forms.Textarea, forms.TextInput, forms.CheckboxInput, forms.Select])
def test_it_is_as_django_draws_it(kind: type[forms.Widget]) -> None:
    widget = kind()
    if isinstance(widget, forms.Select):
        widget.choices = [("a", "A"), ("<b>", "B")]
    for value in ("", "<b>", SafeString("<b>"), "<b>", None, 1, True, "1"):
        for attrs in ({"id": "x"}, {"id": "x", "required": True}, {"id": "x", "required": "1"}, {"id": "y"}):
            for _ in range(2):
                assert widget.render("name", value, attrs, OURS) == widget.render("name", value, attrs, PLAIN)


def test_it_is_drawn_once() -> None:
    first, again = (forms.Textarea().render("name", "Said once", {"id": "x"}, OURS) for _ in range(2))
    assert first == again
    assert OURS.render(*asked("Said once")) is OURS.render(*asked("Said once"))
    assert OURS.render(*asked("Said once")) != OURS.render(*asked("Said otherwise"))


def asked(value: str) -> tuple[str, dict[str, object]]:
    widget = forms.Textarea()
    return widget.template_name, dict(widget.get_context("name", value, {"id": "x"}))
