"""Emails that the free places of a season cause, queued in the transaction of their cause."""

from __future__ import annotations

from mail.outbox.queue import queue_mail
from tournaments.models import PlaceOffer, Season, Vacancy
from tournaments.permissions import organisers

OFFERED, NOBODY_LEFT = "place_offered", "place_free"


def offered(made: PlaceOffer) -> None:
    if made.player is not None and made.player.is_active:
        context = {"offer": made.pk, "thread": f"event-{made.vacancy.entry.event_id}"}
        queue_mail(OFFERED, user=made.player, context=context, key=f"{OFFERED}:{made.pk}")


def nobody_left(season: Season, vacancy: Vacancy) -> None:
    """Queue "find a replacement" to organisers: no one on the waiting list is left to ask."""
    event = vacancy.entry.event
    context = {"vacancy": vacancy.pk, "season": season.pk, "thread": f"event-{event.pk}"}
    for organiser in organisers.told_at_once(event):
        key = f"{NOBODY_LEFT}:{vacancy.pk}:{vacancy.offers.count()}:{organiser.pk}"
        queue_mail(NOBODY_LEFT, user=organiser, context=context, key=key)
