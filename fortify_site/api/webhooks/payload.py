"""What a webhook is told, looked up when it is sent: whatever it says anybody may see, or the organiser who gave the
address."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse

from fortify_site.api.models import Delivery
from fortify_site.api.resources.events import pairing_out
from tournaments.happenings import Happening
from tournaments.models import Event, Pairing, Round
from tournaments.tables import table_of

Data = dict[str, Any]


def of(row: Delivery) -> Data | None:
    """``None`` where what it tells of is no longer there."""
    about = _about(row)
    if about is None:
        return None
    data = {"event": _event(row.webhook.event), **about}
    return {"type": row.kind, "timestamp": row.made_at.isoformat(), "data": data}


def _about(row: Delivery) -> Data | None:
    match row.kind:
        case Happening.ROUND_PUBLISHED.value:
            return _round(row.context["round"])
        case Happening.MATCH_ENDED.value:
            return _match(row.context["pairing"])
        case Happening.TABLE_CHANGED.value:
            return _table(row.webhook.event)
        case _:
            return {}


def _event(event: Event) -> Data:
    api = f"{settings.SITE_URL}/api/v1/events/{event.pk}"
    return {"id": event.pk, "name": event.name, "url": settings.SITE_URL + event.get_absolute_url(), "api": api}


def _round(pk: int) -> Data | None:
    round = Round.objects.filter(pk=pk).exclude(stage=Round.Stage.DRAFT).first()
    if round is None:
        return None
    rows = round.pairings.select_related("white__player", "black__player").order_by("board", "pk")
    return {
        "round": round.number,
        "url": settings.SITE_URL + reverse("tournaments:round", args=[round.event_id, round.number]),
        "pairings": [pairing_out(pairing).model_dump(mode="json") for pairing in rows],
    }


def _match(pk: int) -> Data | None:
    pairing = Pairing.objects.select_related("round", "white__player", "black__player").filter(pk=pk).first()
    if pairing is None or pairing.decided_at is None:
        return None
    return {"round": pairing.round.number, "pairing": pairing_out(pairing).model_dump(mode="json")}


def _table(event: Event) -> Data:
    table = table_of(event)
    first = [
        {"rank": row.rank, "name": table.names[row.number], "points": table.columns[0].show(row.points)}
        for row in table.rows[:10]
    ]
    address = settings.SITE_URL + reverse("tournaments:table", args=[event.pk])
    return {"after": table.after, "url": address, "first": first}
