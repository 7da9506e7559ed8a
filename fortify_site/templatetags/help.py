"""A link to a help page, at the place where its question comes up."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from fortify_site.help.topics import BY_SLUG

register = template.Library()


@register.simple_tag
def help_link(slug: str, part: str = "") -> SafeString:
    """Return a link to the help page, or to a part of it, named as the page is. Raises ``KeyError``."""
    topic = BY_SLUG[slug]
    address = topic.get_absolute_url() + (f"#{part}" if part else "")
    words = _("Help: %(topic)s") % {"topic": topic.title}
    return format_html('<a class="help-link" href="{}">{}</a>', address, words)
