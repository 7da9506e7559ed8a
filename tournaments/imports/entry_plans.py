"""What importing a list of players would do, line by line, and doing it."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q
from django.db.models.functions import Lower

from fortify_site.accounts.models import User
from matches import guests
from tournaments import admitting
from tournaments.models import Entry, Event
from tournaments.refusal import Refused

from .entries_csv import Row

Status = Entry.Status
ALREADY = {
    Status.ENTERED: "is in already",
    Status.INVITED: "is invited already",
    Status.WAITING: "is on the waiting list",
    Status.APPLIED: "has applied; decide about that in the list of entries",
}


class Deed(StrEnum):
    INVITE = "invite"
    ENTER = "enter"
    NOTHING = "nothing"
    FAULT = "fault"


class How(StrEnum):
    """What happens to members who are named; whoever is behind a mail address is always invited."""

    INVITE = "invite"
    ENTER = "enter"


@dataclass(frozen=True, slots=True)
class Planned:
    """A line, what is done about it, and that in words. ``seed`` is the place in the organiser's own order."""

    row: Row
    deed: Deed
    words: str
    player: User | None = None
    address: str = ""
    seed: int | None = None

    @property
    def who(self) -> str:
        return self.row.name or self.row.address


def plan(event: Event, rows: Sequence[Row], how: How) -> list[Planned]:
    """Changes nothing. Two queries, however long the list. Nothing in it tells whose a mail address is."""
    members = _members(row.name for row in rows if not row.address)
    entries = list(event.entries.all())
    by_player = {entry.player_id: entry for entry in entries if entry.player_id}
    invited = {entry.name for entry in entries if entry.status == Status.INVITED}
    seen: dict[str, int] = {}
    planned = []
    for row in rows:
        each = _planned(row, how, members, by_player, invited)
        key = each.address or str(each.player.pk if each.player else "")
        if key and each.deed is not Deed.FAULT and seen.setdefault(key, row.line) != row.line:
            each = Planned(row, Deed.FAULT, f"is in line {seen[key]} already")
        planned.append(each)
    return planned


def digest(planned: Iterable[Planned], how: How) -> str:
    """Differs where what would be done differs."""
    lines = [f"{each.row.line}\t{each.deed}\t{each.who}\t{each.seed}" for each in planned]
    return hashlib.sha256("\n".join([how, *lines]).encode()).hexdigest()[:32]


def carry_out(event: Event, planned: Sequence[Planned], *, by: User) -> list[tuple[Planned, str]]:
    """Do it, each line by itself, so that one that fails holds up no other; those that were refused, with why. Doing
    it again does nothing twice."""
    refused = []
    seeds: dict[int, int | None] = {}
    for each in planned:
        try:
            entry = _carry_out(event, each, by)
        except Refused as why:
            refused.append((each, why.message))
            continue
        if entry is not None and each.seed is not None:
            seeds[entry.pk] = each.seed
    if seeds and not event.is_begun:
        admitting.seed(event, seeds, by=by)
    return refused


def _carry_out(event: Event, each: Planned, by: User) -> Entry | None:
    if each.deed is Deed.INVITE and each.address:
        return admitting.invite_address(event, each.address, by=by)
    if each.deed is Deed.INVITE and each.player:
        return admitting.invite(event, each.player, by=by)
    if each.deed is Deed.ENTER and each.player:
        return admitting.put_in(event, each.player, by=by)
    if each.deed is Deed.NOTHING and each.player:
        return event.entries.filter(player=each.player).first()
    return None


def _members(names: Iterable[str]) -> Mapping[str, User]:
    """Members by their names in small letters."""
    wanted = {_folded(name) for name in names if name}
    as_typed = {unicodedata.normalize("NFKC", name) for name in wanted}
    found = User.objects.annotate(lower=Lower("display_name")).filter(
        Q(lower__in=wanted) | Q(display_name__in=as_typed), is_active=True, is_guest=False
    )
    return {_folded(user.display_name): user for user in found}


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).lower()


def _planned(
    row: Row, how: How, members: Mapping[str, User], by_player: Mapping[int, Entry], invited: set[str]
) -> Planned:
    try:
        seed = _seed(row.seed)
        address = guests.clean_address(row.address) if row.address else ""
    except ValueError as error:
        return Planned(row, Deed.FAULT, str(error))
    if address and address in invited:
        return Planned(row, Deed.NOTHING, "is invited already", address=address, seed=seed)
    if address:
        words = "gets an invitation by mail, unless they are in already"
        return Planned(row, Deed.INVITE, words, address=address, seed=seed)
    player = members.get(_folded(row.name))
    if player is None:
        return Planned(row, Deed.FAULT, "No player here has this name; add a mail address.")
    return _of_member(row, how, player, by_player.get(player.pk), seed)


def _of_member(row: Row, how: How, player: User, entry: Entry | None, seed: int | None) -> Planned:
    if entry is not None and entry.number is not None and entry.status != Status.ENTERED:
        return Planned(row, Deed.FAULT, "has left the event while it ran; bring them back in the list of entries")
    if entry is not None and entry.status in ALREADY and not (how is How.ENTER and entry.status != Status.ENTERED):
        return Planned(row, Deed.NOTHING, ALREADY[Status(entry.status)], player, seed=seed)
    if how is How.ENTER:
        return Planned(row, Deed.ENTER, "is put in, and hears of it", player, seed=seed)
    return Planned(row, Deed.INVITE, "is invited", player, seed=seed)


def _seed(typed: str) -> int | None:
    if not typed:
        return None
    if not (typed.isascii() and typed.isdigit()) or not 1 <= int(typed[:9]) <= admitting.MOST_SEED:
        raise ValueError(f"“{typed}” is not a place: places are numbers from 1 to {admitting.MOST_SEED}.")
    return int(typed)
