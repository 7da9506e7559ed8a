from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from tests.support.patience import PATIENCE
from tournaments.kept import VersionedCache


class Maker:
    """Counts how often it was asked to make something."""

    def __init__(self, wait: Callable[[], object] = lambda: None) -> None:
        self.made = 0
        self.wait = wait

    def __call__(self) -> int:
        self.wait()
        self.made += 1
        return self.made


def test_it_makes_a_value_once() -> None:
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60)
    make = Maker()

    assert [kept.get("a", 1, make) for _ in range(5)] == [1] * 5


def test_it_makes_a_new_value_for_a_new_version() -> None:
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60)
    make = Maker()

    assert [kept.get("a", version, make) for version in (1, 1, 2, 2)] == [1, 1, 2, 2]


def test_it_makes_a_value_again_when_it_is_old() -> None:
    now = 100.0
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60, clock=lambda: now)
    make = Maker()
    kept.get("a", 1, make)
    now = 159.0
    assert kept.get("a", 1, make) == 1
    now = 161.0
    assert kept.get("a", 1, make) == 2


def test_it_forgets_what_was_asked_for_least_lately() -> None:
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60)
    make = Maker()
    for key in ("a", "b", "a", "c"):
        kept.get(key, 1, make)

    assert make.made == 3
    kept.get("a", 1, make)
    assert make.made == 3
    kept.get("b", 1, make)
    assert make.made == 4


def test_a_crowd_that_comes_at_once_waits_for_one() -> None:
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60)
    here = threading.Event()
    make = Maker(lambda: here.wait(PATIENCE))
    found: list[int] = []
    crowd = [threading.Thread(target=lambda: found.append(kept.get("a", 1, make))) for _ in range(8)]
    for each in crowd:
        each.start()
    here.set()
    for each in crowd:
        each.join()

    assert found == [1] * 8


def test_one_value_does_not_wait_for_another() -> None:
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60)
    here, found = threading.Event(), []
    slow = threading.Thread(target=lambda: kept.get("slow", 1, Maker(lambda: here.wait(PATIENCE))))
    slow.start()
    found.append(kept.get("quick", 1, Maker()))
    assert slow.is_alive()
    here.set()
    slow.join()

    assert found == [1]


def test_a_value_that_cannot_be_made_is_tried_again() -> None:
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60)

    def fail() -> int:
        raise ValueError("not now")

    with pytest.raises(ValueError, match="not now"):
        kept.get("a", 1, fail)
    assert kept.get("a", 1, Maker()) == 1


def test_all_can_be_emptied() -> None:
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60)
    make = Maker()
    kept.get("a", 1, make)
    VersionedCache.empty_all()

    assert kept.get("a", 1, make) == 2
