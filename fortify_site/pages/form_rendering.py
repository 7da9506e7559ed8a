"""The drawing of every form: one template for a form, one for a field."""

from __future__ import annotations

from typing import Any

from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest


class FormRenderer(TemplatesSetting):
    """``{{ form }}`` and ``{{ form.name.as_field_group }}`` give label, help, control and errors, tied together."""

    form_template_name = "_form.html"
    field_template_name = "_field.html"

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> str:
        """Draw it without the placeholders of allauth's fields, which say the label again and go with the first key."""
        context.get("widget", {}).get("attrs", {}).pop("placeholder", None)
        return super().render(template_name, context, request)
