"""The teams of an expedition's round: each plays for itself, so there is nothing to pair."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Entry, Event
from tournaments.rounds.drafts import store
from tournaments.rounds.drafts.draft import Slots, ToDraw, team_of


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


def teams_for(about: ToDraw) -> Slots:
    """Return the draft of a round around the byes that are kept."""
    kept = tuple(slot for slot in about.kept if slot.is_bye)
    away = {player for slot in kept for player in slot.players}
    byes = [slot for slot in store.draft_of((), about.history, about.number, about.ids) if slot.white not in away]
    here = {about.ids[player.number] for player in about.history.players if len(player.results) < about.number} - away
    captains_here = (each for each in captains(about.event) if each.pk in here)
    teams = [team_of(members_of(about.event, each, about.number)) for each in captains_here]
    return (*teams, *byes, *kept)


def reasons_not_to_publish(event: Event, number: int, slots: Slots) -> list[str]:
    """Return sentences about teams that have changed since they were drafted."""
    drafted = {slot.white: slot.players for slot in slots if slot.is_team}
    return [
        _("The team of %(name)s has changed.") % {"name": entry.team_name}
        for entry in captains(event)
        if entry.pk in drafted and drafted[entry.pk] != tuple(members_of(event, entry, number))
    ]
