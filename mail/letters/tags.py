"""The tags of emails for addresses. The label is what the HTML shows; the plain text shows the address."""

from __future__ import annotations

from django.template import Library
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = Library()


@register.simple_tag
def button(url: str, label: str) -> SafeString:
    """An address as a button, in a paragraph of its own."""
    return format_html('<button href="{}">{}</button>', url, label)


@register.simple_tag
def link(url: str, label: str) -> SafeString:
    """An address under its label, which the text shows too: “Match page: https://…”."""
    return format_html('<link href="{}">{}</link>', url, label)


@register.simple_tag
def address(url: str, label: str = "") -> SafeString:
    """An address alone; the HTML shows it as it is where there is no label."""
    return format_html('<address href="{}">{}</address>', url, label or url)
