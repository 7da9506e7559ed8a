"""The draft of a round as it is stored."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db.models import QuerySet

from competition.history import Code, History, Pair, Player, Result
from tournaments.models import Absence, Event, Pairing, Round, TableSeat, seated

from .draft import Slot, Slots

Key = tuple[bool, tuple[int, ...]]


def read_draft(round: Round) -> Slots:
    """Return the stored draft in board order."""
    return tuple(
        Slot(
            pairing.white_id,
            pairing.black_id,
            pairing.white_code if pairing.is_bye else "",
            pairing.is_by_hand,
            _key(pairing)[1][1 if pairing.white_id == pairing.black_id else 2 :],
        )
        for pairing in _read(round)
    )


def _read(round: Round) -> QuerySet[Pairing]:
    return seated(round.pairings.order_by("board", "pk"), round.event)


def _key(pairing: Pairing) -> Key:
    """Return what identifies a pairing: its entries' ids, and whether one player sits out, unlike a team on its own."""
    if pairing.size:
        return False, tuple(seat.entry_id for seat in pairing.table_seats.all())
    return (True, (pairing.white_id,)) if pairing.black_id is None else (False, (pairing.white_id, pairing.black_id))


def draft_digest(slots: Slots) -> str:
    """Return a short text that differs for every draft, so that a change can name the draft it is of."""
    return hashlib.sha256(repr(slots).encode()).hexdigest()[:16]


def store(round: Round, slots: Slots) -> None:
    """Write the draft, in the caller's transaction.

    A pair that was there before keeps its row, and with it what has been decided about it already, as when one of the
    two has left a round robin.
    """
    before: dict[Key, Pairing] = {_key(each): each for each in _read(round)}
    wanted = {(slot.is_bye, slot.players) for slot in slots}
    round.pairings.exclude(pk__in=[row.pk for key, row in before.items() if key in wanted]).delete()
    kept, new = [], []
    for board, slot in enumerate(slots, 1):
        row = before.get((slot.is_bye, slot.players))
        if row is None:
            new.append(_row(round, board, slot))
        elif (row.board, row.is_by_hand, row.white_code if slot.is_bye else "") != (board, slot.by_hand, slot.code):
            row.board, row.is_by_hand = board, slot.by_hand
            row.white_code = slot.code if slot.is_bye else row.white_code
            kept.append(row)
    Pairing.objects.bulk_update(kept, ["board", "is_by_hand", "white_code"], batch_size=200)
    tables = {(slot.white, slot.black): slot.players for slot in slots if slot.is_table}
    for row in Pairing.objects.bulk_create(new):
        players = tables.get((row.white_id, row.black_id), ())
        TableSeat.objects.bulk_create(
            TableSeat(pairing=row, entry_id=player, index=index) for index, player in enumerate(players)
        )


def droppable(event: Event) -> QuerySet[Round]:
    """Return the event's drafts, except those whose matches are still to be annulled.

    Those matches can be found only by their pairings.
    """
    undone = Pairing.objects.filter(round__event=event, decided_at=None, match__isnull=False)
    return event.round_set.filter(stage=Round.Stage.DRAFT).exclude(pk__in=undone.values("round"))


def _row(round: Round, board: int, slot: Slot) -> Pairing:
    return Pairing(
        round=round,
        board=board,
        white_id=slot.white,
        black_id=slot.black,
        size=len(slot.players) if slot.is_table else 0,
        white_code=slot.code,
        is_by_hand=slot.by_hand,
    )


def draft_of(pairs: Sequence[Pair], history: History, number: int, ids: Mapping[int, int]) -> Slots:
    """Return the pairs the rules led to, then a slot for each bye that ``history`` has for round ``number``.

    That round is the coming one; ``ids`` are the entries by pairing number.
    """
    coming = number - 1
    paired = [
        Slot(ids[pair.white], None, Code.PAIRING_BYE.value) if pair.is_bye else Slot(ids[pair.white], ids[pair.black])
        for pair in pairs
    ]
    seated = {number for pair in pairs for number in pair}
    byes = [
        Slot(ids[player.number], None, player.results[coming].code.value)
        for player in history.players
        if len(player.results) > coming and player.number not in seated
    ]
    return (*paired, *byes)


def numbers_of(event: Event) -> dict[int, int]:
    """Return the pairing numbers by the entries' ids."""
    numbered = event.entries.filter(number__isnull=False)
    return {pk: number or 0 for pk, number in numbered.values_list("pk", "number")}


def pairs_of(slots: Slots, numbers: Mapping[int, int]) -> tuple[Pair, ...]:
    """Return the pairs and pairing-allocated byes, by pairing numbers, as pairing rules judge them."""
    return tuple(
        Pair(numbers[slot.white], 0 if slot.black is None else numbers[slot.black])
        for slot in slots
        if not slot.is_bye or slot.is_allocated_bye
    )


def with_byes(history: History, number: int, byes: Mapping[int, Result]) -> History:
    """Return the history with these byes in round ``number``, the coming one, for players who have none.

    The byes are by pairing number.
    """
    coming = number - 1

    def granted(player: Player) -> Player:
        if player.number not in byes or len(player.results) > coming:
            return player
        return replace(player, results=(*player.results, byes[player.number]))

    return replace(history, players=tuple(map(granted, history.players)))


def store_absence(entry_id: int, number: int, bye: str, *, in_draft: bool) -> None:
    """Have the entry miss round ``number`` with that bye, with the event locked."""
    given = {"bye": bye, "in_draft": in_draft}
    Absence.objects.update_or_create(entry_id=entry_id, round_number=number, defaults=given)
