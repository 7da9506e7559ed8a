"""The database's clock beside the process's own stop watch."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from jobs import clock

BEGIN = datetime(2026, 3, 1, tzinfo=UTC)


class Machine:
    """Time passes where the test says so: before the database reads its clock, and until its answer is heard."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 100.0
        self.waits: Iterator[tuple[float, float]] = iter(())
        monkeypatch.setattr(clock, "monotonic", lambda: self.seconds)
        monkeypatch.setattr(clock, "now", self._now)

    def _now(self) -> datetime:
        on_the_way, on_the_way_back = next(self.waits)
        read = self.seconds + on_the_way
        self.seconds = read + on_the_way_back
        return BEGIN + timedelta(seconds=read)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def errors(watch: clock.StopWatch, readings: int) -> list[float]:
    """By how many seconds the stop watch seems to have been read too late."""
    found = [watch.read() for _ in range(readings)]
    return [round(at - (moment - BEGIN).total_seconds(), 3) for moment, at in found]


def test_a_wait_on_either_way_makes_no_difference_once_a_reading_took_no_time(machine: Machine) -> None:
    machine.waits = iter([(0.001, 0.001), (0.5, 0.0), (0.0, 0.5), (2.0, 3.0)])
    assert all(0 <= error <= 0.001 for error in errors(clock.StopWatch(), 4))


def test_before_that_it_is_in_doubt_read_late_in_favour_of_whoever_waits(machine: Machine) -> None:
    machine.waits = iter([(0.5, 0.5), (0.1, 0.2), (0.5, 0.5)])
    assert errors(clock.StopWatch(), 3) == [0.5, 0.2, 0.2]


def test_a_closer_reading_from_long_ago_tells_nothing(machine: Machine) -> None:
    machine.waits, watch = iter([(0.0, 0.0), (0.05, 0.05)]), clock.StopWatch()
    watch.read()
    machine.seconds += 3600
    assert errors(watch, 1) == [0.05]


def test_a_clock_that_was_set_tells_no_more_than_its_own_reading(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.waits, watch = iter([(0.0, 0.0), (0.2, 0.3), (0.2, 0.3)]), clock.StopWatch()
    watch.read()
    monkeypatch.setattr(clock, "now", lambda: machine._now() + timedelta(hours=1))
    before = machine.seconds
    assert watch.read()[1] == before + 0.5
    monkeypatch.setattr(clock, "now", lambda: machine._now() - timedelta(hours=1))
    before = machine.seconds
    assert watch.read()[1] == before
