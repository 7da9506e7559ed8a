"""Template tags that show addresses in emails. The HTML shows the label, the plain text the address."""

from __future__ import annotations

from django.template import Library
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = Library()


@register.simple_tag
def button(url: str, label: str) -> SafeString:
    """Show an address as a button, in a paragraph of its own."""
    return format_html('<button href="{}">{}</button>', url, label)


@register.simple_tag
def link(url: str, label: str) -> SafeString:
    """Show an address under its label, which the plain text has, too: “Match page: https://…”."""
    return format_html('<link href="{}">{}</link>', url, label)


@register.simple_tag
def address(url: str, label: str = "") -> SafeString:
    """Show an address alone. Without a label the HTML shows the address itself."""
    return format_html('<address href="{}">{}</address>', url, label or url)
