"""Importing a list of players: planning it line by line, and doing it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from accounts.models import User
from accounts.names.display_names import called
from accounts.names.letter_case import fold
from matches.offers import guests
from tournaments.entries import invite, seeding
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event

from .entries_csv import EntryRow

Status = Entry.Status
LONGEST_NUMBER = 9
NO_PLACE = gettext_noop("“%(typed)s” isn’t a place. Enter a number from 1 to %(most)s.")
NO_RATING = gettext_noop("“%(typed)s” isn’t a rating. Enter a number from 1 to %(most)s.")
ALREADY = {
    Status.ENTERED: gettext_lazy("already in"),
    Status.INVITED: gettext_lazy("already invited"),
    Status.WAITING: gettext_lazy("on the waiting list"),
    Status.APPLIED: gettext_lazy("has applied; decide in the list of entries"),
}


class Deed(StrEnum):
    INVITE = "invite"
    ENTER = "enter"
    NOTHING = "nothing"
    FAULT = "fault"


class How(StrEnum):
    """The way in which members in the list come in; readers of email addresses are always invited."""

    INVITE = "invite"
    ENTER = "enter"


@dataclass(frozen=True, slots=True)
class Planned:
    """A line and what is done about it, also in words.

    ``seed`` is the place in the organiser's own order, ``rating`` replaces the site's own; 0 if the list says nothing.
    """

    row: EntryRow
    deed: Deed
    words: str
    player: User | None = None
    address: str = ""
    seed: int | None = None
    rating: int = 0
    is_rated_again: bool = False

    @property
    def does_something(self) -> bool:
        return self.deed in (Deed.INVITE, Deed.ENTER) or self.is_rated_again

    @property
    def who(self) -> str:
        return self.row.name or self.row.address


def plan_entries(event: Event, rows: Sequence[EntryRow], how: How) -> list[Planned]:
    """Plan an import, and change nothing. Two queries, however long the list.

    The plan doesn't tell whose an email address is.
    """
    members = members_by_name(row.name for row in rows if not row.address)
    entries = list(event.entries.all())
    by_player = {entry.player_id: entry for entry in entries if entry.player_id}
    invited = {entry.name: entry for entry in entries if entry.status == Status.INVITED}
    seen: dict[str, int] = {}
    planned = []
    for row in rows:
        each = _planned(row, how, members, by_player, invited)
        key = each.address or str(each.player.pk if each.player else "")
        if key and each.deed is not Deed.FAULT and seen.setdefault(key, row.line) != row.line:
            each = Planned(row, Deed.FAULT, _("the same player is in line %(line)s already") % {"line": seen[key]})
        planned.append(each)
    return planned


def corrects(event: Event, planned: Iterable[Planned]) -> bool:
    """Return whether the import needs a reason, since it changes ratings after the start.

    For an address this doesn't tell whether its player is in the event.
    """
    return event.is_begun and any(each.rating for each in planned)


def entries_digest(planned: Iterable[Planned], how: How) -> str:
    """Return a short text that differs for every plan."""
    lines = [f"{each.row.line}\t{each.deed}\t{each.who}\t{each.seed}\t{each.rating}" for each in planned]
    return hashlib.sha256("\n".join([how, *lines]).encode()).hexdigest()[:32]


def carry_out(event: Event, planned: Sequence[Planned], *, by: User, reason: str = "") -> list[tuple[Planned, str]]:
    """Import the lines one by one, so that one failure stops no other; return those refused, with why.

    Importing the same lines again changes nothing. ``reason`` is why ratings are corrected after the start.
    """
    refused = []
    seeds: dict[int, int | None] = {}
    rated: dict[int, Planned] = {}
    for each in planned:
        try:
            entry = _carry_out(event, each, by)
        except TournamentRefused as why:
            refused.append((each, why.message))
            continue
        if entry is not None and each.seed is not None:
            seeds[entry.pk] = each.seed
        if entry is not None and each.rating:
            rated[entry.pk] = each
    with suppress(TournamentRefused):  # the event has begun, perhaps a moment ago, and its numbers are given
        seeding.seed(event, seeds, by=by)
    try:
        seeding.rate(event, {pk: each.rating for pk, each in rated.items()}, by=by, reason=reason)
    except TournamentRefused as why:
        refused.extend((each, why.message) for each in rated.values())
    return refused


def _carry_out(event: Event, each: Planned, by: User) -> Entry | None:
    if each.deed is Deed.INVITE and each.address:
        return invite.invite_address(event, each.address, by=by, name=each.row.name)
    if each.deed is Deed.INVITE and each.player:
        return invite.invite(event, each.player, by=by)
    if each.deed is Deed.ENTER and each.player:
        return invite.put_in(event, each.player, by=by, rating=each.rating)
    if each.deed is Deed.NOTHING:
        known = Q(player=each.player) if each.player else Q(name=each.address, status=Status.INVITED)
        return event.entries.filter(known).first()
    return None


def members_by_name(names: Iterable[str]) -> Mapping[str, User]:
    """Return members by their names in one letter case; of old accounts that differ in case alone, the oldest."""
    members = User.objects.filter(called(*filter(None, names)), is_active=True, is_guest=False)
    return {fold(user.display_name): user for user in members.order_by("-pk")}


def _planned(
    row: EntryRow, how: How, members: Mapping[str, User], by_player: Mapping[int, Entry], invited: Mapping[str, Entry]
) -> Planned:
    try:
        seed = _number(row.seed, seeding.MOST_SEED, NO_PLACE)
        rating = _number(row.rating, seeding.MOST_RATING, NO_RATING) or 0
        address = guests.clean_address(row.address) if row.address else ""
    except ValueError as error:
        return Planned(row, Deed.FAULT, str(error))
    if address and address in invited:
        here = Planned(row, Deed.NOTHING, _("already invited"), address=address, seed=seed, rating=rating)
        return _rated_again(here, invited[address])
    if address:
        words = _("gets an invitation by email unless already in")
        if row.name and not invite.callable_name(row.name):
            words = _("gets an invitation by email, without this name, which isn’t allowed here")
        return Planned(row, Deed.INVITE, words, address=address, seed=seed, rating=rating)
    player = members.get(fold(row.name))
    if player is None:
        return Planned(row, Deed.FAULT, _("No player has this name. Add an email address."))
    entry = by_player.get(player.pk)
    deed, words = _of_member(how, entry)
    return _rated_again(Planned(row, deed, words, player, seed=seed, rating=rating), entry)


def _rated_again(planned: Planned, entry: Entry | None) -> Planned:
    """Say what becomes of the rating of someone who is there already."""
    if entry is None or planned.deed is Deed.FAULT or planned.rating in (0, entry.rating):
        return planned
    facts = {"words": planned.words, "was": entry.rating}
    words = _("%(words)s; rated %(was)s so far") if entry.rating else _("%(words)s; gets this rating")
    return replace(planned, words=words % facts, is_rated_again=True)


def _of_member(how: How, entry: Entry | None) -> tuple[Deed, str]:
    if entry is not None and entry.number is not None and entry.status != Status.ENTERED:
        return Deed.FAULT, _("left the running event; bring them back in the list of entries")
    if entry is not None and entry.status in ALREADY and not (how is How.ENTER and entry.status != Status.ENTERED):
        return Deed.NOTHING, str(ALREADY[Status(entry.status)])
    return (Deed.ENTER, _("is added and gets an email")) if how is How.ENTER else (Deed.INVITE, _("is invited"))


def _number(typed: str, most: int, wrong: str) -> int | None:
    if not typed:
        return None
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= LONGEST_NUMBER else 0
    if not 1 <= number <= most:
        raise ValueError(_(wrong) % {"typed": typed, "most": most})
    return number
