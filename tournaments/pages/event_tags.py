"""Template tags for events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.contrib.auth.models import AnonymousUser
from django.db.models import Max
from django.template.context import Context

from tournaments.models import Event, Round
from tournaments.permissions.events import may_organise

register = template.Library()

STAGE_CHIPS = {
    Event.Stage.REGISTRATION: "good",
    Event.Stage.RUNNING: "accent",
    Event.Stage.CANCELLED: "bad",
}


@register.simple_tag(takes_context=True)
def organises(context: Context, event: Event) -> bool:
    """Return whether the reader may organise the event; looked up once a page."""
    # The lowest layer of the render context is shared by a page and everything it includes.
    found: dict[Any, Any] = context.render_context.dicts[0]
    key = ("organises", event.pk)
    if key not in found:
        found[key] = may_organise(context.get("user") or AnonymousUser(), event)
    return bool(found[key])


@register.simple_tag(takes_context=True)
def last_round(context: Context, event: Event) -> int:
    """Return the last published round; 0 before the first."""
    if standings := context.get("standings"):
        return int(standings.last)
    published = Round.objects.filter(event=event).exclude(stage=Round.Stage.DRAFT)
    return published.aggregate(last=Max("number"))["last"] or 0


@register.filter
def stage_chip(event: Event) -> str:
    return STAGE_CHIPS.get(Event.Stage(event.stage), "")


@register.filter
def get(mapping: Any, key: Any) -> Any:
    """Return the value of a mapping; ``None`` if it has none."""
    return mapping.get(key)


@register.filter
def of_key(found: Mapping[str, object], key: str) -> object:
    """Return the value of a mapping for a key that the template has worked out."""
    return found.get(key)
