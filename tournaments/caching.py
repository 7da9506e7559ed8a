"""Values that many readers ask for at the same time, each made once."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import ClassVar, Generic, TypeVar
from weakref import WeakSet

T = TypeVar("T")


@dataclass(eq=False, slots=True)
class _Slot(Generic[T]):
    lock: Lock = field(default_factory=Lock)
    made: tuple[Hashable, float, T] | None = None


class VersionedCache(Generic[T]):
    """The last value made for each of the ``size`` keys that were asked for last, in this process.

    A value is good for its version alone, and for some seconds, because what it shows may change without a version
    (a player's name). A caller who asks while it is being made waits for it instead of making it too.
    """

    _all: ClassVar[WeakSet[VersionedCache[object]]] = WeakSet()

    def __init__(self, size: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._size, self._seconds, self._clock = size, seconds, clock
        self._slots: OrderedDict[Hashable, _Slot[T]] = OrderedDict()
        self._lock = Lock()
        VersionedCache._all.add(self)  # type: ignore[arg-type]  # what is in it does not matter for emptying it

    def get(self, key: Hashable, version: Hashable, make: Callable[[], T]) -> T:
        slot = self._slot(key)
        with slot.lock:
            now = self._clock()
            if slot.made is None or slot.made[0] != version or now - slot.made[1] > self._seconds:
                slot.made = (version, now, make())
            return slot.made[2]

    def _slot(self, key: Hashable) -> _Slot[T]:
        with self._lock:
            slot = self._slots.setdefault(key, _Slot())
            self._slots.move_to_end(key)
            if len(self._slots) > self._size:
                self._slots.popitem(last=False)
            return slot

    def empty(self) -> None:
        with self._lock:
            self._slots.clear()

    @classmethod
    def empty_all(cls) -> None:
        for kept in list(cls._all):
            kept.empty()
