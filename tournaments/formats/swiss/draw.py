"""Swiss pairing of a draft: by the rules alone, and around what was made by hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from fractions import Fraction

from competition.history import Code, History, Pair, Player, Result
from competition.pairing.dutch import NoLegalPairing, pair, way_out
from i18n.text import joined
from tournaments.rounds.drafts.draft import Slot, Slots
from tournaments.rounds.drafts.store import draft_of, with_byes

Progress = Callable[[float], None]


def pairs_for(
    history: History, number: int, kept: Slots, ids: Mapping[int, int], progress: Progress
) -> tuple[Slots, Slots]:
    """Return the draft of round ``number`` around the kept slots, and the draft the rules lead to without them.

    The second is empty if there is none. Raises ``NoLegalPairing``, for the second draft only if nothing is kept.
    """
    numbers = {pk: number for number, pk in ids.items()}
    kept = _with_byes_that_are_due(kept, {player.number for player in _playing(history, number)}, numbers)
    if not kept:
        free = draft_of(_paired(history, number, progress), history, number, ids)
        return free, free
    cared_for = {player for slot in kept for player in slot.players}
    around = _without(history, number, _results_of(kept, numbers))
    pairs = _paired(around, number, progress)
    rest = (slot for slot in draft_of(pairs, around, number, ids) if not cared_for & set(slot.players))
    try:
        free = draft_of(_paired(history, number, progress), history, number, ids)
    except NoLegalPairing:
        free = ()
    return in_order((*rest, *kept), history, number, numbers), free


def without_unearned_bye(before: Slots, after: Slots) -> Slots:
    """Drop a pairing-allocated bye that someone got only through another's change: the rules say whose it is."""
    had = {slot.white for slot in before if slot.is_allocated_bye}
    return tuple(slot for slot in after if slot.by_hand or not slot.is_allocated_bye or slot.white in had)


def in_order(slots: Slots, history: History, number: int, numbers: Mapping[int, int]) -> Slots:
    """Sort pairs by the points of the better player, of the other, and the better's number (C.04.2); byes last."""
    ranks = {player.number: (-history.points(player, number - 1), player.number) for player in history.players}

    def order(slot: Slot) -> tuple[Fraction, Fraction, int]:
        ranked = sorted(ranks[numbers[player]] for player in slot.players)
        return ranked[0][0], ranked[-1][0], ranked[0][1]

    pairs = sorted((slot for slot in slots if not slot.is_bye), key=order)
    byes = sorted((slot for slot in slots if slot.is_bye), key=lambda slot: (not slot.is_allocated_bye, slot.white))
    return (*pairs, *byes)


def _playing(history: History, number: int) -> list[Player]:
    return [player for player in history.players if len(player.results) < number]


def _with_byes_that_are_due(kept: Slots, playing: Collection[int], numbers: Mapping[int, int]) -> Slots:
    """Drop kept pairing-allocated byes if the number of other players is odd: the rules give one of them the bye."""
    seated = {numbers[player] for slot in kept for player in slot.players}
    return tuple(slot for slot in kept if not slot.is_allocated_bye) if len(set(playing) - seated) % 2 else kept


def _paired(history: History, number: int, progress: Progress) -> tuple[Pair, ...]:
    if not _playing(history, number):
        return ()
    try:
        return pair(history, progress)
    except NoLegalPairing as error:
        words: list[str] = [error.args[0]]
        if way := way_out(history):
            words.append(way)
        raise NoLegalPairing(joined(words, " ")) from error


def _results_of(kept: Slots, numbers: Mapping[int, int]) -> dict[int, Result]:
    """Return by pairing number the results that take the players of these slots out of the coming round.

    Players paired by hand are present all the same, and count when the others are numbered (C.04.2), as with an
    allocated bye.
    """
    return {
        numbers[player]: Result(Code(slot.code) if slot.is_bye else Code.PAIRING_BYE)
        for slot in kept
        for player in slot.players
        if player in numbers
    }


def _without(history: History, number: int, away: Mapping[int, Result]) -> History:
    """Return the history in which these players have their results of the coming round already."""
    players = tuple(
        replace(player, results=player.results[: number - 1]) if player.number in away else player
        for player in history.players
    )
    return with_byes(replace(history, players=players), number, away)
