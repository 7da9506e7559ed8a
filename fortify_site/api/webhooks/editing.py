"""What organisers do with webhooks. That one was made or removed stands in the event's log; the address does not, for
it may be a secret."""

from __future__ import annotations

from collections.abc import Sequence

from engine.said import say
from fortify_site.accounts.models import User
from fortify_site.api.models import Webhook, new_secret
from matches import clocks
from tournaments import gate
from tournaments.log import Kind, note
from tournaments.models import Event

MOST = 5


class TooMany(Exception):
    """The event has as many webhooks as one may have."""


def add(event: Event, url: str, kinds: Sequence[str], *, by: User) -> Webhook:
    """Raises ``TooMany`` and ``tournaments.refusal.Refused``."""

    def act(held: Event) -> Webhook:
        if held.webhooks.count() >= MOST:
            raise TooMany
        note(held, Kind.EVENT, say("A webhook was added: a program is told what happens in the event."), by=by)
        return Webhook.objects.create(event=held, url=url, kinds=list(kinds), made_by=by)

    return gate.decide(event.pk, act)


def remove(webhook: Webhook, *, by: User) -> None:
    def act(held: Event) -> None:
        if Webhook.objects.filter(pk=webhook.pk).delete()[0]:
            note(held, Kind.EVENT, say("A webhook was removed."), by=by)

    gate.decide(webhook.event_id, act)


def switch_on(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(off_at=None, off_words="", failing_since=None)


def switch_off(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk, off_at=None).update(off_at=clocks.now(), off_words="")


def renew_secret(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(secret=new_secret())
