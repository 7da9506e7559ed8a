"""The draft of a round as plain values that are changed by hand: who meets whom, and who has a bye.

Players are named by the ids of their entries. An operation returns the whole round again and keeps the order of what it
doesn't touch; a player is in one slot at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.history import Code, History

if TYPE_CHECKING:
    from tournaments.models import Event

BYE_WORDS = {
    Code.PAIRING_BYE: gettext_lazy("the pairing-allocated bye"),
    Code.FULL_BYE: gettext_lazy("a full-point bye"),
    Code.HALF_BYE: gettext_lazy("a half-point bye"),
    Code.ZERO_BYE: gettext_lazy("a zero-point bye"),
}


class Edit(StrEnum):
    """A change of a draft by hand."""

    SWAP = "swap"
    PAIR = "pair"
    COLOURS = "colours"
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class Slot:
    """A pair, or a player with a bye: then ``black`` is ``None`` and ``code`` says which.

    ``others`` sit with the two at a table of several. If a team has no opponent, both are its captain.
    """

    white: int
    black: int | None = None
    code: str = ""
    by_hand: bool = False
    others: tuple[int, ...] = ()

    @property
    def is_bye(self) -> bool:
        return self.black is None

    @property
    def is_allocated_bye(self) -> bool:
        return self.is_bye and self.code == Code.PAIRING_BYE

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(each for each in (self.white, self.black, *self.others) if each is not None))

    @property
    def is_team(self) -> bool:
        return self.white == self.black

    @property
    def is_table(self) -> bool:
        return self.is_team or bool(self.others)

    def turned(self) -> Slot:
        assert self.black is not None
        return replace(self, white=self.black, black=self.white, by_hand=True)


Slots = tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class ToDraw:
    """The round that is drawn: number ``number`` of the event, after ``history``, around the ``kept`` slots.

    ``ids`` are the entries by pairing number; ``progress`` is told how much is done, from 0 to 1.
    """

    event: Event
    number: int
    history: History
    kept: Slots
    ids: Mapping[int, int]
    progress: Callable[[float], None]


def slot_of(slots: Iterable[Slot], player: int) -> Slot | None:
    return next((slot for slot in slots if player in slot.players), None)


def swapped(slots: Slots, one: int, other: int) -> Slots:
    """Have two players trade places, with opponents, colours and byes.

    Raises ``ValueError`` with a sentence that says why they can't.
    """
    if one == other:
        raise ValueError(_("You can’t swap a player with themselves."))
    here, there = slot_of(slots, one), slot_of(slots, other)
    if here is None or there is None:
        raise ValueError(_("One of them isn’t in this draft. Pair the two instead."))
    if here == there and here.others:
        raise ValueError(_("They already sit at the same table."))
    places = {one: other, other: one}
    touched = {slot for slot in slots if {one, other} & set(slot.players)}
    return tuple(_renamed(slot, places) if slot in touched else slot for slot in slots)


def turned(slots: Slots, player: int) -> Slots:
    """Swap the colours of the player's pair.

    Raises ``ValueError``, with a sentence, if the player isn't in a pair.
    """
    slot = slot_of(slots, player)
    if slot is None or slot.is_bye:
        raise ValueError(_("Only players who are paired have colours."))
    return tuple(each.turned() if each == slot else each for each in slots)


def paired(slots: Slots, white: int, black: int) -> Slots:
    """Pair these two.

    Their former opponents meet each other, or the player with the pairing-allocated bye; if there is none, the one left
    over gets that bye. Raises ``ValueError``, with a sentence, if they are the same player.
    """
    if white == black:
        raise ValueError(_("A player can’t meet themselves."))
    new = Slot(white, black, by_hand=True)
    return _with(slots, new)


def with_bye(slots: Slots, player: int, code: Code) -> Slots:
    """Give the player that bye, and pair the former opponent, if any.

    The former opponent meets the player with the pairing-allocated bye or, if there is none, gets it. If ``code`` is
    that bye, the player who had it meets the former opponent. Raises ``ValueError`` if ``code`` is no bye, or if no one
    can get the pairing-allocated bye.
    """
    if code not in BYE_WORDS:
        raise ValueError(_("%(code)s is no bye.") % {"code": code})
    return _with(slots, Slot(player, None, code.value, by_hand=True))


def _with(slots: Slots, new: Slot) -> Slots:
    at = next((index for index, slot in enumerate(slots) if set(slot.players) & set(new.players)), len(slots))
    given_up = {
        slot
        for slot in slots
        if set(slot.players) & set(new.players) or (new.is_allocated_bye and slot.is_allocated_bye)
    }
    kept = [slot for slot in slots if slot not in given_up]
    left = [
        (player, player == slot.white)
        for slot in slots
        if slot in given_up and (not slot.is_bye or slot.is_allocated_bye)
        for player in slot.players
        if player not in new.players
    ]
    if new.is_allocated_bye and len(left) % 2:
        raise ValueError(_("The number of players would be even, so no one can get the pairing-allocated bye."))
    before = len(kept) if new.is_bye else sum(slot in kept for slot in slots[:at])
    return _cared_for((*kept[:before], new, *kept[before:]), left)


def _cared_for(slots: Slots, left: Sequence[tuple[int, bool]]) -> Slots:
    """Pair the players without an opponent with each other, and the last one with the player who has the bye, if any.

    ``left`` are those players, each with whether they had white. A pairing-allocated bye made by hand is given up last,
    but given up all the same: there can't be two.
    """
    if not left:
        return slots
    if len(left) > 1:
        (one, one_white), (other, _), *more = left
        return _cared_for(_before_byes(slots, Slot(one, other) if one_white else Slot(other, one)), more)
    [(player, has_white)] = left
    byes = sorted((slot for slot in slots if slot.is_allocated_bye), key=lambda slot: slot.by_hand)
    bye = next(iter(byes), None)
    if bye is None:
        return (*slots, Slot(player, None, Code.PAIRING_BYE.value))
    pair = Slot(player, bye.white) if has_white else Slot(bye.white, player)
    return _before_byes(tuple(slot for slot in slots if slot != bye), pair)


def _before_byes(slots: Slots, pair: Slot) -> Slots:
    at = next((index for index, slot in enumerate(slots) if slot.is_bye), len(slots))
    return (*slots[:at], pair, *slots[at:])


def _renamed(slot: Slot, places: dict[int, int]) -> Slot:
    black = slot.black if slot.black is None else places.get(slot.black, slot.black)
    others = tuple(places.get(player, player) for player in slot.others)
    return replace(slot, white=places.get(slot.white, slot.white), black=black, by_hand=True, others=others)


# -- tables of several ---------------------------------------------------------------------------------------------


def table_of(players: Sequence[int], *, by_hand: bool = False) -> Slot:
    white, black, *others = players
    return Slot(white, black, by_hand=by_hand, others=tuple(others))


def team_of(members: Sequence[int]) -> Slot:
    """Return a team's slot; the first member leads it."""
    return Slot(members[0], members[0], others=tuple(members[1:]))


def away(slots: Slots, player: int) -> Slots:
    """Move the player from their table to a zero-point bye; the table is drawn again with the others."""
    rest = (replace(slot, by_hand=False) if player in slot.players else slot for slot in slots)
    return (*(slot for slot in rest if player not in slot.players), Slot(player, None, Code.ZERO_BYE.value, True))
