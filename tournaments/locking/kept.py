"""Values that are kept until an event changes: how a change is marked and noticed, and two ways to keep them.

docs/architecture.md has the list of what is kept, and what for.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import ClassVar, Final, Generic, NamedTuple, TypeVar
from weakref import WeakSet

from django.core.cache import cache
from django.db.models import Count, Max, Sum
from django.utils import timezone

from tournaments.models import Event, LogLine, Pairing, Round

T = TypeVar("T")
SECONDS: Final = 60
DAYS_OF_RESULTS: Final = 30


# -- a change --------------------------------------------------------------------------------------------------------


def mark_changed(event_id: int) -> None:
    """Have the event's pages made again, in the transaction that changes a row they show."""
    Event.objects.filter(pk=event_id).update(changed_at=timezone.now())


class Version(NamedTuple):
    """A value that differs whenever the event, or a match played in it, has changed.

    Lines of both logs are counted, to tell apart two changes in one moment, or after a clock was turned back.
    """

    changed_at: datetime
    lines: int
    running: int
    turns: int
    last_turn_at: datetime | None

    @property
    def modified_at(self) -> datetime:
        return self.changed_at if self.last_turn_at is None else max(self.changed_at, self.last_turn_at)


def version_of(event: Event) -> Version:
    """Return the version of an event that was just read. Two queries."""
    return versions_of([event])[event.pk]


def versions_of(events: Collection[Event]) -> dict[int, Version]:
    """Return the versions by the events' ids. Two queries, over their undecided matches at most."""
    lines = LogLine.objects.filter(event__in=events).order_by().values_list("event").annotate(Max("pk"))
    running = Pairing.objects.filter(decided_at__isnull=True, round__event__in=events, round__stage=Round.Stage.RUNNING)
    plays = (
        running.order_by()
        .values_list("round__event")
        .annotate(Count("pk"), Sum("match__log_length"), Max("match__last_turn_at"))
    )
    last_lines, played = dict(lines), {pk: found for pk, *found in plays}
    nothing = [0, None, None]
    return {
        event.pk: Version(event.changed_at, last_lines.get(event.pk, 0), count, turns or 0, last_turn_at)
        for event in events
        for count, turns, last_turn_at in [played.get(event.pk, nothing)]
    }


# -- in this process -------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class _Slot(Generic[T]):
    lock: Lock = field(default_factory=Lock)
    made: tuple[Hashable, float, T] | None = None


class VersionedCache(Generic[T]):
    """A cache in this process: the last value of each of the ``size`` keys that were asked for last.

    A value is good for its version alone, and for a minute, because what it shows may change without a version (a
    player's name). A caller who asks while it is being made waits for it instead of making it too.
    """

    _all: ClassVar[WeakSet[VersionedCache[object]]] = WeakSet()

    def __init__(self, size: int, seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._size, self._seconds, self._clock = size, seconds, clock
        self._slots: OrderedDict[Hashable, _Slot[T]] = OrderedDict()
        self._lock = Lock()
        VersionedCache._all.add(self)  # type: ignore[arg-type]  # what is in it does not matter for emptying it

    def get(self, key: Hashable, version: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept for ``key``, or make it if it is of another version or too old."""
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
        """Forget all values."""
        with self._lock:
            self._slots.clear()

    @classmethod
    def empty_all(cls) -> None:
        """Forget the values of every cache in this process."""
        for kept in list(cls._all):
            kept.empty()


# -- in the site's cache ---------------------------------------------------------------------------------------------


def results_kept(
    name: str, events: Sequence[Event], make: Callable[[Sequence[Event]], Mapping[int, T]]
) -> dict[int, T]:
    """Return what ``make`` finds of finished events, by their ids. One query for events that were asked for before.

    ``make`` is called with the others. Results are kept for all processes, for a month or until the event changes after
    all.
    """
    keys = {event.pk: f"{name}:{event.pk}:{event.changed_at.timestamp()}" for event in events}
    known = cache.get_many(keys.values()) if keys else {}
    new = make([event for event in events if keys[event.pk] not in known])
    if new:
        cache.set_many({keys[pk]: made for pk, made in new.items()}, DAYS_OF_RESULTS * 24 * 3600)
    return {pk: new[pk] if pk in new else known[key] for pk, key in keys.items()}
