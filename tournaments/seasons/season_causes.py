"""Emails that a league's seasons cause, queued in the transaction of their cause."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import User
from mail.outbox.queue import queue_mail
from tournaments.models import Entry, Season, SeasonEntry
from tournaments.permissions import clubs

OPEN, CLOSING, WAITING = "season_open", "season_closing", "season_waiting"


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


def _tell(kind: str, season: Season, readers: Iterable[User]) -> int:
    """Queue one email to each of the readers; return how many emails are new."""
    context = {"season": season.pk, "thread": f"season-{season.pk}"}
    found = [queue_mail(kind, user=each, context=context, key=f"{kind}:{season.pk}:{each.pk}") for each in readers]
    return len([mail for mail in found if mail is not None])
