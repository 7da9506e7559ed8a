"""A state that a seat cannot tell from the real one, drawn at random: for players who must guess."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from engine.fortress.cards.cards import Card, CardRow
from engine.fortress.cards.position import Position
from engine.fortress.notation.hidden_cards import seen_coming, seen_hand

from .state import MatchState


def imagine(state: MatchState, seat: int | None, rng: random.Random) -> MatchState:
    """Return the state with another seed, and with all cards that the seat (or a bystander) can't see dealt again.

    Every arrangement of the hidden cards is equally likely: clues from how the others played are ignored.
    """
    position = state.position
    seats = range(position.setup.players)
    seen = {
        *[card for player in seats for card in seen_hand(position, player, seat) if card is not None],
        *[card for player in seats for card in seen_coming(position, player, seat) if card is not None],
    }
    hidden = [card for card in sorted(_in_play(position)) if card not in seen]
    rng.shuffle(hidden)
    cards = iter(hidden)
    hands = [_fill(position.hands[player], seen_hand(position, player, seat), cards) for player in seats]
    coming = [_fill(position.coming[player], seen_coming(position, player, seat), cards) for player in seats]
    dealt = replace(
        position,
        setup=replace(position.setup, seed=rng.randbytes(len(position.setup.seed))),
        hands=tuple(hands),
        coming=tuple(coming),
        deck=tuple(cards),
    )
    return replace(state, position=dealt)


def _in_play(position: Position) -> set[Card]:
    """Return the cards that somebody may not see: in hands, still to be placed, and in the deck."""
    rows = [*position.hands, *position.coming, position.deck]
    return {card for row in rows for card in row or ()}


def _fill(row: CardRow | None, seen: list[Card | None], cards: Iterator[Card]) -> CardRow | None:
    """Return a row of cards with the next of ``cards`` in place of each one that is not seen."""
    if row is None:
        return None
    return tuple([next(cards) if card is None else card for card in seen])
