"""Playoffs at the end of an event: a cup for the first of its table, seeded in that order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from competition.standings import StandingsRow
from i18n.text import listed, say
from tournaments.entries.enter import admit
from tournaments.locking import organiser_reason
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event
from tournaments.models.formats import all_formats
from tournaments.settings.rows import SETTINGS
from tournaments.standings.standings import standings_of

from .settings import save
from .settings.save import VacationTerms

SIZES = (2, 4, 8, 16)


@dataclass(frozen=True, slots=True)
class Tie:
    """The players who share the last place of playoffs of a given size.

    If not even the tie-breaks tell them apart, an organiser gives them the ``places`` that are left.
    """

    size: int
    entries: tuple[Entry, ...]
    places: int
    is_told_apart: bool

    @property
    def names(self) -> str:
        return listed([entry.shown_name for entry in self.entries])


def sizes_for(event: Event) -> list[int]:
    """Return how many may play in playoffs: no more than there are players, and none if there are playoffs already."""
    if event.stage != Event.Stage.FINISHED or event.rules.why_no_playoffs or playoff_of(event) is not None:
        return []
    able = len(_standing(event))
    return [size for size in SIZES if size <= able]


def ties_of(event: Event) -> list[Tie]:
    """Return the ties for each size that the event's playoffs can have."""
    sizes = sizes_for(event)
    standing = _standing(event) if sizes else []
    ties = [_tie_at(standing, size) for size in sizes]
    return [tie for tie in ties if tie is not None]


def playoff_of(event: Event) -> Event | None:
    """Return the event's playoffs, unless they were cancelled."""
    if event.stage != Event.Stage.FINISHED:
        return None
    return event.playoffs.exclude(stage=Event.Stage.CANCELLED).order_by("pk").first()


def make(event: Event, size: int, *, by: User, chosen: Collection[int] = (), reason: str = "") -> Event:
    """Set up a cup, and enter the first players in the event's standings, except those who left.

    If several share the last place, the ``chosen`` of them play, for a ``reason``. All get the email that players get
    when an organiser enters them. Raises ``TournamentRefused``.
    """
    with transaction.atomic():
        held = _checked(event, size=size)
        first, tie = _first_of(_standing(held), size, chosen)
        why = organiser_reason.checked(reason, by) if tie else ""
        cup = save.make(by, held.game_slug, _settings(held), VacationTerms.of(held))
        cup.organisers.add(*held.organisers.all())
        cup.club = held.club  # whoever organises the event makes its playoffs, in the club or not
        cup.save(update_fields=["club"])
        _fill(cup, entries=first, by=by)
        if tie:
            picked = listed([entry.shown_name for entry in first[-tie.places :]])
            words = say(
                "Level on the last place of the playoffs: %(names)s. Chosen: %(picked)s.",
                names=tie.names,
                picked=picked,
            )
            note(held, Kind.EVENT, words, by=by, reason=why)
        note(
            held,
            Kind.EVENT,
            say("Created playoffs of the first %(number)s: %(cup)s.", number=size, cup=cup.name),
            by=by,
        )
    return cup


@EVENT.transaction_with_retry
def _checked(event: Event, *, size: int) -> Event:
    event = EVENT.lock(event.pk)
    if event.stage != Event.Stage.FINISHED:
        raise TournamentRefused(_("Playoffs need final standings: end the event first."), status=409)
    if event.rules.why_no_playoffs:
        raise TournamentRefused(str(event.rules.why_no_playoffs), status=409)
    if (made := playoff_of(event)) is not None:
        raise TournamentRefused(_("This event has playoffs already: %(cup)s.") % {"cup": made.name}, status=409)
    if size not in SIZES:
        raise TournamentRefused(_("Choose the number of players."), "size")
    if size > len(_standing(event)):
        raise TournamentRefused(_("There aren’t that many players: choose fewer."), "size", 409)
    return event


def _standing(event: Event) -> list[tuple[StandingsRow, Entry]]:
    """Return the rows of the table, in order, with the entries of players who are still there to play."""
    standings = standings_of(event)
    rows = [(row, standings.entries[row.number]) for row in standings.rows]
    return [
        (row, entry) for row, entry in rows if entry.status == Entry.Status.ENTERED and (entry.player_id or entry.name)
    ]


def _tie_at(standing: list[tuple[StandingsRow, Entry]], size: int) -> Tie | None:
    if not 0 < size < len(standing):
        return None
    last, next_one = standing[size - 1][0], standing[size][0]
    if last.points != next_one.points:
        return None
    if last.rank != next_one.rank:
        level = tuple(entry for row, entry in standing if row.points == last.points)
        return Tie(size, level, 0, is_told_apart=True)
    level = tuple(entry for row, entry in standing if row.rank == last.rank)
    above = sum(row.rank < last.rank for row, _entry in standing)
    return Tie(size, level, size - above, is_told_apart=False)


def _first_of(
    standing: list[tuple[StandingsRow, Entry]], size: int, chosen: Collection[int]
) -> tuple[list[Entry], Tie | None]:
    """Return the players, the best first, and the tie that an organiser decides, if there is one.

    Raises ``TournamentRefused`` if the chosen players don't decide it.
    """
    entries, tie = [entry for _row, entry in standing], _tie_at(standing, size)
    if tie is None or tie.is_told_apart:
        return entries[:size], None
    picked = [entry for entry in tie.entries if entry.pk in chosen]
    if len(picked) != tie.places:
        raise TournamentRefused(_needed(tie), "chosen", 409)
    return entries[: size - tie.places] + picked, tie


def _needed(tie: Tie) -> str:
    return ngettext(
        "%(names)s share the last place: choose the one who plays.",
        "%(names)s share the last places: choose the %(number)s who play.",
        tie.places,
    ) % {"names": tie.names, "number": tie.places}


def _settings(event: Event) -> dict[str, Any]:
    suffix = _(", playoffs")
    return {
        **{setting.name: getattr(event, setting.name) for setting in SETTINGS if setting.in_playoffs},
        **event.control.columns(),
        "name": event.name[: 80 - len(suffix)] + suffix,
        "format": next(each.slug for each in all_formats() if each.is_for_playoffs),
        "seeding": Event.Seeding.OWN,
        "registration": Event.Registration.INVITATION,
        "playoffs_of": event,
    }


@EVENT.transaction_with_retry
def _fill(cup: Event, *, entries: list[Entry], by: User) -> None:
    cup = EVENT.lock(cup.pk)
    for place, entry in enumerate(entries, 1):
        admit(
            cup,
            Entry(event=cup, player=entry.player, name=entry.name, seed=place, rating=entry.rating),
            by=by,
            how="added",
        )
