"""Importing a list of members: planning it line by line, and doing it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.letter_case import fold
from matches.offers import guests
from tournaments.clubs import manage_members
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Membership
from tournaments.permissions import clubs

from .import_entries import members_by_name
from .members_csv import MemberRow, role_meant

Role, Status = Membership.Role, Membership.Status


class Deed(StrEnum):
    INVITE = "invite"
    ACCEPT = "accept"
    RAISE = "raise"
    NOTHING = "nothing"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Planned:
    """A line and what is done about it, also in words."""

    row: MemberRow
    deed: Deed
    words: str
    role: str = Role.MEMBER
    player: User | None = None
    address: str = ""
    membership: Membership | None = None

    @property
    def who(self) -> str:
        return self.row.name or self.row.address

    @property
    def role_words(self) -> str:
        return "" if self.deed is Deed.FAULT else str(Role(self.role).label)


@dataclass(frozen=True)
class Known:
    """The members and invited players, and whether the importer may give roles."""

    by_player: Mapping[int, Membership]
    invited: Mapping[str, Membership]  # by the address that was typed
    members: Mapping[str, User]
    may_give_roles: bool


def plan_members(club: Club, rows: Sequence[MemberRow], *, by: User) -> list[Planned]:
    """Plan an import, and change nothing. Three queries, however long the list.

    The plan doesn't tell whose an email address is.
    """
    memberships = list(club.memberships.select_related("club", "player"))
    known = Known(
        {each.player_id: each for each in memberships if each.player_id},
        {each.address: each for each in memberships if each.status == Status.INVITED and each.address},
        members_by_name(row.name for row in rows if not row.address),
        clubs.may_own(by, club),
    )
    seen: dict[str, int] = {}
    planned = []
    for row in rows:
        each = _planned(row, known)
        key = each.address or str(each.player.pk if each.player else "")
        if key and each.deed is not Deed.FAULT and seen.setdefault(key, row.line) != row.line:
            each = Planned(row, Deed.FAULT, _("the same player is in line %(line)s already") % {"line": seen[key]})
        planned.append(each)
    return planned


def members_digest(planned: Iterable[Planned]) -> str:
    """Return a short text that differs for every plan."""
    lines = [f"{each.row.line}\t{each.deed}\t{each.who}\t{each.address}\t{each.role}" for each in planned]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]


def carry_out(club: Club, planned: Sequence[Planned], *, by: User) -> list[tuple[Planned, str]]:
    """Import the lines one by one, so that one failure stops no other; return those refused, with why.

    Importing the same lines again changes nothing.
    """
    refused = []
    for each in planned:
        try:
            _carry_out(club, each, by)
        except TournamentRefused as why:
            refused.append((each, why.message))
    return refused


def _carry_out(club: Club, each: Planned, by: User) -> None:
    if each.deed is Deed.INVITE:
        who = each.address or (each.player.display_name if each.player else "")
        manage_members.invite(club, who, by=by, role=each.role, name=each.row.name if each.address else "")
    elif each.deed is Deed.ACCEPT and each.membership is not None:
        manage_members.accept_member(each.membership, by=by)
    elif each.deed is Deed.RAISE and each.membership is not None:
        manage_members.give_role(each.membership, each.role, by=by)


def _planned(row: MemberRow, known: Known) -> Planned:
    role = role_meant(row.role)
    if role is None:
        return Planned(row, Deed.FAULT, _("“%(typed)s” isn’t a role in a club.") % {"typed": row.role})
    planned = _of_role(row, role, known)
    gives_role = planned.deed is Deed.RAISE or (role != Role.MEMBER and planned.deed in (Deed.INVITE, Deed.ACCEPT))
    if gives_role and not known.may_give_roles:
        return Planned(row, Deed.FAULT, _("Only the club’s owners can give roles."))
    return planned


def _of_role(row: MemberRow, role: str, known: Known) -> Planned:
    try:
        address = guests.clean_address(row.address) if row.address else ""
    except ValueError as error:
        return Planned(row, Deed.FAULT, str(error))
    if membership := known.invited.get(address):
        deed, words = _of_player(membership, role, is_said=bool(row.role))
        return Planned(row, deed, words, role, address=address, membership=membership)
    if address:
        words = _("gets an invitation by email unless already in")
        return Planned(row, Deed.INVITE, words, role, address=address)
    player = known.members.get(fold(row.name))
    if player is None:
        return Planned(row, Deed.FAULT, _("No player has this name. Add an email address."))
    membership = known.by_player.get(player.pk)
    deed, words = _of_player(membership, role, is_said=bool(row.role))
    return Planned(row, deed, words, role, player, membership=membership)


def _of_player(membership: Membership | None, role: str, *, is_said: bool) -> tuple[Deed, str]:
    status = membership.status if membership else ""
    if status == Status.MEMBER and membership is not None and is_said and membership.role != role:
        return Deed.RAISE, _("already a member; gets this role")
    if status == Status.MEMBER:
        return Deed.NOTHING, _("already in")
    if status == Status.INVITED and membership is not None and is_said and membership.role != role:
        return Deed.RAISE, _("already invited; gets this role")
    if status == Status.INVITED:
        return Deed.NOTHING, _("already invited")
    if status == Status.APPLIED:
        return Deed.ACCEPT, _("has asked to join and is accepted")
    return Deed.INVITE, _("is invited")
