"""Whose webhooks are: an event's, or a club's, which hear of everything in the club."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.urls import reverse

from accounts.models import User
from fortify_site.api.models import Webhook
from tournaments.locking import club_log
from tournaments.locking import log as event_log
from tournaments.locking.locks import CLUB, EVENT
from tournaments.models import Club, Event
from tournaments.permissions import clubs
from tournaments.permissions.events import may_organise
from tournaments.webhook_events import WebhookEvent

Owner = Event | Club
T = TypeVar("T")

OF_SEASONS = (WebhookEvent.SEASON_PUBLISHED, WebhookEvent.SEASON_ENDED)


def kinds_of(owner: Owner) -> list[str]:
    """What its webhooks can be told."""
    return [each.value for each in WebhookEvent if isinstance(owner, Club) or each not in OF_SEASONS]


def page_of(owner: Owner) -> str:
    """Where its webhooks are changed."""
    if isinstance(owner, Club):
        return reverse("api:club_webhooks", args=[owner.slug])
    return reverse("api:webhooks", args=[owner.pk])


def decide(owner: Owner, act: Callable[[Owner], T]) -> T:
    """Run ``act`` on the owner as it is now, its row held. Raises ``tournaments.locking.refused.TournamentRefused``."""
    if isinstance(owner, Club):
        return CLUB.run(owner.pk, act)
    return EVENT.run(owner.pk, act)


def note(owner: Owner, words: str, *, by: User) -> None:
    """A line of its log."""
    if isinstance(owner, Club):
        club_log.note(owner, words, by=by)
    else:
        event_log.note(owner, event_log.Kind.EVENT, words, by=by)


def readers_of(webhook: Webhook) -> list[User]:
    """The people who hear of its troubles: whoever made it, as long as they may change it, or else all who may."""
    maker, owner = webhook.made_by, webhook.owner
    return [maker] if maker is not None and _may_change(maker, owner) else _organisers_of(owner)


def _may_change(user: User, owner: Owner) -> bool:
    return clubs.may_run(user, owner) if isinstance(owner, Club) else may_organise(user, owner)


def _organisers_of(owner: Owner) -> list[User]:
    if isinstance(owner, Club):
        running = clubs.members_of(owner).filter(role__in=clubs.RUNNING_IT).values("player")
        return list(User.objects.filter(pk__in=running, is_active=True))
    found = list(owner.organisers.filter(is_active=True))
    return found if found or owner.club is None else _organisers_of(owner.club)
