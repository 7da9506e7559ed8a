"""What templates need to know of events."""

from __future__ import annotations

from typing import Any

from django import template
from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Max
from django.template.context import Context

from accounts.models import User
from competition.standings import TieBreak
from tournaments.models import Entry, Event, Round
from tournaments.permissions.events import may_organise, visible_to
from tournaments.standings.explain import article

register = template.Library()

EVENTS_OF_A_PLAYER = 10
IN_IT = (Entry.Status.ENTERED, Entry.Status.WITHDRAWN)
STAGE_CHIPS = {
    Event.Stage.REGISTRATION: "good",
    Event.Stage.RUNNING: "accent",
    Event.Stage.CANCELLED: "bad",
}


@register.simple_tag(takes_context=True)
def organises(context: Context, event: Event) -> bool:
    """Whether the reader may organise the event; asked once a page."""
    # The lowest layer of the render context is shared by a page and everything it includes.
    found: dict[Any, Any] = context.render_context.dicts[0]
    key = ("organises", event.pk)
    if key not in found:
        found[key] = may_organise(context.get("user") or AnonymousUser(), event)
    return bool(found[key])


@register.simple_tag
def last_round(event: Event) -> int:
    """The last round that is published; 0 before the first."""
    published = Round.objects.filter(event=event).exclude(stage=Round.Stage.DRAFT)
    return published.aggregate(last=Max("number"))["last"] or 0


@register.simple_tag(takes_context=True)
def events_of(context: Context, player: User) -> list[Entry]:
    """The player's entries in the latest events they are in, of those that the reader may see."""
    seen = visible_to(context.get("user") or AnonymousUser())
    entries = Entry.objects.filter(player=player, status__in=IN_IT, event__in=seen).select_related("event")
    return list(entries.order_by(F("event__begun_at").desc(nulls_first=True), "-event__pk")[:EVENTS_OF_A_PLAYER])


@register.filter
def stage_chip(event: Event) -> str:
    return STAGE_CHIPS.get(Event.Stage(event.stage), "")


@register.filter
def article_of(tie_break: TieBreak) -> str:
    return article(tie_break)


@register.filter
def get(mapping: Any, key: Any) -> Any:
    """The value of a mapping; ``None`` where it has none."""
    return mapping.get(key)
