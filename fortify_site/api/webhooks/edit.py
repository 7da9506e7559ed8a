"""What organisers do with webhooks. That one was made or removed stands in the log of the event or the club; the
address does not, for it may be a secret."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from fortify_site.api.models import Webhook, new_secret
from i18n.text import noop, say
from timekeeping import clock
from tournaments.models import Club

from . import owners
from .owners import Owner

MOST = 5
IN_EVENT = noop("A webhook was added: a program is told what happens in the event.")
IN_CLUB = noop("A webhook was added: a program is told what happens in the club.")


class TooMany(Exception):
    """The event or the club has as many webhooks as one may have."""


def add(owner: Owner, url: str, kinds: Sequence[str], *, by: User, format: str = Webhook.Format.OWN) -> Webhook:
    """Raises ``TooMany`` and ``tournaments.locking.refused.TournamentRefused``."""

    def act(held: Owner) -> Webhook:
        if held.webhooks.count() >= MOST:
            raise TooMany
        is_club = isinstance(held, Club)
        owners.note(held, say(IN_CLUB if is_club else IN_EVENT), by=by)
        whose = {"club": held} if is_club else {"event": held}
        return Webhook.objects.create(**whose, url=url, kinds=list(kinds), format=format, made_by=by)

    return owners.decide(owner, act)


def remove(webhook: Webhook, *, by: User) -> None:
    def act(held: Owner) -> None:
        if Webhook.objects.filter(pk=webhook.pk).delete()[0]:
            owners.note(held, say("A webhook was removed."), by=by)

    owners.decide(webhook.owner, act)


def switch_on(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(off_at=None, off_words="", failing_since=None, warned_at=None)


def switch_off(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk, off_at=None).update(off_at=clock.now(), off_words="")


def renew_secret(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(secret=new_secret())
