"""The teams of an expedition's round: each plays for itself, so there is nothing to pair."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from competition.history import History
from tournaments.models import Entry, Event

from .draft import Slots, team_of
from .store import draft_of


def largest_team(event: Event) -> int:
    return max(event.game.seats)


def captains(event: Event) -> list[Entry]:
    """Return captains and players who play alone, with their members and those members' absences, in three queries."""
    found = event.entries.filter(number__isnull=False).select_related("player").order_by("number")
    return list(found.prefetch_related("mates__player", "mates__absences"))


def members_of(event: Event, captain: Entry, number: int) -> list[int]:
    """Return the members who play if round ``number`` begins now, by the entries' ids, the captain first.

    Mates who miss it are left out.
    """
    here = [entry for entry in captain.members if entry == captain or not _misses(entry, number)]
    found = [entry for entry in here if not event.check_in or entry.checked_in_at is not None]
    return [captain.pk, *(entry.pk for entry in found if entry != captain)][: largest_team(event)]


def _misses(mate: Entry, number: int) -> bool:
    return any(absence.round_number == number for absence in mate.absences.all())


def teams_for(event: Event, history: History, number: int, kept: Slots, ids: Mapping[int, int]) -> Slots:
    """Return the draft of round ``number`` around the kept slots."""
    away = {player for slot in kept for player in slot.players}
    byes = [slot for slot in draft_of((), history, number, ids) if slot.white not in away]
    here = {ids[player.number] for player in history.players if len(player.results) < number} - away
    teams = [team_of(members_of(event, each, number)) for each in captains(event) if each.pk in here]
    return (*teams, *byes, *kept)


def reasons_not_to_publish(event: Event, number: int, slots: Slots) -> list[str]:
    """Return sentences about teams that have changed since they were drafted."""
    drafted = {slot.white: slot.players for slot in slots if slot.is_team}
    return [
        _("The team of %(name)s has changed.") % {"name": entry.team_name}
        for entry in captains(event)
        if entry.pk in drafted and drafted[entry.pk] != tuple(members_of(event, entry, number))
    ]
