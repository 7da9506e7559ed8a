"""Turns tried on a board of one's own, judged by the engine: of Fortify, and of a toy in which cards are drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.errors import GameError
from engine.fortify.game import Fortify
from engine.values import Played, View
from matches.playing.analysis_address import Node, Tree, read_address, written
from matches.playing.trial import position_of, try_all
from tests.support.toy_game import State, Toy

FORTIFY = Fortify()
START = FORTIFY.start(FORTIFY.clean_options({}), 2, bytes(32))
SPECIAL = FORTIFY.start(FORTIFY.clean_options({"special": "on"}), 2, bytes(32))


class Drawing(Toy):
    """Whoever adds draws a card, the next ``bonus``; until then it is hidden."""

    def view(self, state: State, seat: int | None = None) -> View:
        drawn = [bonus if index < len(state.added) else 0 for index, bonus in enumerate(state.bonus)]
        return {**super().view(replace(state, bonus=(0,) * len(state.bonus)), seat), "drawn": drawn}

    def as_known(self, state: State) -> State:
        return replace(state, bonus=(-1,) * len(state.bonus))

    def play(self, state: State, seat: int, text: str) -> Played:
        return replace(super().play(state, seat, text), reveals=True)


def drawing(*bonus: int) -> Any:
    return State(1, bonus, ((1,), (2,)))


def test_both_sides_are_played_and_the_last_position_shown() -> None:
    tried = try_all(position_of(FORTIFY, START), read_address("T@b3~T@d4_d4-c4~pass"))
    assert tried.fault == ""
    assert [position.seat for position in (tried.base, *tried.positions)] == [0, 1, 0, 1]
    assert tried.here.view()["position"] == "4/2t1/1T2/4/4 g 4/2 I4T3B4i4t3b4 - 3"


def test_turns_become_canonical_and_the_same_turn_written_twice_is_one() -> None:
    tried = try_all(position_of(FORTIFY, START), read_address("t@b3~t@c4*~(1)T@C4~pass~(3)T@c3"))
    assert written(tried.tree) == "T@b3~T@c4*~pass~(3)T@c3"
    assert len(tried.positions) == len(tried.tree.nodes) == 4
    for node, position in zip(tried.tree.nodes, tried.positions, strict=True):
        assert position.played is not None
        assert position.played.text == node.text


def test_a_turn_that_the_rules_refuse_is_named_and_the_rest_stays() -> None:
    tried = try_all(position_of(FORTIFY, START), read_address("T@b3~T@z9~pass"))
    assert "T@z9" in tried.fault
    assert written(tried.tree) == "T@b3"
    assert tried.here.seat == 1


def test_nothing_is_tried_while_armies_are_secret() -> None:
    position = position_of(FORTIFY, SPECIAL)
    assert position.end
    with pytest.raises(GameError):
        position.play("I4T4B2")


def test_a_line_ends_with_the_match() -> None:
    over = position_of(FORTIFY, FORTIFY.forfeit(START, 0, "resignation"))
    assert "Red resigned" in over.end


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_what_nobody_knows_can_not_be_told_by_trying(seat: int | None) -> None:
    """The same from two states that differ in the cards to come, however far it is tried; and there the line ends."""
    game = Drawing()
    one, other = (position_of(game, drawing(*bonus), seat) for bonus in ((3, 1), (0, 2)))
    assert one == other
    assert one.end == ""
    assert one.draft("add 4") == other.draft("add 4")
    after = one.play("add 4")
    assert after == other.play("add 4")
    assert "draws or shows" in after.end
    tree = Tree((Node(-1, "add 4"), Node(0, "add 2")), 1)
    tried = try_all(one, tree)
    assert written(tried.tree) == "add_4"
    assert "add 2" in tried.fault
    assert tried == try_all(other, tree)
