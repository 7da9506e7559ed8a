"""The reasons in the rules why a step is not legal, each a clause that ends a sentence.

``legal.steps`` alone decides what is legal; this only explains, from what the player may see.
"""

from __future__ import annotations

from engine.fortress.cards.cards import ACE, CardRow, is_royal, value
from engine.fortress.cards.position import FORTIFYING, PLACING, STARTER, Position
from engine.fortress.rules.legal import MAX_NUMBERS_FOR_DONE, runs, steps
from engine.fortress.rules.steps import Step
from i18n.text import Text, joined, listed, say, say_many, seat_name

from .card_names import short_card, short_cards


def why_illegal(position: Position, seat: int, step: Step) -> Text | None:
    """Explain why a step is not legal now: "ace 2: 7♥ at 2 is no ace, and you have none". ``None`` if it is."""
    if step in steps(position, seat):
        return None
    return say("%(action)s: %(reason)s", action=str(step), reason=reason(position, seat, step))


def reason(position: Position, seat: int, step: Step) -> Text:
    """Explain why the rules do not allow a step that is not among ``legal.steps``."""
    if position.phase == FORTIFYING:
        return _fortifying_reason(position, seat, step)
    if position.phase == PLACING:
        return say("first place the card you drew, with “place left” or “place right”")
    if position.phase == STARTER:
        return _starter_reason(position, step)
    match step.kind:
        case "attack":
            return _attack_reason(position, seat, step)
        case "ace":
            return _ace_reason(position, seat, step)
        case "done":
            return _done_reason(position.hand(seat))
        case "place":
            return say("you have no drawn card to place")
        case "start":
            return say("who starts is chosen when a round is over")
    return say("you can rearrange your hand only at the end of fortifying")


def _fortifying_reason(position: Position, seat: int, step: Step) -> Text:
    left, length = len(position.coming[seat] or ()), len(position.hand(seat))
    if step.kind in ("shift", "keep") and left:
        return say_many(
            "you still have %(number)s card to place, with “place left” or “place right”",
            "you still have %(number)s cards to place, each with “place left” or “place right”",
            left,
        )
    if step.kind == "shift":
        if step.first == step.last:
            return say("this moves nothing; “keep” leaves the hand as it is")
        return say("positions go from 1 to %(last)s", last=length)
    if left:
        return say(
            "attacks begin when everyone has finished fortifying; now place your card, with “place left” or"
            " “place right”"
        )
    if step.kind == "place":
        return say("all your cards are placed; “keep” the hand, or move one card, as in “shift 3 7”")
    return say(
        "attacks begin when everyone has finished fortifying; now “keep” the hand, or move one card, as in “shift 3 7”"
    )


def _starter_reason(position: Position, step: Step) -> Text:
    choices = listed([f"“start {seat + 1}”" for seat in position.playing])
    if step.kind != "start":
        return say("the round is over; choose who starts the next one: %(choices)s", choices=choices)
    if step.first > position.setup.players:
        last = position.setup.players
        return say("the players go from 1 to %(last)s; choose from %(choices)s", last=last, choices=choices)
    return say(
        "%(player)s is out of the match; choose from %(choices)s", player=seat_name(step.first - 1), choices=choices
    )


def _attack_reason(position: Position, seat: int, step: Step) -> Text:
    hand = position.hand(seat)
    if step.last > len(hand):
        return _past_the_hand(hand)
    ranks = [value(card) for card in hand]
    place = next(place for place in range(step.first, step.last) if ranks[place] != ranks[step.first - 1]) + 1
    pairs = _equal_neighbours(hand)
    if not pairs:
        return say(
            "%(one)s at %(first)s and %(other)s at %(last)s aren’t equal; your hand has no equal neighbours, so attack"
            " with a single card",
            one=short_card(hand[step.first - 1]), first=step.first, other=short_card(hand[place - 1]), last=place,
        )  # fmt: skip
    return say(
        "%(one)s at %(first)s and %(other)s at %(last)s aren’t equal; cards that attack together are equal neighbours:"
        " you have %(runs)s",
        one=short_card(hand[step.first - 1]), first=step.first, other=short_card(hand[place - 1]), last=place,
        runs=pairs,
    )  # fmt: skip


def _equal_neighbours(hand: CardRow) -> Text | None:
    """List the longest runs of equal neighbours: "4–5 (7♥ 7♣) and 8–10 (K♥ Q♦ J♠)"."""
    longest = [(first, last) for first, last in _maximal(hand) if first < last]
    parts = [
        joined([f"{first}–{last}", say("(%(cards)s)", cards=short_cards(hand[first - 1 : last]))], " ")
        for first, last in longest
    ]
    return listed(parts) if parts else None


def _maximal(hand: CardRow) -> list[tuple[int, int]]:
    """Return the runs that are not part of a longer one."""
    found = list(runs(hand))
    return [(first, last) for first, last in found if (first, last + 1) not in found and (first - 1, last) not in found]


def _ace_reason(position: Position, seat: int, step: Step) -> Text:
    hand = position.hand(seat)
    if step.first > len(hand):
        return _past_the_hand(hand)
    card = hand[step.first - 1]
    if value(card) == ACE:
        return say("the deck is empty, so no card can be drawn for an ace")
    places = [str(place) for place, each in enumerate(hand, start=1) if value(each) == ACE]
    if not places:
        return say("%(card)s at %(place)s is no ace, and you have none", card=short_card(card), place=step.first)
    return say(
        "%(card)s at %(place)s is no ace; you have one at %(places)s",
        card=short_card(card), place=step.first, places=listed(places),
    )  # fmt: skip


def _past_the_hand(hand: CardRow) -> Text:
    return say_many(
        "your hand has %(number)s card, at position 1",
        "your hand has %(number)s cards, at positions 1 to %(number)s from the left",
        len(hand),
    )


def _done_reason(hand: CardRow) -> Text:
    numbers = [card for card in hand if not is_royal(card)]
    return say(
        "you hold %(count)s number cards (%(cards)s), and can call done with %(most)s at most",
        count=len(numbers), cards=short_cards(numbers), most=MAX_NUMBERS_FOR_DONE,
    )  # fmt: skip
