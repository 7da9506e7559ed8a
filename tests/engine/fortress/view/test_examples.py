from __future__ import annotations

import pytest

from engine.fortress.view.examples import EXAMPLES
from tests.engine.fortress.lines import FORTRESS
from tests.engine.fortress.view.test_view import cards


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_a_board_with_a_caption(name: str) -> None:
    view = FORTRESS.example(name)
    assert view["caption"]
    assert view["alt"].startswith(view["caption"])
    assert FORTRESS.text_board(view)


def test_an_example_that_is_not_there() -> None:
    with pytest.raises(KeyError):
        FORTRESS.example("moon")


def test_they_show_what_their_captions_say() -> None:
    assert cards([FORTRESS.example("hand")["drawn"]]) == "7d"
    assert cards(FORTRESS.example("beaten")["last_attack"]["fallen"]) == "6d 6c"
    assert cards(FORTRESS.example("blocked")["last_attack"]["turned"]) == "8d"
    assert cards(FORTRESS.example("captured")["players"][0]["captured"]) == "Jd"


def test_the_showcase_is_a_table_of_three() -> None:
    assert len(FORTRESS.showcase()["players"]) == 3
