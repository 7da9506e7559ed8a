"""The dates of a player's events, for their calendar: starts, and ends of rounds in which they still play."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from i18n.text import say
from matches.hooks import CalendarDate
from tournaments.models import Entry, Event, Pairing, Round

MOST = 100
Stage = Event.Stage


def dates_of(player: User) -> list[CalendarDate]:
    """Yield the dates of the player's events. Two queries."""
    return [*_starts(player), *_rounds(player)]


def _starts(player: User) -> Iterator[CalendarDate]:
    entered = Entry.objects.filter(event=OuterRef("pk"), player=player, status=Entry.Status.ENTERED)
    coming = Event.objects.filter(Exists(entered), stage=Stage.REGISTRATION, starts_at__isnull=False)
    for event in coming.order_by("starts_at", "pk")[:MOST]:
        if event.starts_at is not None:
            words = say("%(event)s begins", event=event.name)
            url = settings.SITE_URL + event.get_absolute_url()
            yield CalendarDate(f"event-{event.pk}.start", event.changed_at, event.starts_at, words, url)


def _rounds(player: User) -> Iterator[CalendarDate]:
    plays = Q(white__player=player) | Q(black__player=player) | Q(table_seats__entry__player=player)
    own = Pairing.objects.filter(plays, round=OuterRef("pk"), decided_at=None, black__isnull=False)
    running = Round.objects.filter(Exists(own), stage=Round.Stage.RUNNING, event__stage=Stage.RUNNING)
    for each in running.filter(due_at__isnull=False).select_related("event").order_by("due_at", "pk")[:MOST]:
        if each.due_at is not None:
            words = say("%(event)s: round %(round)s ends", event=each.event.name, round=each.number)
            url = settings.SITE_URL + each.event.get_absolute_url()
            yield CalendarDate(
                f"event-{each.event_id}.round-{each.number}", each.event.changed_at, each.due_at, words, url
            )
