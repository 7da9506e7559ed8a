"""Of a page the test client keeps what the view gave it, not each of its hundred parts' own copy of that, too."""

from __future__ import annotations

from django.template import Context, Template
from django.test import utils
from django.test.signals import template_rendered
from django.utils.safestring import SafeString


def render(template: Template, context: Context) -> SafeString:
    """As Django's own for tests, which says of every template that it was rendered, however many are in each other."""
    if context.template is template:
        template_rendered.send(sender=template, template=template, context=context)
    return template.nodelist.render(context)


utils.instrumented_test_render = render  # type: ignore[attr-defined]  # django-stubs leave it out
