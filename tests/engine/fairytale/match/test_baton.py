"""The baton: the next player takes a turn over as it is (as R45 has it of one who leaves), and nobody leaves."""

from __future__ import annotations

import random

import pytest

from engine.errors import IllegalTurn
from engine.fairytale.game import Fairytale
from engine.fairytale.match.state import MatchState
from engine.fairytale.notation.position import format_position, parse_position
from engine.fairytale.rules.position import Options
from engine.record.check import report
from engine.record.record import Entry, Record
from tests.engine.fairytale.lines import line

GAME = Fairytale()
OPTIONS = {"level": "easy", "tiles": "plain", "cast": "plain"}


def at(position: str) -> MatchState:
    return MatchState(Options(), parse_position(position))


def test_the_next_player_has_the_same_turn_with_its_new_monsters_and_its_die() -> None:
    before = {"turns": "5/39/3", "n1": "X/n*2", "market": "Tw"}
    after = GAME.pass_baton(at(line("hero@o,hero@n1,hero@e1", who="1/3", **before)), 0)
    assert format_position(after.position) == line("hero@o,hero@n1,hero@e1", who="2/3", **before)
    assert (GAME.given_up(after), GAME.outcome(after)) == ((), None)
    played = GAME.play(after, 1, "x 5:n").state  # the second player's figure stands on n1
    assert (played.position.turn, GAME.to_act(played)) == (6, (2,))


def test_it_passes_by_players_who_have_left() -> None:
    state = GAME.forfeit(at(line("hero@o,hero@n1,hero@e1")), 1, "resignation")
    assert GAME.to_act(GAME.pass_baton(state, 0)) == (2,)


def test_who_takes_over_at_first_lays_the_first_tiles_and_plays_turn_one() -> None:
    state = GAME.pass_baton(GAME.start(OPTIONS, 2, bytes(32)), 0)
    laid = GAME.play(state, 1, GAME.sample(state, 1, random.Random(1))).state
    assert (laid.position.turn, GAME.to_act(laid)) == (1, (1,))


@pytest.mark.parametrize(("of", "by", "dice"), [(0, 1, 1), (1, 0, 2)])
def test_the_die_is_thrown_as_for_whoever_plays_the_turn(of: int, by: int, dice: int) -> None:
    """For Sleeping Beauty, who has the first of two seats, twice (R39)."""
    state = at(line("beauty@o,tailor@o", turns="9/39/3", who=f"{of + 1}/0"))
    assert len(GAME.play(GAME.pass_baton(state, of), by, "5:n").state.dice) == dice


@pytest.mark.parametrize("seat", [1, 2])
def test_only_the_turn_that_is_asked_for_passes_on(seat: int) -> None:
    with pytest.raises(IllegalTurn):
        GAME.pass_baton(at(line("hero@o,hero@o,hero@o")), seat)


def test_nobody_takes_a_turn_over_from_the_only_player() -> None:
    state = at(line("hero@o,hero@o"))
    for alone in (at(line("hero@o")), GAME.forfeit(state, 1, "time")):
        with pytest.raises(IllegalTurn, match="no other player"):
            GAME.pass_baton(alone, 0)


def test_a_record_tells_of_it_and_is_checked_with_it() -> None:
    rng, seed = random.Random(3), bytes(range(32))
    state, entries = GAME.start(OPTIONS, 3, seed), list[Entry]()
    while GAME.to_act(state):
        (seat,) = GAME.to_act(state)
        is_passed = seat == 1  # the second player is away all along
        entries.append(Entry("baton", seat) if is_passed else Entry("play", seat, GAME.sample(state, seat, rng)))
        state = GAME.enter(state, entries[-1])
    text = GAME.write_record(Record(OPTIONS, seed, ("Ann", "Ben", "Cleo"), tuple(entries)))
    assert "\nPlayer 2 passes the baton\n" in text
    assert GAME.read_record(text).entries == tuple(entries)
    assert report(text)[0] == 0
    status, (fault, *_) = report(text.replace("\nPlayer 2 passes the baton\n", "\n", 1))
    assert status == 1
    assert "It isn’t your turn. Wait for Player 2." in fault
