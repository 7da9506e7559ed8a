"""The computer at The Last Fairy Tale: what it submits is legal and follows from what all may know, it sees where
monsters walk in circles, and it lasts longer than chance."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.fairytale.game import Fairytale
from engine.fairytale.lookahead.judge import judge, side_to_name
from engine.fairytale.match.state import MatchState
from engine.fairytale.rules.position import Options
from engine.players.choose import choose_as
from engine.players.strengths import Strength
from tests.engine.fairytale.lines import at

GAME = Fairytale()
PLAYER = Strength("test", "", 60, 0)


def played(state: MatchState, rng: Random) -> MatchState:
    """The state at the end of a match that the computer plays."""
    while asked := GAME.to_act(state):
        chosen = choose_as(GAME, state, asked[0], PLAYER, rng.randbytes(16))
        done = GAME.play(state, asked[0], chosen.text)
        assert done.text == chosen.text
        assert 0 <= chosen.value <= 1
        state = done.state
    return state


@pytest.mark.parametrize(("seats", "options"), [(1, {"level": "easy"}), (3, {"cast": "plain", "tiles": "plain"})])
def test_it_plays_legal_turns_to_the_end(seats: int, options: dict[str, str]) -> None:
    rng = Random(7)
    state = played(GAME.start(GAME.clean_options(options), seats, rng.randbytes(32)), rng)
    assert GAME.outcome(state)


def test_it_breaks_a_diamond_that_it_can_reach() -> None:
    """The third one, two steps from the figure: the match is won."""
    state = MatchState(Options(), at("hero@n1", "0/2", n1e1="X/n", n2e1="UD/s"))
    assert choose_as(GAME, state, 0, PLAYER, bytes(32)).text == "n1e1 n2e1"


def test_the_deck_and_the_seed_make_no_difference() -> None:
    """Two states that differ in both look alike to everyone."""
    one = MatchState(Options(), replace(at(n2="T/s*2"), market=("Tw",), deck=("X", "L", "UD", "UD", "UD")))
    other = replace(one, position=replace(one.position, deck=("UD", "UD", "L", "UD", "I"), seed=bytes(32)))
    assert choose_as(GAME, one, 0, PLAYER, bytes(16)) == choose_as(GAME, other, 0, PLAYER, bytes(16))


def test_monsters_in_a_circle_threaten_less() -> None:
    """From n2w1 the way leads east and south to the oak; with n2w2 it leads west first, and from there back east."""
    straight = at(n2="X/n", n2w1="I/e*2")
    circle = at(n2="X/n", n2w1="I/e*2", n2w2="I/e")
    assert judge(circle) > judge(straight)


def test_a_diamond_is_as_far_as_the_way_by_road() -> None:
    """It touches both tiles, and has a road to e1: one step from there, three from n1."""
    tiles = {"n1": "T/w", "n1e1": "UD/s"}
    assert judge(at("hero@e1", **tiles)) > judge(at("hero@n1", **tiles))


def test_it_names_a_side_without_monsters() -> None:
    assert side_to_name(at(n1="X/n*1", e1="X/n*1", s1="X/n*1")) == 3
    assert side_to_name(at(n1="X/n*1", e2="X/n*1", s1="X/n*1", w1="X/n*1")) == 1
