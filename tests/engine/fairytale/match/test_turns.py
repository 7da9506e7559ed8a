"""Submissions as players write them, what is said of them, and what a draft may show."""

from __future__ import annotations

import json
import random

import pytest

from engine.fairytale.game import Fairytale
from engine.fairytale.match.state import MatchState
from engine.fairytale.notation.position import parse_position
from engine.fairytale.rules.position import Options
from tests.engine.fairytale.lines import SEED, line, tile
from tests.support.calls import calls_of

GAME = Fairytale()
MOST_CALLS = 40_000  # as in every game


def at(position: str) -> MatchState:
    return MatchState(Options(), parse_position(position))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("N1, x  Tw / E @ N2; 5:East.", "n1 x Tw/e@n2 5:e"),
        ("X/w@e2 5:n", "X/n@e2 5:n"),
        ("Tw/s@n2 5: n", "Tw/s@n2 5:n"),
        ("5:N", "5:n"),
        ("n1 E1N1 Tw/e@n2 5:n", "n1 n1e1 Tw/e@n2 5:n"),
    ],
)
def test_a_turn_is_read_as_it_was_meant(text: str, canonical: str) -> None:
    state = at(line(n1="X/n*2", n1e1="X/n", market="Tw,X"))
    assert GAME.play(state, 0, text).text == canonical


def test_the_first_tiles_are_laid_in_any_order_and_written_in_theirs() -> None:
    first = "T,I,L,Xw"
    state = at(line("?", turns="0/39/3", market=first).replace("n1:X/n,w1:X/n,e1:X/n,s1:X/n", "-"))
    draft = GAME.draft(state, 0, "I/e@w1 T/n@e1")
    assert (draft.text, draft.may_send) == ("T/n@e1 I/e@w1", False)
    assert {step.next for step in draft.steps if step.text.startswith("Xw")} == {
        "Xw/n@n1 T/n@e1 I/e@w1",
        "T/n@e1 Xw/n@s1 I/e@w1",
    }
    assert GAME.play(state, 0, "I/e@w1 T/n@e1 Xw/n@s1 L/s@n1").text == "L/s@n1 T/n@e1 Xw/n@s1 I/e@w1"


def test_a_turn_is_said_in_words_with_what_followed() -> None:
    """The first two dice of the seed (see the tests of chance): the monsters move, and new ones come."""
    played = GAME.play(at(line(n1="X/n*2", market="Tw")), 0, "n1 x Tw/e@n2 5:e")
    assert played.words == "Walk to n1; drive off a monster; lay Tw/e (fork with wood) on n2; on a 5: the east moves"
    assert played.reveals
    drawn = GAME.chance_drawn(played.state)
    assert list(drawn) == ["fairytale/die/1", "fairytale/die/2"]
    assert f"The die shows {drawn['fairytale/die/1']}" in played.notes[0]
    assert played.notes[1] == "1 of 3 monsters has reached the oak."
    assert f"The next die shows {drawn['fairytale/die/2']}" in played.notes[2]


def test_the_third_diamond_wins_for_all_and_nothing_is_drawn() -> None:
    state = at(line("hero@n2,hero@o", counts="0/2", n2="X/n", n3="UD/s", who="1/0"))
    played = GAME.play(state, 0, "n3")
    outcome = GAME.outcome(played.state)
    assert outcome is not None
    assert [*outcome.shares] == [1, 1]
    assert (outcome.scores, outcome.how) == ((3, 3), "diamonds")
    assert outcome.words == "Won: the third dark diamond is destroyed."
    assert (played.reveals, GAME.chance_drawn(played.state)) == (False, {})


def test_the_turns_left_are_the_same_on_the_board_and_in_the_measures() -> None:
    """R1: there are 39, all of them before the first tiles lie; a match that was won in turn 5 has used five."""
    before = GAME.start(GAME.clean_options({}), 1, bytes(32))
    assert GAME.view(before)["left"] == 39
    state = at(line("hero@n2", counts="0/2", n2="X/n", n3="UD/s", turns="5/39/3"))
    assert GAME.view(state)["left"] == 35
    won = GAME.play(state, 0, "n3").state
    assert GAME.view(won)["left"] == 34
    assert dict(zip([each.code for each in GAME.measures()], GAME.measure(won), strict=True))["LEFT"] == 34


def test_who_leaves_takes_the_figure_along_and_the_last_one_loses_the_match() -> None:
    state = at(line("hero@o,hero@n1"))
    after = GAME.forfeit(state, 0, "time")
    assert (GAME.to_act(after), GAME.given_up(after), GAME.outcome(after)) == ((1,), (0,), None)
    assert [player["space"] for player in GAME.view(after)["players"]] == ["", "n1"]
    outcome = GAME.outcome(GAME.forfeit(after, 1, "resignation"))
    assert outcome is not None
    assert [*outcome.shares] == [0, 0]
    assert outcome.how == "left"


def test_a_bomb_is_offered_when_its_tile_lies() -> None:
    """And the tile may also be laid without it."""
    tiles = {"n1": "Xw/n", "e1": "Xw/n", "n2": "X/n", "n2e1": "X/n", "n1e1": "X/n", "e2": "X/n", "n1e2": "X/n"}
    state = at(line(market="Xb", **tiles))
    first = {step.text: step for step in GAME.draft(state, 0).steps if step.kind == "lay"}
    assert "Xb/n@n2e2" in first
    assert not any("*" in text for text in first)
    laid = GAME.draft(state, 0, "Xb/n@n2e2")
    assert laid.offer == "The bomb can destroy a touching tile: choose n2e2, then that tile."
    more = {step.text for step in laid.steps}
    assert {"Xb/n@n2e2*n2e1", "Xb/n@n2e2*n1e2", "5:n", "n1"} <= more


@pytest.mark.parametrize(("edition", "lies"), [(1, "Ik/s!"), (2, "Ik/s")])
def test_a_match_of_the_first_edition_turns_a_spent_tile_even_if_the_market_has_another(
    edition: int, lies: str
) -> None:
    """Its states, as they were stored then, name no edition."""
    stored = GAME.dump(at(line(market="Ls,Ik", n1="Xw/n", e1="Xw/n", n2="Ik/n!")))
    assert (stored["version"], stored.pop("edition")) == (3, 2)
    state = GAME.load({**stored, **({"version": 2} if edition == 1 else {"edition": edition})})
    assert tile(GAME.play(state, 0, "Ls/s@n3=Ik/s@n2 5:s").state.position, "n2") == lies
    again = {step.text for step in GAME.draft(state, 0, "Ls/s@n3").steps if step.kind == "swap"}
    assert ("Ls/s@n3=Ik/n@n2" in again) == (edition == 2)


def test_a_spent_tile_is_swapped_by_choosing_the_one_in_the_market_and_turned_where_it_lies() -> None:
    state = at(line(market="Ls,Ik", n1="Xw/n", e1="Xw/n", n2="Ik/n!"))
    whole = at(line(market="Ls,Ik", n1="Xw/n", e1="Xw/n", n2="Ik/n"))
    paths = [
        {step.text: step.paths for step in GAME.draft(each, 0, "Ls/s@n3").steps if step.kind == "swap"}
        for each in (state, whole)
    ]
    assert paths[0]["Ls/s@n3=Ik/s@n2"] == (("n3", "n2", "tile:Ik", "way:Ik/s"),)
    assert paths[1]["Ls/s@n3=Ik/s@n2"] == (("n3", "n2", "way:Ik/s"),)


def test_a_draft_shows_the_forest_where_the_die_would_fall() -> None:
    """The market isn't filled, no monster has moved, and it is the same turn."""
    state = at(line(n1="X/n*1", market="T", deck="Xw,Tw"))
    draft = GAME.draft(state, 0, "T/e@n2 5:n")
    assert draft.may_send
    assert draft.reveals
    assert [tile["code"] for tile in draft.view["market"]] == []
    assert draft.view["title"] == GAME.view(state)["title"]
    monsters = {space["ref"]: space["monsters"] for space in draft.view["spaces"] if space["kind"] == "tile"}
    assert (monsters["n1"], monsters["n2"]) == (1, 0)


def test_the_deck_and_the_seed_are_in_no_view() -> None:
    view = GAME.view(at(line(market="T", deck="Xhg,TP")))
    shown = json.dumps(view)
    assert view["deck"] == 2
    assert not any(word in shown for word in (SEED, "Xhg", "TP", "palace"))


def test_a_turn_in_a_large_forest_is_little_work() -> None:
    """Crossroads fill a square of seven by seven but for some corners: there are over a hundred ways to lay."""
    names = [
        f"{up}{across}"
        for up in ("n3", "n2", "n1", "", "s1", "s2", "s3")
        for across in ("w3", "w2", "w1", "", "e1", "e2", "e3")
    ]
    tiles = {name: "Xw/n" for name in names if name not in ("", "n3w3", "n3e3", "s3w3", "s3e3")}
    state = at(line("pigs@o", market="Tb,Ls,X", **tiles))
    draft = GAME.draft(state, 0)
    assert len(tiles) > 40
    assert sum(step.kind == "lay" for step in draft.steps) > 100
    assert calls_of(lambda: GAME.draft(state, 0)) < MOST_CALLS
    text = GAME.sample(state, 0, random.Random(1))
    assert calls_of(lambda: GAME.play(state, 0, text)) < MOST_CALLS
