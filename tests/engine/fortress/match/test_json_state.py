from __future__ import annotations

import json

import pytest

from tests.engine.fortress.lines import FORTRESS, at, played


def test_what_has_been_seen_is_kept_with_the_position() -> None:
    state = FORTRESS.forfeit(played(at("KcQc7d/Jd3d/2h4h"), "done"), 2, "time")
    again = FORTRESS.load(json.loads(json.dumps(FORTRESS.dump(state))))
    assert again == state
    assert again.hands == state.hands
    attacked = played(at("7c2c/8d9d/3h4h"), "attack 1 left")
    assert FORTRESS.load(FORTRESS.dump(attacked)).attack == attacked.attack


def test_another_version_is_refused() -> None:
    with pytest.raises(ValueError, match="version 0"):
        FORTRESS.load({**FORTRESS.dump(at("7c/8d")), "version": 0})
