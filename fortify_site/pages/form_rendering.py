"""The rendering of all forms: one template for forms, one for fields."""

from __future__ import annotations

from typing import Any

from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest


class FormRenderer(TemplatesSetting):
    """A renderer whose ``{{ form }}`` and ``{{ form.name.as_field_group }}`` join label, help, control and errors."""

    form_template_name = "_form.html"
    field_template_name = "_field.html"

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> str:
        """Render without the placeholders of allauth's fields, which repeat the label and vanish while typing."""
        context.get("widget", {}).get("attrs", {}).pop("placeholder", None)
        return super().render(template_name, context, request)
