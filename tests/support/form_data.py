"""Forms as a browser would send them."""

from __future__ import annotations

import html
import re
from typing import Any

from django import forms
from django.test import Client


def filled_in(client: Client, address: str, **fields: Any) -> dict[str, Any]:
    """Return what the page's form sends if nothing but these fields is filled in."""
    form = client.get(address).context["form"]
    data = {field.html_name: sent for field in form if (sent := _sent(field)) is not None}
    return data | {"game": form.game.slug} | fields


def hidden(page: str, name: str) -> str:
    """Return the value of a hidden field."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None
    return html.unescape(found[1])


def _sent(field: forms.BoundField) -> str | None:
    """Return what a browser sends for the field; ``None`` if it sends nothing, as for a box that isn't ticked."""
    value = field.value()
    if field.field.disabled:
        return None
    if isinstance(field.field, forms.BooleanField):
        return "on" if value else None
    shown = field.field.widget.format_value(value)
    return "" if shown is None else str(shown[0] if isinstance(shown, list) else shown)
