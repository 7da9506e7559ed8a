"""Matches of a round robin that begin one by one, each as soon as both players have room for one more.

Rounds are published in their order, each as soon as one of its matches, or of a later round's, can begin; its others
wait (``Pairing.waits``). So slow players hold up no one but those who must still meet them.
"""

from __future__ import annotations

from typing import NamedTuple

from competition.pairing.match_slots import Room, Two
from tournaments.models import Event, EventTerms, Pairing, Round

Stage = Round.Stage


class _Match(NamedTuple):
    """An undecided match. ``is_held``: someone is sought for the place of one of its players."""

    pk: int
    round_id: int
    number: int
    pair: Two
    waits: bool
    is_held: bool


def begins_match_by_match(event: EventTerms) -> bool:
    """Return whether each match begins when both players have room for it.

    If rounds have a due date, all their matches begin together, so that all have the same time.
    """
    return event.round_days is None


def let_begin(event: Event) -> set[int]:
    """Let matches of published rounds begin if they can, earlier rounds first, with the event locked.

    Return the ids of the rounds whose matches must be made.
    """
    published = _open(event, Stage.RUNNING)
    if not any(match.waits for match in published):
        return set()
    room = _room(event, published, _open(event, Stage.DRAFT))
    begun = [match for match in published if match.waits and _begins(event, room, match)]
    Pairing.objects.filter(pk__in=[match.pk for match in begun]).update(waits=False)
    return {match.round_id for match in begun}


def last_that_can_begin(event: Event, first: int) -> int:
    """Return the number of the last draft with a match that could begin now; 0 if there is none.

    Only drafts from the given number on are looked at.
    """
    drafts = _open(event, Stage.DRAFT)
    room = _room(event, _open(event, Stage.RUNNING), drafts)
    coming = (match for match in drafts if match.number >= first)
    return max((match.number for match in coming if _begins(event, room, match)), default=0)


def _room(event: Event, published: list[_Match], drafts: list[_Match]) -> Room:
    running = [match.pair for match in published if not match.waits]
    to_come = [*(match for match in published if match.waits), *drafts]
    first = [match.pair for match in to_come if not _is_second(event, match)]
    return Room(event.at_once if begins_match_by_match(event) else 0, running, first)


def _begins(event: Event, room: Room, match: _Match) -> bool:
    return not match.is_held and room.takes(match.pair, is_second=_is_second(event, match))


def _is_second(event: Event, match: _Match) -> bool:
    """Return whether the two meet for the second time."""
    return match.number > event.rounds // event.cycles


def _open(event: Event, stage: Round.Stage) -> list[_Match]:
    """Return the undecided matches of two players in rounds of that stage, by round and board."""
    undecided = Pairing.objects.filter(round__event=event, round__stage=stage, decided_at=None, black__isnull=False)
    rows = undecided.order_by("round__number", "board")
    fields = ("pk", "round_id", "round__number", "white_id", "black_id", "waits", "white__is_open", "black__is_open")
    return [
        _Match(pk, round_id, number, (white, black or 0), waits, bool(first or second))
        for pk, round_id, number, white, black, waits, first, second in rows.values_list(*fields)
    ]
