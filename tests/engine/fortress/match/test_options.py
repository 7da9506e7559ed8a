from __future__ import annotations

import pytest

from engine.errors import BadOption
from tests.engine.fortress.lines import FORTRESS


def test_two_rounds_card_by_card_are_offered_first() -> None:  # rules 11
    assert FORTRESS.clean_options({}) == {"length": "2", "pace": "single"}
    assert FORTRESS.options_by_days() == {"length": "2", "pace": "whole"}


@pytest.mark.parametrize(("key", "value"), [("length", "3"), ("pace", "fast")])
def test_a_value_that_is_not_offered_is_refused(key: str, value: str) -> None:
    with pytest.raises(BadOption) as refused:
        FORTRESS.clean_options({key: value})
    assert refused.value.key == key
    assert value in str(refused.value)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({}, "2 rounds, cards placed one by one"),
        ({"length": "full", "pace": "whole"}, "full match, all cards of a round placed together"),
        ({"length": "1"}, "1 round, cards placed one by one"),
    ],
)
def test_they_are_said_in_a_few_words(raw: dict[str, str], words: str) -> None:
    assert FORTRESS.describe_options(FORTRESS.clean_options(raw)) == words


def test_a_further_match_is_the_shortest_at_the_same_pace() -> None:
    options = FORTRESS.clean_options({"length": "full", "pace": "whole"})
    assert FORTRESS.further_options(options) == {"length": "1", "pace": "whole"}


@pytest.mark.parametrize(
    ("length", "seats", "turns"),
    [("full", 2, 28 + 6), ("full", 5, 11 + 3), ("2", 3, 9 + 2), ("1", 4, 4 + 1)],
)
def test_how_many_turns_each_player_has(length: str, seats: int, turns: int) -> None:
    """Rules 11: attacking turns of all, shared out; and a sitting in each round to fortify."""
    assert FORTRESS.usual_turns(FORTRESS.clean_options({"length": length}), seats) == turns


@pytest.mark.parametrize("seats", [1, 6])
def test_two_to_five_play(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 5"):
        FORTRESS.start(FORTRESS.clean_options({}), seats, bytes(32))
