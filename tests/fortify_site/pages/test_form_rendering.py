"""Controls are drawn as Django draws them, without placeholders."""

from __future__ import annotations

import pytest
from django import forms
from django.forms.renderers import TemplatesSetting

from fortify_site.pages.form_rendering import FormRenderer

PLAIN, OURS = TemplatesSetting(), FormRenderer()


@pytest.mark.parametrize("kind", [forms.Textarea, forms.TextInput, forms.CheckboxInput, forms.Select])
def test_it_is_as_django_draws_it_without_a_placeholder(kind: type[forms.Widget]) -> None:
    widget = kind()
    drawn = widget.render("name", "<b>", {"id": "x", "placeholder": "Name"}, OURS)
    assert drawn == widget.render("name", "<b>", {"id": "x"}, PLAIN)
    assert "Name" in widget.render("name", "<b>", {"id": "x", "placeholder": "Name"}, PLAIN)
