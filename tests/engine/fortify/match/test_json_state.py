from __future__ import annotations

import json

import pytest

from tests.engine.fortify.matches import FORTIFY, played, started


def test_the_last_turn_of_a_state_stored_as_text_is_shown_as_it_was() -> None:
    """States of the first version said it in English."""
    stored = FORTIFY.dump(played(started(), "I@a3"))
    old = {**stored, "version": 1, "last": {"words": "Red: Infantry enlisted on a3.", "turn": "I@a3"}}
    state = FORTIFY.load(old)
    assert FORTIFY.view(state)["last"] == "Red: Infantry enlisted on a3."
    assert FORTIFY.load(json.loads(json.dumps(FORTIFY.dump(state)))) == state


def test_the_last_turn_is_told_in_the_language_of_who_looks(request: pytest.FixtureRequest) -> None:
    state = FORTIFY.load(json.loads(json.dumps(FORTIFY.dump(played(started(), "I@a3")))))
    assert FORTIFY.view(state)["last"] == "Red: Infantry enlisted on a3."
    request.getfixturevalue("abroad")
    assert FORTIFY.view(state)["last"] == "жжж: Жжжжжжжж жжжжжжжж жж a3."


def test_a_state_of_a_version_to_come_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no version 3"):
        FORTIFY.load({**FORTIFY.dump(started()), "version": 3})
