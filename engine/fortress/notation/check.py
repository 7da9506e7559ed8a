"""The check of positions that are read: they must be of a match that can still be played on (rules 8)."""

from __future__ import annotations

from engine.fortress.cards.cards import ALL_CARDS, is_royal
from engine.fortress.cards.position import ATTACKING, FORTIFYING, OVER_PHASE, PLACING, STARTER, Position
from engine.fortress.rules.deal import HAND_SIZE, STARTING_HAND

from .position import PositionError, read_position


def parse_position(text: str) -> Position:
    """Read a position that the rules allow. Raises ``PositionError``."""
    position = read_position(text)
    _refuse_if(position.phase == OVER_PHASE, "The match is over: phase e is written, but not read.")
    for check in (_check_cards, _check_players, _check_phase, _check_passes, _check_points):
        check(position)
    return position


def _refuse_if(wrong: bool, why: str) -> None:
    if wrong:
        raise PositionError(why)


def _check_cards(position: Position) -> None:
    rows = [*position.hands, *position.coming, *position.captured, position.deck, position.discards]
    cards = sorted([card for row in rows for card in row or ()])
    _refuse_if(tuple(cards) != ALL_CARDS, "The cards of a position are the 52, each once.")
    piles = [*position.captured, position.discards]
    _refuse_if(any(list(pile) != sorted(pile) for pile in piles), "Captured cards and discards go in order.")
    captured = [card for pile in position.captured for card in pile]
    _refuse_if(not all(map(is_royal, captured)), "Only royals are captured.")


def _check_players(position: Position) -> None:
    _refuse_if(len(position.playing) < 2, "At least two players must still be in the match.")
    for seat in range(position.setup.players):
        if position.hands[seat] is None:
            has_cards = position.coming[seat] is not None or bool(position.captured[seat])
            _refuse_if(has_cards, f"Player {seat + 1} has given up, and so has no cards and none to come.")
    if position.actor is not None:
        _refuse_if(position.hands[position.actor] is None, f"Player {position.actor + 1} has given up and cannot act.")


def _check_phase(position: Position) -> None:
    if position.phase == FORTIFYING:
        _check_fortifying(position)
        return
    for seat in position.playing:
        _check_hand(position, seat)
    if position.phase == STARTER:
        cards = [card for seat in position.playing for card in position.hand(seat)]
        _refuse_if(set(cards) != position.face_up, "In phase s every card in a hand is face up.")
        _refuse_if(not _can_be_dealt(position), "The deck has too few cards for the next round.")


def _check_fortifying(position: Position) -> None:
    _refuse_if(bool(position.face_up), "In phase f no card is face up.")
    _refuse_if(any(position.captured), "In phase f no royal is captured.")
    for seat in position.playing:
        hand, coming = position.hand(seat), position.coming[seat] or ()
        _refuse_if(
            len(hand) < STARTING_HAND or len(hand) + len(coming) != HAND_SIZE,
            f"In phase f player {seat + 1} has at least two cards in hand, and ten with those to come.",
        )
    _refuse_if(not position.asked, "In phase f a player must still have something to do.")


def _check_hand(position: Position, seat: int) -> None:
    hand, coming, number = position.hand(seat), position.coming[seat], seat + 1
    if position.phase == PLACING and position.actor == seat:
        _refuse_if(coming is None or len(coming) != 1, f"In phase p player {number} has one card to place.")
        _refuse_if(len(hand) >= HAND_SIZE, f"In phase p player {number} has at most nine cards in hand.")
        return
    _refuse_if(coming is not None, f"Player {number} has no cards to come in phase {position.phase}.")
    _refuse_if(len(hand) > HAND_SIZE, f"Player {number} has more than ten cards in hand.")
    if position.phase in (ATTACKING, PLACING):
        _refuse_if(not hand, f"Player {number} is in the match and has no cards, so the round would be over.")


def _can_be_dealt(position: Position) -> bool:
    """Return whether the deck has enough cards for the even round of two players that may come next (R14)."""
    even_round_next = position.setup.players == 2 and position.round % 2 == 1
    return not even_round_next or len(position.deck) >= HAND_SIZE * 2


def _check_passes(position: Position) -> None:
    most = len(position.playing) - 1 if position.phase == ATTACKING else 0
    _refuse_if(position.passes > most, f"There can be no more than {most} passes here, not {position.passes}.")


def _check_points(position: Position) -> None:
    finished = position.round if position.phase == STARTER else position.round - 1
    last, totals, setup = position.last, position.totals, position.setup
    _refuse_if(
        (last is None) != (finished == 0), "The field last is - before the first round is finished, and only then."
    )
    if last is None:
        _refuse_if(any(totals), "There are no totals before the first round is finished.")
    else:
        above = any(more > total for more, total in zip(last, totals, strict=True))
        _refuse_if(above, "The points of the last round are above the total.")
    if setup.target is not None:
        _refuse_if(max(totals) >= setup.target, f"A total has reached the target of {setup.target}: the match is over.")
    if setup.rounds is not None:
        _refuse_if(finished >= setup.rounds, f"All rounds of this match, {setup.rounds}, are finished.")
