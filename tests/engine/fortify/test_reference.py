"""The engine against the naive implementation in ``naive.py``, position by position."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from engine.fortify.board.maps import Map
from engine.fortify.board.position import Position
from engine.fortify.notation.position import format_position, parse_position
from engine.fortify.rules.apply import apply
from engine.fortify.rules.legal import count_steps, groups, may_end, pick, steps

from .boards import MAPS, chance_army, chance_position
from .naive import State


def naive(position: Position) -> State:
    return State.read(list(position.map.rows), position.map.slots, format_position(position))


def check(position: Position, state: State) -> None:
    """Both name the same steps, and the engine counts, indexes and repeats none of them differently."""
    found = steps(position)
    texts = sorted(map(str, found))
    assert texts == state.steps(), format_position(position)
    assert count_steps(position) == len(found)
    assert may_end(position) == ("end" in texts)
    assert [pick(groups(position), index) for index in range(0, len(found), 7)] == found[::7]


def play_both(position: Position, state: State, text: str) -> Position | None:
    """The position after a step that both agree on, or ``None`` when both say that the volley is over."""
    (step,) = (step for step in steps(position) if str(step) == text)
    after, ending = apply(position, step)
    over = state.play(text)
    assert format_position(after) == state.text(), f"{format_position(position)} {text}"
    assert (f"{ending.winner_word} {ending.how}" if ending else None) == over, f"{format_position(position)} {text}"
    return None if ending else after


@pytest.mark.parametrize("map", MAPS, ids=lambda map: map.name)
def test_random_volleys_agree_with_the_naive_rules_at_every_step(map: Map) -> None:
    random = Random(map.name)
    for _ in range(3):
        start = Position.start(map, chance_army(random), chance_army(random))
        state = naive(start)
        position: Position | None = start
        while position:
            check(position, state)
            position = play_both(position, state, str(random.choice(steps(position))))


@pytest.mark.parametrize("map", MAPS, ids=lambda map: map.name)
def test_positions_strewn_by_chance_agree_with_the_naive_rules(map: Map) -> None:
    random = Random(f"strewn {map.name}")
    for _ in range(250):
        position = chance_position(map, random)
        state = naive(position)
        assert state.text() == format_position(position)
        assert parse_position(map, format_position(position)) == position
        check(position, state)
        texts = state.steps()
        for text in random.sample(texts, min(6, len(texts))):
            play_both(position, deepcopy(state), text)
