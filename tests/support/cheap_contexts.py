"""A cheaper test client, which keeps the context of a page's view, and not a copy for each of its hundred parts."""

from __future__ import annotations

from django.template import Context, Template
from django.test import utils
from django.test.signals import template_rendered
from django.utils.safestring import SafeString


def render(template: Template, context: Context) -> SafeString:
    """Render a template as Django's own does in tests, but announce only the outermost one.

    Django announces every template that was rendered, however deeply they are nested.
    """
    if context.template is template:
        template_rendered.send(sender=template, template=template, context=context)
    return template.nodelist.render(context)


utils.instrumented_test_render = render  # type: ignore[attr-defined]  # django-stubs leave it out
