"""What a webhook is told, looked up when it is sent: whatever it says anybody may see, or the organiser who gave the
address."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse

from fortify_site.api.models import Delivery, Webhook
from fortify_site.api.resources.pairings import pairing_out, pairings_of
from fortify_site.api.resources.seasons import season_detail
from fortify_site.api.resources.standings import brought
from tournaments.cups.words import round_name
from tournaments.models import Club, Event, Pairing, Round, Season
from tournaments.standings.standings import table_of
from tournaments.webhook_events import WebhookEvent

Data = dict[str, Any]
FIRST = 10


def payload_for(row: Delivery) -> Data | None:
    """``None`` where what it tells of no longer exists."""
    data = _data(row)
    return None if data is None else {"type": row.kind, "timestamp": row.made_at.isoformat(), "data": data}


def _data(row: Delivery) -> Data | None:
    match row.kind:
        case WebhookEvent.SEASON_PUBLISHED.value | WebhookEvent.SEASON_ENDED.value:
            return _season(row.context["season"])
        case WebhookEvent.ROUND_PUBLISHED.value | WebhookEvent.MATCH_ENDED.value | WebhookEvent.TABLE_CHANGED.value:
            event = _event_of(row)
            about = None if event is None else _about(row, event)
            return None if event is None or about is None else {"event": _event(event), **about}
        case _:
            return _greeting(row.webhook)


def _event_of(row: Delivery) -> Event | None:
    return Event.objects.select_related("club").filter(pk=row.context["event"]).first()


def _about(row: Delivery, event: Event) -> Data | None:
    match row.kind:
        case WebhookEvent.ROUND_PUBLISHED.value:
            return _round(event, row.context["round"])
        case WebhookEvent.MATCH_ENDED.value:
            return _match(event, row.context["pairing"])
        case _:
            return _table(event)


def _greeting(webhook: Webhook) -> Data:
    owner = webhook.owner
    return {"club": _club(owner)} if isinstance(owner, Club) else {"event": _event(owner)}


def _event(event: Event) -> Data:
    return {
        "id": event.pk,
        "name": event.name,
        "club": event.club.slug if event.club else None,
        "url": settings.SITE_URL + event.get_absolute_url(),
        "api": f"{settings.SITE_URL}/api/v1/events/{event.pk}",
    }


def _club(club: Club) -> Data:
    return {
        "slug": club.slug,
        "name": club.name,
        "url": settings.SITE_URL + club.get_absolute_url(),
        "api": f"{settings.SITE_URL}/api/v1/clubs/{club.slug}",
    }


def _season(pk: int) -> Data | None:
    season = Season.objects.select_related("league__club", "leave_pool").filter(pk=pk).first()
    if season is None:
        return None
    league = season.league
    return {
        "club": _club(league.club),
        "league": {"slug": league.slug, "name": league.name},
        "season": season_detail(season).model_dump(mode="json"),
    }


def _round(event: Event, pk: int) -> Data | None:
    round = Round.objects.filter(pk=pk).exclude(stage=Round.Stage.DRAFT).first()
    if round is None:
        return None
    return {
        "round": round.number,
        "name": round_name(round.number, event.rounds) if event.is_cup else "",
        "url": settings.SITE_URL + reverse("tournaments:round", args=[round.event_id, round.number]),
        "pairings": [each.model_dump(mode="json") for each in pairings_of(event, round)],
    }


def _match(event: Event, pk: int) -> Data | None:
    """In a cup one that was drawn may be followed by a further one, which is being played by now."""
    pairing = Pairing.objects.select_related("round", "white__player", "black__player").filter(pk=pk).first()
    if pairing is None or (pairing.decided_at is None and not pairing.further):
        return None
    return {"round": pairing.round.number, "pairing": pairing_out(event, pairing).model_dump(mode="json")}


def _table(event: Event) -> Data:
    table = table_of(event)
    first = [{"rank": row.rank, "name": table.names[row.number], **brought(table, row)} for row in table.rows[:FIRST]]
    address = settings.SITE_URL + reverse("tournaments:table", args=[event.pk])
    return {"after": table.after, "url": address, "first": first}
