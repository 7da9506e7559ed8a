"""An email to each player of an event or a season, queued in the transaction of its cause."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import TurnMail, User
from mail.outbox.queue import queue_mail
from timekeeping import clock
from tournaments.locking.scope import Scope
from tournaments.models import Entry


def tell_all_players(
    kind: str, scope: Scope, about: dict[str, Any], *, once: str, among: QuerySet[Any] | None = None
) -> None:
    """Queue one email to each player, however many matches and divisions they are in; ``among`` these entries or seats.

    ``once`` names what was done; no one has been told of it before. Players with a daily email get it at its hour.
    """
    whole = {"event": scope.event.pk} if scope.event else {"season": scope.whole.pk}
    context = {**whole, **about, "thread": scope.thread}
    now = clock.now()
    if among is None:
        among = Entry.objects.filter(event__in=scope.events().order_by(), status=Entry.Status.ENTERED)
    for player in User.objects.filter(Exists(among.filter(player=OuterRef("pk"))), is_active=True).order_by("pk"):
        is_daily = player.turn_mail == TurnMail.DIGEST and player.digest_at is not None and player.digest_at > now
        wait = player.digest_at - now if is_daily and player.digest_at else timedelta(0)
        queue_mail(kind, user=player, context=context, key=f"{kind}:{once}:{player.pk}", is_new=True, after=wait)
