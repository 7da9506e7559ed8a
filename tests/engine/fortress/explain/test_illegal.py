"""Why a step is refused: which card, which end, whose row, and what is possible instead."""

from __future__ import annotations

import pytest

from engine.errors import IllegalTurn
from engine.fortress.match.state import MatchState
from tests.engine.fortress.lines import at, line, played, started, submit

TURN = at("7c7d5hKc2c/8d/3h")
EMPTY_DECK = at("AcAd2c/8d", deck="-")
PLACING = at("7c5h/8d", "p1", coming="2c/.")
ENDED = at("7c!/x/8d!", "s1", coming="././.")
LAST_MOVE = at("7c8c2c3c4c5c6cJcQcKc/9cTc", "f", coming="-/2d3d4d5d6d7d8d9d")

REFUSALS = [
    (TURN, "attack 6 left", "attack 6 left: your hand has 5 cards, at positions 1 to 5 from the left."),
    (
        TURN,
        "attack 2-3 left",
        (
            "attack 2-3 left: 7♦ at 2 and 5♥ at 3 aren’t equal; cards that attack together are equal neighbours: you"
            " have 1–2 (7♣ 7♦)."
        ),
    ),
    (
        at("7c5h/8d"),
        "attack 1-2 right",
        (
            "attack 1-2 right: 7♣ at 1 and 5♥ at 2 aren’t equal; your hand has no equal neighbours, so attack with a"
            " single card."
        ),
    ),
    (TURN, "ace 1", "ace 1: 7♣ at 1 is no ace, and you have none."),
    (at("7cAd5hAs/8d"), "ace 1", "ace 1: 7♣ at 1 is no ace; you have one at 2 and 4."),
    (TURN, "ace 9", "ace 9: your hand has 5 cards, at positions 1 to 5 from the left."),
    (EMPTY_DECK, "ace 1", "ace 1: the deck is empty, so no card can be drawn for an ace."),
    (TURN, "done", "done: you hold 4 number cards (7♣ 7♦ 5♥ 2♣), and can call done with 1 at most."),
    (TURN, "place left", "place left: you have no drawn card to place."),
    (TURN, "keep", "keep: you can rearrange your hand only at the end of fortifying."),
    (TURN, "shift 1 2", "shift 1 2: you can rearrange your hand only at the end of fortifying."),
    (TURN, "start 2", "start 2: who starts is chosen when a round is over."),
    (PLACING, "pass", "pass: first place the card you drew, with “place left” or “place right”."),
    (PLACING, "ace 1", "ace 1: first place the card you drew, with “place left” or “place right”."),
    (ENDED, "pass", "pass: the round is over; choose who starts the next one: “start 1” and “start 3”."),
    (ENDED, "start 2", "start 2: Player 2 is out of the match; choose from “start 1” and “start 3”."),
    (ENDED, "start 4", "start 4: the players go from 1 to 3; choose from “start 1” and “start 3”."),
    (started(), "keep", "keep: you still have 8 cards to place, each with “place left” or “place right”."),
    (
        started(),
        "pass",
        (
            "pass: attacks begin when everyone has finished fortifying; now place your card, with “place left” or"
            " “place right”."
        ),
    ),
    (
        LAST_MOVE,
        "place left",
        "place left: all your cards are placed; “keep” the hand, or move one card, as in “shift 3 7”.",
    ),
    (
        LAST_MOVE,
        "attack 1 left",
        (
            "attack 1 left: attacks begin when everyone has finished fortifying; now “keep” the hand, or move one card,"
            " as in “shift 3 7”."
        ),
    ),
    (LAST_MOVE, "shift 3 11", "shift 3 11: positions go from 1 to 10."),
    (LAST_MOVE, "shift 3 3", "shift 3 3: this moves nothing; “keep” leaves the hand as it is."),
    (started(), "LRRLLRLR keep", "In this match you place one card at a time: “place left” or “place right”."),
    (TURN, "LRRLLRLR keep", "The round has been fortified already."),
    (
        started(pace="whole"),
        "pass",
        (
            "pass: attacks begin when everyone has finished fortifying; now place your card, with “place left” or"
            " “place right”."
        ),
    ),
    (
        started(pace="whole"),
        "LRRLLRLR",
        "The last move is missing: add “keep”, or move one card, as in “shift 3 7”.",
    ),
    (started(pace="whole"), "LRRLLRLR shift 3 12", "shift 3 12: positions go from 1 to 10."),
]


@pytest.mark.parametrize(("state", "text", "sentence"), REFUSALS)
def test_a_refusal_says_what_is_wrong_and_what_is_possible(state: MatchState, text: str, sentence: str) -> None:
    with pytest.raises(IllegalTurn) as refused:
        submit(state, text)
    assert str(refused.value) == sentence


WAITING = [
    (TURN, 1, "It isn’t your turn. Wait for Player 1."),
    (ENDED, 1, "You’re out of this match."),
    (played(started(3), *["place left"] * 8, "keep"), 0, "You’ve finished fortifying. Wait for Player 2 and Player 3."),
]


@pytest.mark.parametrize(("state", "seat", "sentence"), WAITING)
def test_one_who_is_not_asked_hears_who_is(state: MatchState, seat: int, sentence: str) -> None:
    with pytest.raises(IllegalTurn) as refused:
        submit(state, "pass", seat)
    assert str(refused.value) == sentence


def test_a_refusal_tells_nothing_of_what_is_hidden() -> None:
    """The same sentence whatever the others hold."""
    sentences = set()
    for others in ("8d/3h", "Kd/9h"):
        state = at(f"7c7d5hKc2c/{others}", deck=line(f"7c7d5hKc2c/{others}").split(" ")[9])
        with pytest.raises(IllegalTurn) as refused:
            submit(state, "attack 2-3 left")
        sentences.add(str(refused.value))
    assert len(sentences) == 1
