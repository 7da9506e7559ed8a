"""The engine against the naive rules, step by step."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.fortac.board.position import Position
from engine.fortac.notation.position import format_position, parse_any, parse_position
from engine.fortac.rules.apply import apply
from engine.fortac.rules.legal import count_steps, steps
from engine.fortac.rules.steps import Step

from . import naive
from .positions import chance_position, step_texts


def play_both(position: Position, state: naive.State, step: Step) -> Position | None:
    """The position after a step on which both agree, ``None`` when both say that the match is over."""
    applied = apply(position, step)
    combo, over = state.play(str(step))
    assert applied.combo == combo
    assert (f"{applied.ending.winner_word} {applied.ending.how}" if applied.ending else None) == over
    assert format_position(applied.position) == state.line()
    assert parse_any(state.line()) == applied.position
    return None if applied.ending else applied.position


def liked(position: Position, random: Random) -> Step:
    """A step by chance, most often one that makes a combo where there is one, so that matches end in every way."""
    found = random.sample(steps(position), count_steps(position))
    if random.random() < 0.7:
        found.sort(key=lambda step: apply(position, step).combo is None)
    return found[0]


@given(st.binary(min_size=32, max_size=32), st.randoms(use_true_random=False))
def test_whole_matches_agree_with_the_naive_rules(seed: bytes, random: Random) -> None:
    position: Position | None = Position.start(seed)
    state = naive.start(seed)
    assert position is not None
    assert format_position(position) == state.line()
    while position:
        assert step_texts(position) == state.steps()
        assert count_steps(position) == len(state.steps())
        assert parse_position(state.line()) == position
        position = play_both(position, state, liked(position, random))


@given(st.randoms(use_true_random=False))
def test_strewn_positions_agree_with_the_naive_rules_in_every_step(random: Random) -> None:
    position = chance_position(random)
    line = format_position(position)
    assert step_texts(position) == naive.State(line).steps()
    for step in steps(position):
        play_both(position, naive.State(line), step)
