"""Webhooks of an event or a club, which hear of everything in it, and what organisers can do with them.

Adding and removing one is noted in the log of the event or the club, but without its address, which may be a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from django.urls import reverse

from accounts.models import User
from fortify_site.api.models import Webhook, new_secret
from i18n.text import noop, say
from timekeeping import clock
from tournaments.locking import club_log
from tournaments.locking import log as event_log
from tournaments.locking.locks import CLUB, EVENT
from tournaments.locking.webhook_events import WebhookEvent
from tournaments.models import Club, Event
from tournaments.permissions import clubs
from tournaments.permissions.events import may_organise

Owner = Event | Club
T = TypeVar("T")

MOST_WEBHOOKS: Final = 5
ADDED_TO_EVENT: Final = noop("A webhook was added: a program is told what happens in the event.")
ADDED_TO_CLUB: Final = noop("A webhook was added: a program is told what happens in the club.")
OF_SEASONS: Final = (WebhookEvent.SEASON_PUBLISHED, WebhookEvent.SEASON_ENDED)


def kinds_of(owner: Owner) -> list[str]:
    """Return the kinds of news that webhooks of the event or club can follow."""
    return [each.value for each in WebhookEvent if isinstance(owner, Club) or each not in OF_SEASONS]


def page_of(owner: Owner) -> str:
    """Return the address of the page where webhooks of the event or club are edited."""
    if isinstance(owner, Club):
        return reverse("api:club_webhooks", args=[owner.slug])
    return reverse("api:webhooks", args=[owner.pk])


def decide_for_owner(owner: Owner, act: Callable[[Owner], T]) -> T:
    """Run ``act`` on the current owner while its row is locked.

    Raises ``tournaments.locking.refused.TournamentRefused``.
    """
    if isinstance(owner, Club):
        return CLUB.run(owner.pk, act)
    return EVENT.run(owner.pk, act)


def note_in_log(owner: Owner, words: str, *, by: User) -> None:
    """Add a line to the log of the event or club."""
    if isinstance(owner, Club):
        club_log.note(owner, words, by=by)
    else:
        event_log.note(owner, event_log.Kind.EVENT, words, by=by)


def readers_of(webhook: Webhook) -> list[User]:
    """Return the people who are told of the webhook's troubles.

    That is its maker, while they may still edit it, or else everyone who may.
    """
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


# -- what organisers do ------------------------------------------------------------------------------------------------


class TooManyWebhooks(Exception):
    """Raised when the event or club has as many webhooks as allowed."""


def add_webhook(owner: Owner, url: str, kinds: Sequence[str], *, by: User, format: str = Webhook.Format.OWN) -> Webhook:
    """Add a webhook. Raises ``TooManyWebhooks`` and ``tournaments.locking.refused.TournamentRefused``."""

    def act(held: Owner) -> Webhook:
        if held.webhooks.count() >= MOST_WEBHOOKS:
            raise TooManyWebhooks
        is_club = isinstance(held, Club)
        note_in_log(held, say(ADDED_TO_CLUB if is_club else ADDED_TO_EVENT), by=by)
        whose = {"club": held} if is_club else {"event": held}
        return Webhook.objects.create(**whose, url=url, kinds=list(kinds), format=format, made_by=by)

    return decide_for_owner(owner, act)


def remove_webhook(webhook: Webhook, *, by: User) -> None:
    def act(held: Owner) -> None:
        if Webhook.objects.filter(pk=webhook.pk).delete()[0]:
            note_in_log(held, say("A webhook was removed."), by=by)

    decide_for_owner(webhook.owner, act)


def switch_on(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(off_at=None, off_words="", failing_since=None, warned_at=None)


def switch_off(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk, off_at=None).update(off_at=clock.now(), off_words="")


def renew_secret(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(secret=new_secret())
