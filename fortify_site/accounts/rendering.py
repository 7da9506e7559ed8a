"""How every form of the site is drawn: one template for a form, one for a field."""

from __future__ import annotations

from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    """``{{ form }}`` and ``{{ form.name.as_field_group }}`` give label, help, control and errors, tied together."""

    form_template_name = "_form.html"
    field_template_name = "_field.html"
