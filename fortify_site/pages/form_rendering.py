"""The rendering of all forms: one template for forms, one for fields."""

from __future__ import annotations

from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    """A renderer whose ``{{ form }}`` and ``{{ form.name.as_field_group }}`` join label, help, control and errors."""

    form_template_name = "_form.html"
    field_template_name = "_field.html"
