"""The waiting list of a season whose divisions are full."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tournaments.models import Membership, Season, SeasonEntry

Status = SeasonEntry.Status


def in_line(season: Season) -> list[SeasonEntry]:
    """Return the waiting list in order; players who came after the line-up was worked out come last."""
    waiting = still_registered(season).filter(division=None, player__isnull=False)
    found = waiting.select_related("player").order_by("entered_at", "pk")
    return sorted(found, key=lambda entry: (not entry.place, entry.place))


def still_registered(season: Season) -> QuerySet[SeasonEntry]:
    """Return the players with a division, or waiting for one.

    Players who left the club during the season get no place unless they come back. People from the club's archive are
    known by name.
    """
    registered = season.entries.filter(status=Status.REGISTERED)
    if season.stage != Season.Stage.RUNNING:
        return registered
    members = season.league.club.memberships.filter(status=Membership.Status.MEMBER)
    without_account = members.filter(player=None).exclude(name="")
    return registered.filter(
        Q(division__isnull=False)
        | Q(player__in=members.filter(player__isnull=False).values("player"))
        | Q(player=None, name__in=without_account.values("name"))
    )
