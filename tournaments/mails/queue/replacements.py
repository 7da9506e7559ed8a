"""Which emails free places cause. They are queued in the transaction of their cause."""

from __future__ import annotations

from accounts.models import User
from mail.outbox.queue import queue_mail
from tournaments.models import Entry, PlaceOffer, Season, Vacancy
from tournaments.permissions import organisers

OFFERED, NOBODY_LEFT = "place_offered", "place_free"


def offered(made: PlaceOffer) -> None:
    _queue(OFFERED, made.player, made.vacancy.entry, f"{OFFERED}:{made.pk}", offer=made.pk)


def nobody_left(season: Season, vacancy: Vacancy) -> None:
    """The organisers are to find somebody: nobody on the waiting list is left to ask."""
    event = vacancy.entry.event
    for organiser in organisers.told(event):
        key = f"{NOBODY_LEFT}:{vacancy.pk}:{vacancy.offers.count()}:{organiser.pk}"
        _queue(NOBODY_LEFT, organiser, vacancy.entry, key, vacancy=vacancy.pk, season=season.pk)


def _queue(kind: str, reader: User | None, entry: Entry, key: str, **context: int) -> None:
    if reader is not None and reader.is_active:
        about: dict[str, int | str] = {**context, "thread": f"event-{entry.event_id}"}
        queue_mail(kind, user=reader, context=about, key=key)
