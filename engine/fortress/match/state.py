"""A Fortress match: its position, and what its players have seen that the position no longer has.

A state is an immutable value; each function here returns a new one. Everything in it except the position is open to
all: only ``position`` has hidden parts, and ``notation.hidden_cards`` says which.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple

from engine.errors import IllegalTurn
from engine.fortress.cards.cards import CardRow, write_cards
from engine.fortress.cards.position import FORTIFYING, OVER_PHASE, STARTER, Position, Setup
from engine.fortress.explain.card_names import short_cards
from engine.fortress.explain.describe import left_words
from engine.fortress.rules import forfeit as rules
from engine.fortress.rules.apply import Applied
from engine.fortress.rules.deal import (
    STARTING_HAND,
    deck_label,
    first_round,
    goes_on,
    lot,
    lot_label,
    shuffled_deck,
)
from engine.fortress.rules.scoring import How, winners
from engine.fortress.rules.steps import End
from i18n.text import Kept, Text, say, seat_name

GivingUp = Literal["resignation", "time"]


class EndedRound(NamedTuple):
    """A round that has ended: how, through whom (``None`` for passes), and what each seat scored in it."""

    how: How
    player: int | None
    points: tuple[int, ...]


class OpenHands(NamedTuple):
    """The hands and the captured royals at the end of the last round; ``None`` for a seat that had given up."""

    round: int
    hands: tuple[CardRow | None, ...]
    captured: tuple[CardRow, ...]


class Attack(NamedTuple):
    """An attack, as everyone has seen it: the cards that attacked, fell, or were turned face up."""

    seat: int
    target: int
    end: End
    attackers: CardRow
    fallen: CardRow
    turned: CardRow


class Departure(NamedTuple):
    """A seat that gave up, and the way in which it did."""

    seat: int
    how: GivingUp


@dataclass(frozen=True, slots=True)
class MatchState:
    """The state of a match.

    ``attacked`` counts, by seat, the attacks suffered in this round; ``attack`` is the last submission, if it was one.
    ``rounds`` stays short: each royal that was dealt scores, and totals are limited.
    """

    position: Position
    attacked: tuple[int, ...]
    rounds: tuple[EndedRound, ...] = ()
    hands: OpenHands | None = None
    departures: tuple[Departure, ...] = ()
    last: Kept | None = None
    attack: Attack | None = None

    @property
    def setup(self) -> Setup:
        return self.position.setup

    @property
    def is_over(self) -> bool:
        return self.position.phase == OVER_PHASE


def new_match(setup: Setup) -> MatchState:
    """Return the state before the first card is placed."""
    return MatchState(first_round(setup), (0,) * setup.players)


def after_step(state: MatchState, seat: int, applied: Applied, last: Text, attack: Attack | None = None) -> MatchState:
    """Return the state after a seat's step; ``last`` says it in words that everyone may read."""
    position, ended = applied
    attacked = state.attacked
    if attack:
        attacked = tuple([count + (player == attack.target) for player, count in enumerate(attacked)])
    if ended:
        hands = OpenHands(position.round, position.hands, position.captured)
        result = EndedRound(ended.how, _whose_deed(position, seat, ended.how), ended.points)
        state = replace(state, hands=hands, rounds=(*state.rounds, result))
    elif position.round != state.position.round:
        attacked = (0,) * state.setup.players
    return replace(state, position=position, attacked=attacked, last=last.kept, attack=attack)


def _whose_deed(position: Position, seat: int, how: How) -> int | None:
    """Return the seat that called done or ran out of cards (the first one, if several did)."""
    if how == "cards":
        return next(player for player in position.playing if not position.hand(player))
    return seat if how == "done" else None


def forfeit(state: MatchState, seat: int, how: GivingUp) -> MatchState:
    """Return the state after a seat gave up; the cards it had are named (R23).

    Raises ``IllegalTurn`` if the match is over, or the seat has already given up.
    """
    before = state.position
    if state.is_over:
        raise IllegalTurn(say("The match is over."))
    if before.hands[seat] is None:
        raise IllegalTurn(say("%(player)s is out of the match already.", player=seat_name(seat)))
    shown = [*before.hand(seat), *(before.coming[seat] or ()), *before.captured[seat]]
    last = say(
        "%(sentence)s; these cards go to the discard pile: %(cards)s.",
        sentence=left_words(seat, how), cards=short_cards(shown),
    )  # fmt: skip
    return replace(
        state,
        position=rules.after_forfeit(before, seat),
        departures=(*state.departures, Departure(seat, how)),
        last=last.kept,
        attack=None,
    )


def chance_drawn(state: MatchState) -> dict[str, str]:
    """Return everything drawn from the seed on the way to the state, by label.

    That is the deck of a round that has just been dealt, or the lot of one that has just ended.
    """
    position, setup = state.position, state.setup
    number = position.round
    if position.phase == STARTER:
        order = lot(setup.seed, number, setup.players)
        return {lot_label(number): " ".join([str(seat + 1) for seat in order])}
    is_new = all(len(position.hand(seat)) == STARTING_HAND for seat in position.playing)
    if position.phase == FORTIFYING and is_new and not goes_on(setup, number):
        return {deck_label(number): write_cards(shuffled_deck(setup.seed, number))}
    return {}


def end_how(state: MatchState) -> str | None:
    """Return why a match is over: ``points``, or how the last player to leave left; ``None`` while it runs."""
    if not state.is_over:
        return None
    return state.departures[-1].how if len(state.position.playing) == 1 else "points"


def shares(state: MatchState) -> tuple[Fraction, ...]:
    """Return the result of a match that is over: equal highest totals share the win (R9)."""
    won = winners(state.position)
    return tuple([Fraction(seat in won, len(won)) for seat in range(state.setup.players)])


def given_up(state: MatchState) -> tuple[int, ...]:
    """Return the seats that gave up, in the order in which they did."""
    return tuple([departure.seat for departure in state.departures])
