from __future__ import annotations

import pytest

from engine.errors import BadOption
from engine.fortify.notation.position import format_position
from tests.engine.fortify.matches import FORTIFY

POND = "name: Pond\nslots: 2\nW S\nS L\n"


def test_missing_options_take_their_defaults() -> None:
    assert FORTIFY.clean_options({}) == {"map": "4x5", "own_map": "", "format": "points-2", "special": ""}


def test_cleaned_options_are_clean() -> None:
    options = FORTIFY.clean_options({"map": "own", "own_map": "slots:2\nname:  Pond\n\nws\ns l", "special": "on"})
    assert options["own_map"] == POND
    assert FORTIFY.clean_options(options) == options


def test_options_keep_the_edition_of_a_match_and_a_new_one_has_the_newest() -> None:
    options = FORTIFY.clean_options({})
    newest = FORTIFY.as_now(options)
    assert (options.get("rules"), newest["rules"]) == (None, "2")
    assert [FORTIFY.clean_options(each) for each in (options, newest)] == [options, newest]
    assert FORTIFY.as_now(newest) == newest
    for text in ("", "0", "1", "3", "two"):
        with pytest.raises(BadOption, match=f"doesn’t know edition “{text}”"):
            FORTIFY.clean_options({"rules": text})


def test_a_map_text_that_is_not_used_is_dropped() -> None:
    assert FORTIFY.clean_options({"map": "5x5", "own_map": "junk"})["own_map"] == ""


@pytest.mark.parametrize("form", ["standard", "points-2", "points-4"])
def test_two_play_on_in_two_volleys_on_the_same_map_with_the_same_armies(form: str) -> None:
    options = FORTIFY.clean_options({"map": "5x5", "special": "on", "format": form})
    assert FORTIFY.further_options(options) == {"map": "5x5", "own_map": "", "format": "points-2", "special": "on"}


@pytest.mark.parametrize(
    ("raw", "turns"),
    [
        # Four Infantry in two actions, eight units in eight, twelve times Fortify: 22 actions are 11 turns a volley.
        ({}, 22),
        ({"format": "points-4"}, 44),
        ({"format": "standard"}, 33),
        # Ten units: 8 actions and 10, 9 turns a volley, and one to pick them.
        ({"special": "on"}, 19),
    ],
)
def test_a_match_takes_as_many_turns_as_an_army_needs_in_each_volley(raw: dict[str, str], turns: int) -> None:
    assert FORTIFY.usual_turns(FORTIFY.clean_options(raw)) == turns


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({}, "2 volleys for points, map 4x5"),
        ({"map": "5x5", "special": "on"}, "2 volleys for points, map 5x5, Special Warfare"),
        ({"format": "points-4"}, "4 volleys for points, map 4x5"),
        ({"format": "standard", "map": "own", "own_map": POND}, "first to win 2 volleys, own map Pond"),
    ],
)
def test_options_are_described_in_a_few_words(raw: dict[str, str], words: str) -> None:
    assert FORTIFY.describe_options(FORTIFY.clean_options(raw)) == words


@pytest.mark.parametrize(
    ("raw", "key", "sentence"),
    [
        ({"map": "6x6"}, "map", "Map must be one of 4x5, 5x5, own, not “6x6”."),
        ({"format": "points-3"}, "format", "Format must be one of points-2, points-4, standard, not “points-3”."),
        ({"special": "yes"}, "special", "Special Warfare must be on or left out."),
        ({"map": "own"}, "own_map", "Add the text of your map."),
        ({"map": "own", "own_map": "x" * 2001}, "own_map", "The map’s text is longer than 2000 characters."),
        ({"map": "own", "own_map": "name: Lake\nslots: 3\nWW\nWL"}, "own_map", "at least one Shore space"),
        ({"map": "own", "own_map": "name: Lake\nslots: 0\nWW\nSL"}, "own_map", "slots must be from 1 to 9"),
    ],
)
def test_a_bad_option_is_refused_by_name(raw: dict[str, str], key: str, sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        FORTIFY.clean_options(raw)
    assert caught.value.key == key
    assert sentence in str(caught.value)


def test_a_match_is_played_on_a_map_of_ones_own() -> None:
    state = FORTIFY.start(FORTIFY.clean_options({"map": "own", "own_map": POND}), 2, bytes(32))
    assert state.position is not None
    assert format_position(state.position) == "2/2 r 1/1 I4T4B4i4t4b4 - 0"
    assert FORTIFY.load(FORTIFY.dump(state)) == state
    assert len(FORTIFY.view(state)["track"]) == 2


def test_it_is_a_game_for_two() -> None:
    with pytest.raises(ValueError, match="2 seats"):
        FORTIFY.start(FORTIFY.clean_options({}), 3, bytes(32))
