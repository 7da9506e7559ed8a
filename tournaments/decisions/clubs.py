"""Decisions that organisers must make in clubs."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Club, Membership

from .decision import Decision


def decisions_of(clubs: Collection[Club]) -> dict[int, list[Decision]]:
    """Return decisions by the clubs' ids; one query."""
    applied = Membership.objects.filter(club__in=clubs, status=Membership.Status.APPLIED).order_by()
    counts = dict(applied.values_list("club").annotate(Count("pk")))
    return {club.pk: _requests(club, counts[club.pk]) if club.pk in counts else [] for club in clubs}


def _requests(club: Club, count: int) -> list[Decision]:
    title = ngettext("%(number)s request to join", "%(number)s requests to join", count) % {"number": count}
    url = reverse("clubs:manage", args=[club.slug])
    return [Decision(title, _("Approve or decline them."), url, _("View requests"))]
