"""Steps, rounds and results as plain sentences, and steps as choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.fortress.cards.cards import CardRow
from engine.fortress.cards.position import FORTIFYING, Position
from engine.fortress.rules.steps import End, Step
from i18n.text import Text, joined, noop, say, seat_name

from .card_names import player_names, short_card, short_cards

_ATTACKED: Final[dict[End | None, str]] = {
    "left": noop("Attacked the left end of %(target)s’s hand with %(cards)s"),
    "right": noop("Attacked the right end of %(target)s’s hand with %(cards)s"),
}
_ATTACK: Final[dict[End | None, str]] = {
    "left": noop("Attack the left end of %(target)s’s hand with %(cards)s (%(where)s)"),
    "right": noop("Attack the right end of %(target)s’s hand with %(cards)s (%(where)s)"),
}
_PLACED: Final[dict[End | None, str]] = {
    "left": noop("Placed %(card)s at the left end"),
    "right": noop("Placed %(card)s at the right end"),
}
_PLACED_DRAWN: Final[dict[End | None, str]] = {
    "left": noop("Placed the drawn card at the left end"),
    "right": noop("Placed the drawn card at the right end"),
}
_PLACE: Final[dict[End | None, str]] = {
    "left": noop("Place %(card)s at the left end"),
    "right": noop("Place %(card)s at the right end"),
}
_ENDED: Final = {
    "done": noop("%(player)s called done, so round %(round)s is over"),
    "passes": noop("All players passed, so round %(round)s is over"),
    "cards": noop("%(player)s has no cards left, so round %(round)s is over"),
}
_ROUND: Final = {
    "done": noop("ended when %(player)s called done"),
    "passes": noop("ended when all players had passed"),
    "cards": noop("ended when %(player)s had no cards left"),
}
_LEFT: Final = {
    "resignation": noop("%(player)s resigned"),
    "time": noop("%(player)s ran out of time"),
}


# -- what was done -----------------------------------------------------------------------------------------------


def step_words(position: Position, seat: int, step: Step) -> Text:
    """Describe a step taken, for the player who took it, without anything that the player did not know."""
    hand = position.hand(seat)
    match step.kind:
        case "place" if position.phase == FORTIFYING:
            return say(_PLACED[step.end], card=short_card((position.coming[seat] or ())[0]))
        case "place":
            return say(_PLACED_DRAWN[step.end])
        case "shift":
            return say(
                "Moved %(card)s from position %(first)s to %(last)s",
                card=short_card(hand[step.first - 1]), first=step.first, last=step.last,
            )  # fmt: skip
        case "keep":
            return say("Kept the hand as it was")
        case "attack":
            cards = short_cards(hand[step.first - 1 : step.last])
            return say(_ATTACKED[step.end], target=seat_name(position.target(seat)), cards=cards)
        case "ace":
            return say("Discarded %(card)s and drew a card", card=short_card(hand[step.first - 1]))
        case "pass":
            return say("Passed")
        case "done":
            return say("Called done")
    return say("Chose %(player)s to start round %(round)s", player=seat_name(step.first - 1), round=position.round + 1)


def public_step_words(position: Position, seat: int, step: Step) -> Text:
    """Describe a step taken, for the other players (R15)."""
    if position.phase != FORTIFYING:
        return step_words(position, seat, step)
    return say("Placed a card") if step.kind == "place" else finished_words()


def finished_words() -> Text:
    """Say that a player has made the last move, whatever it was."""
    return say("Finished fortifying")


def fortified_words(cards: CardRow, ends: Sequence[End], last: Text | None) -> Text:
    """Describe all placings of a round, with the last move.

    "Placed 4♣ left, 5♠ right. Kept the hand as it was".
    """
    parts = [
        say("%(card)s left", card=short_card(card)) if end == "left" else say("%(card)s right", card=short_card(card))
        for card, end in zip(cards, ends, strict=False)
    ]
    placed = say("Placed %(placings)s", placings=joined(parts))
    return placed if last is None else joined([placed, last], ". ")


# -- what can be done --------------------------------------------------------------------------------------------


def step_label(position: Position, seat: int, step: Step) -> Text:
    """Describe a legal step as a choice."""
    hand = position.hand(seat)
    match step.kind:
        case "place":
            return say(_PLACE[step.end], card=short_card((position.coming[seat] or ())[0]))
        case "shift":
            return say(
                "Move %(card)s from position %(first)s to %(last)s",
                card=short_card(hand[step.first - 1]), first=step.first, last=step.last,
            )  # fmt: skip
        case "keep":
            return say("Keep the hand as it is")
        case "attack":
            return _attack_label(position, seat, step)
        case "ace":
            card = short_card(hand[step.first - 1])
            return say("Discard %(card)s (%(where)s) and draw a card", card=card, where=step.first)
        case "pass":
            return say("Pass")
        case "done":
            return say("Call done: the round ends")
    if step.first - 1 == seat:
        return say("Start round %(round)s yourself", round=position.round + 1)
    return say("Have %(player)s start round %(round)s", player=seat_name(step.first - 1), round=position.round + 1)


def _attack_label(position: Position, seat: int, step: Step) -> Text:
    where = str(step.first) if step.first == step.last else f"{step.first}–{step.last}"
    cards = short_cards(position.hand(seat)[step.first - 1 : step.last])
    return say(_ATTACK[step.end], target=seat_name(position.target(seat)), cards=cards, where=where)


def step_group(step: Step) -> Text:
    """Return the heading under which a step is listed."""
    match step.kind:
        case "attack":
            return say("Attack the left end") if step.end == "left" else say("Attack the right end")
        case "ace":
            return say("Discard an ace")
        case "place":
            return say("Place the card")
        case "shift" | "keep":
            return say("Last move")
        case "start":
            return say("Start the next round")
    return say("No attack")


# -- what came of it ---------------------------------------------------------------------------------------------


def points_words(points: Sequence[int], seats: Sequence[int]) -> Text:
    """Write the points of the given seats: "Player 1 4, Player 2 3"."""
    return joined([say("%(name)s %(points)s", name=seat_name(seat), points=points[seat]) for seat in seats])


def round_end_words(how: str, player: int | None, number: int) -> Text:
    """Say how a round has just ended; ``player`` is the one who called done or has no cards left."""
    return _about_round(_ENDED[how], player, number)


def round_words(how: str, player: int | None) -> Text:
    """Say briefly how a round ended, for a list."""
    return _about_round(_ROUND[how], player, 0)


def _about_round(message: str, player: int | None, number: int) -> Text:
    return say(message, player="" if player is None else seat_name(player), round=number)


def left_words(seat: int, how: str) -> Text:
    """Say that a player has given up."""
    return say(_LEFT[how], player=seat_name(seat))


def winners_words(winners: Sequence[int], points: int) -> Text:
    """Name the winners, with their total."""
    names = player_names(winners)
    if len(winners) == 1:
        return say("%(player)s wins the match with a total of %(points)s", player=names, points=points)
    return say("%(players)s share the win with a total of %(points)s each", players=names, points=points)
