"""What is asked for, what a submission says to its player and to the others, and what follows from it."""

from __future__ import annotations

import pytest

from engine.fortress.match.state import MatchState
from engine.values import Decision
from tests.engine.fortress.lines import FORTRESS, at, played, started, submit

LAST_MOVE = at("7c8c2c3c4c5c6cJcQcKc/9cTc", "f", coming="-/2d3d4d5d6d7d8d9d")

ASKED = [
    (started(), Decision("turn", "You drew K♠: left or right end?", secret=True)),
    (LAST_MOVE, Decision("turn", "Move one card of your hand to any position, or keep it as it is.", secret=True)),
    (
        started(pace="whole"),
        Decision(
            "turn",
            "Place your cards, L for left or R for right: K♠ 5♣ J♣ A♦ K♥ 5♠ A♣ 4♠. Then move one card, or keep.",
            secret=True,
        ),
    ),
    (at("7c8c/8d"), Decision("turn", "Attack Player 2 or pass.")),
    (at("7c/8d"), Decision("turn", "Attack Player 2, pass or call done.")),
    (at("7cAc/8d"), Decision("turn", "Attack Player 2, discard an ace or pass.")),
    (at("7cAc/8d", deck="-"), Decision("turn", "Attack Player 2 or pass.")),  # R4
    (at("AcKc/8d"), Decision("turn", "Attack Player 2, discard an ace, pass or call done.")),
    (at("7c/8d", "p1", coming="Th/."), Decision("turn", "You drew 10♥: left or right end?")),
    (at("7c!/8d!", "s2"), Decision("turn", "Choose who starts round 2.")),
]


@pytest.mark.parametrize(("state", "decision"), ASKED)
def test_what_a_seat_is_asked_for(state: MatchState, decision: Decision) -> None:
    assert FORTRESS.decision(state, FORTRESS.to_act(state)[0]) == decision


SAID = [
    (started(), "l", "place left", "Placed K♠ at the left end", "Placed a card", True),
    (LAST_MOVE, "shift 2 1", "shift 1 2", "Moved 7♣ from position 1 to 2", "Finished fortifying", True),
    (LAST_MOVE, "keep", "keep", "Kept the hand as it was", "Finished fortifying", True),
    (
        started(pace="whole"),
        "LRRLLRLR keep",
        "fortify LRRLLRLR keep",
        "Placed K♠ left, 5♣ right, J♣ right, A♦ left, K♥ left, 5♠ right, A♣ left, 4♠ right. Kept the hand as it was",
        "Finished fortifying",
        True,
    ),
    (at("7c5h/8dKc"), "attack 1 r", "attack 1 right", "Attacked the right end of Player 2’s hand with 7♣", None, False),
    (at("AcKd/8dKc"), "ace1", "ace 1", "Discarded A♣ and drew a card", None, False),
    (at("7c/8d", "p1", coming="Th/."), "r", "place right", "Placed the drawn card at the right end", None, False),
    (at("7c/8d"), "PASS", "pass", "Passed", None, False),
    (at("7c/8d"), "Done", "done", "Called done", None, False),
    (at("7c!/8d!", "s2"), "start player 1", "start 1", "Chose Player 1 to start round 2", None, False),
]


@pytest.mark.parametrize(("state", "typed", "text", "words", "public", "secret"), SAID)
def test_what_is_said_of_a_submission(
    state: MatchState, typed: str, text: str, words: str, public: str | None, secret: bool
) -> None:
    done = submit(state, typed)
    assert (done.text, done.words, done.public_words, done.secret) == (text, words, public or words, secret)
    assert str(FORTRESS.view(done.state)["last"]).endswith(f"{public or words}.")


FOLLOWED = [
    (at("6c5h/8d8h"), "attack 1 left", ["Blocked: Player 2 shows 8♦."]),
    (
        at("Kc5h/Qd8h"),
        "attack 1 left",
        ["Beaten: Player 2 loses Q♦.", "Player 1 captures Q♦.", "Player 2 captures K♣."],
    ),
    (
        at("KcQc7d/Jd3d"),
        "done",
        [
            "Player 1 called done, so round 1 is over. Points: Player 1 3, Player 2 1.",
            "Player 2 scored least and chooses who starts round 2.",
        ],
    ),
    (
        at("7cKc/8d"),
        "attack 1 left",
        [
            "Blocked: Player 2 shows 8♦.",
        ],
    ),
    (
        at("7c/2d8d"),
        "attack 1 left",
        [
            "Beaten: Player 2 loses 2♦.",
            "Player 1 has no cards left, so round 1 is over. Points: Player 1 0, Player 2 0.",
            "Player 2, by lot among those who scored least, chooses who starts round 2.",
        ],
    ),
    (
        at("7c/Kd8d", passes=1),
        "pass",
        [
            "All players passed, so round 1 is over. Points: Player 1 0, Player 2 1.",
            "Player 1 scored least and chooses who starts round 2.",
        ],
    ),
    (at("7c!/8d!", "s2"), "start 2", ["Round 2: Player 2 starts, and play goes to the right."]),
    (
        at("7c!/8d!", "s2", round="2/1", totals="0/0", last="0/0"),
        "start 1",
        ["Round 3: Player 1 starts, and play goes to the left."],
    ),
    (
        at("Kc/3d/4d", match="3/1/single"),
        "done",
        [
            "Player 1 called done, so round 1 is over. Points: Player 1 1, Player 2 0, Player 3 0.",
            "Player 1 wins the match with a total of 1; Player 2 0, Player 3 0.",
        ],
    ),
    (
        at("Kc/Kd", match="2/1/single"),
        "done",
        [
            "Player 1 called done, so round 1 is over. Points: Player 1 1, Player 2 1.",
            "Player 1 and Player 2 share the win with a total of 1 each.",
        ],
    ),
]


@pytest.mark.parametrize(("state", "text", "notes"), FOLLOWED)
def test_what_followed_is_told_to_everyone(state: MatchState, text: str, notes: list[str]) -> None:
    assert list(submit(state, text).notes) == notes


def test_the_last_to_finish_hears_who_begins_and_so_do_all() -> None:
    state = played(started(), *["place left"] * 8, "keep", *["place right"] * 8)
    assert list(submit(state, "keep").notes) == ["Everyone has finished fortifying. Player 1 begins."]


@pytest.mark.parametrize(
    ("state", "text", "reveals"),
    [
        (started(), "place left", True),  # the next card is seen
        (at("7c8c2c3c4c5c6cJcQc/9cTc", "f", coming="Kc/2d3d4d5d6d7d8d9d"), "place left", False),  # the last one
        (LAST_MOVE, "keep", False),
        (started(pace="whole"), "LRRLLRLR keep", False),
        (at("7c5h/8dKc"), "attack 1 left", True),
        (at("AcKd/8dKc"), "ace 1", True),
        (at("7c/8d", "p1", coming="Th/."), "place left", False),
        (at("7c/8d"), "pass", False),
        (at("7c/8d", passes=1), "pass", True),  # all hands are shown
        (at("7c/8d"), "done", True),
        (at("7c!/8d!", "s2"), "start 2", True),
    ],
)
def test_a_submission_that_shows_its_player_a_card_cannot_be_taken_back(
    state: MatchState, text: str, reveals: bool
) -> None:
    assert submit(state, text).reveals is reveals


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (at("7c/8d"), "pass"),
        (started(), None),
        (LAST_MOVE, None),
        (at("7c/8d", "p1", coming="Th/."), None),
        (at("7c!/8d!", "s1"), None),
    ],
)
def test_only_an_attacking_turn_can_go_by(state: MatchState, text: str | None) -> None:  # rules 11
    assert FORTRESS.idle_turn(state, 0) == text


def test_one_of_several_who_gives_up_is_named_in_the_result() -> None:
    state = FORTRESS.forfeit(started(3), 2, "resignation")
    assert FORTRESS.given_up(state) == (2,)
    outcome = FORTRESS.outcome(FORTRESS.forfeit(state, 0, "time"))
    assert outcome is not None
    assert outcome.words == (
        "Player 3 resigned, Player 1 ran out of time, so Player 2 wins the match (points: Player 1 0, Player 2 0,"
        " Player 3 0)."
    )
