from __future__ import annotations

import os
import time

import pytest

from tests.support.patience import Patience, wait_until


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which only the test moves; two cores, with no work for them."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda length: now.__setitem__(0, now[0] + length))
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(os, "getloadavg", lambda: (0.5, 0.0, 0.0))
    return now


def test_what_never_comes_ends_the_wait(seconds: list[float]) -> None:
    with pytest.raises(AssertionError, match="no email"):
        wait_until(lambda: False, lambda: "no email", 10)
    assert 10 < seconds[0] < 11


def test_what_comes_ends_it_at_once(seconds: list[float]) -> None:
    wait_until(lambda: seconds[0] > 3)
    assert seconds[0] < 4


def test_a_machine_that_was_busy_meanwhile_gets_more_time(
    seconds: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    patience = Patience(10)
    monkeypatch.setattr(os, "getloadavg", lambda: (8.0, 0.0, 0.0))
    seconds[0] = 39.0
    assert not patience.is_over()
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0))
    assert not patience.is_over()
    seconds[0] = 41.0
    assert patience.is_over()
