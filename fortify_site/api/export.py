"""The API's part of a player's data export, without any secret."""

from __future__ import annotations

from typing import Any

from accounts.models import User

from .models import Token, Webhook

Data = dict[str, Any]


def export_tokens(user: User) -> Data:
    tokens = Token.objects.filter(user=user).order_by("pk")
    webhooks = Webhook.objects.filter(made_by=user).select_related("event", "club").order_by("pk")
    return {
        "tokens": list(tokens.values("name", "scope", "made_at", "last_used_at")),
        "webhooks_made": [_webhook(each) for each in webhooks],
    }


def _webhook(webhook: Webhook) -> Data:
    return {
        "event": webhook.event.name if webhook.event else None,
        "club": webhook.club.name if webhook.club else None,
        "address": webhook.url,
        "kinds": webhook.kinds,
        "made_at": webhook.made_at,
        "switched_off_at": webhook.off_at,
    }
