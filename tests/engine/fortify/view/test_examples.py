"""The example boards of the rules page show what their captions say."""

from __future__ import annotations

import pytest

from engine.fortify.board.maps import load_map
from engine.fortify.match.play_turn import play_actions
from engine.fortify.notation.position import parse_position
from engine.fortify.notation.turn import parse_turn
from engine.fortify.rules.legal import steps
from engine.fortify.view.examples import PICTURES
from engine.values import View
from tests.engine.fortify.matches import FORTIFY


def marked(view: View, mark: str) -> list[str]:
    return [space["ref"] for space in view["spaces"] if mark in space["marks"]]


@pytest.mark.parametrize("name", PICTURES)
def test_every_example_is_a_legal_position_and_turn(name: str) -> None:
    view = FORTIFY.example(name)

    assert view["caption"] == PICTURES[name].caption
    assert view["alt"].startswith(PICTURES[name].caption)


@pytest.mark.parametrize(("name", "space"), [("infantry", "b2"), ("tank", "a3"), ("battleship", "b5")])
def test_a_formation_lets_its_unit_be_fortified(name: str, space: str) -> None:
    assert marked(FORTIFY.example(name), "fortified") == [space]


@pytest.mark.parametrize(
    ("name", "whole", "broken"),
    [("infantry", "b1+T1", "b1T1"), ("tank", "TTB1", "TT2"), ("battleship", "1B1t", "3t")],
)
def test_a_formation_without_its_third_unit_is_none(name: str, whole: str, broken: str) -> None:
    example = PICTURES[name]
    position = parse_position(load_map(example.map), example.position.replace(whole, broken))

    assert whole in example.position
    assert example.turn not in [str(step) for step in steps(position)]


def test_an_attack_sends_its_target_to_the_top_of_the_track() -> None:
    for name in ("attack", "artillery"):
        view = FORTIFY.example(name)
        assert view["track"][0]["unit"] == {"type": "T", "name": "Tank", "side": "green", "fortified": False}
        assert len(marked(view, "attacked")) == len(marked(view, "attacker")) == 1


def test_the_2x2_ends_the_volley_and_is_framed() -> None:
    example = PICTURES["2x2"]
    before = parse_position(load_map(example.map), example.position)
    played = play_actions(before, parse_turn(example.turn))

    assert [space["ref"] for space in FORTIFY.example("2x2")["spaces"] if space["winning"]] == ["b3", "c3", "b2", "c2"]
    assert played.position.left < before.left
