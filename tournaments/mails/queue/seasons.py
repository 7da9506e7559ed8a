"""Emails that a league's seasons and their free places cause, queued in the transaction of their cause."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import User
from mail.outbox.queue import queue_mail
from tournaments.models import Entry, PlaceOffer, Season, SeasonEntry, Vacancy
from tournaments.permissions import clubs, organisers

OPEN, CLOSING, WAITING = "season_open", "season_closing", "season_waiting"
OFFERED, NOBODY_LEFT = "place_offered", "place_free"


def opened(season: Season) -> int:
    """Queue "registration is open" to all members; return how many emails."""
    members = clubs.members_of(season.league.club).values("player")
    readers = User.objects.filter(pk__in=members, is_active=True, club_news=True)
    return _tell(OPEN, season, readers.exclude(season_entries__season=season).order_by("pk"))


def closing(season: Season, last: Season) -> int:
    """Queue "registration closes soon" to players who finished the ``last`` season but haven't registered.

    Return how many emails.
    """
    members = clubs.members_of(season.league.club).values("player")
    played = Entry.objects.filter(event__division__season=last, status=Entry.Status.ENTERED, number__isnull=False)
    readers = User.objects.filter(pk__in=members, is_active=True, club_news=True).filter(pk__in=played.values("player"))
    return _tell(CLOSING, season, readers.exclude(season_entries__season=season).order_by("pk"))


def waiting(season: Season, entries: Iterable[SeasonEntry]) -> int:
    """Queue "no place yet" to players without a division; return how many emails."""
    readers = [entry.player for entry in entries if entry.player and entry.player.is_active]
    return _tell(WAITING, season, readers)


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


def _tell(kind: str, season: Season, readers: Iterable[User]) -> int:
    """Queue one email to each of the readers; return how many emails are new."""
    context = {"season": season.pk, "thread": f"season-{season.pk}"}
    found = [queue_mail(kind, user=each, context=context, key=f"{kind}:{season.pk}:{each.pk}") for each in readers]
    return len([mail for mail in found if mail is not None])
