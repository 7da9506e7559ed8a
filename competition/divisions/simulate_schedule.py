"""A simulation of a division's matches, to see when the last of them ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from heapq import heappop, heappush

from competition.pairing.match_slots import Room, Two

NOW = timedelta()
Length = Callable[[], timedelta]  # of a match, drawn when it begins


def match_by_match(matches: Sequence[Two], most: int, length: Length, cycles: int = 1) -> timedelta:
    """Return when the last match ends if each begins as soon as its players have room for it, earlier ones first.

    ``most`` is how many matches a player has at the same time, 0 for any number.
    """
    second = len(matches) // cycles  # from here on they meet for the second time
    room = Room(most, first=matches[:second])
    waiting: dict[int, list[int]] = defaultdict(list)  # the places of those still to begin, by player
    for place, pair in enumerate(matches):
        for player in pair:
            waiting[player].append(place)
    running: list[tuple[timedelta, Two]] = []
    now = NOW

    def begin(places: Iterable[int]) -> None:
        for place in places:
            pair = matches[place]
            if room.takes(pair, is_second=place >= second):
                for player in pair:
                    waiting[player].remove(place)
                heappush(running, (now + length(), pair))

    begin(range(len(matches)))
    while running:
        now = running[0][0]
        freed: set[int] = set()
        while running and running[0][0] == now:
            _, pair = heappop(running)
            room.is_rid_of(pair)
            freed.update(pair)
        begin(sorted({place for player in freed for place in waiting[player]}))
    return now


def round_by_round(
    rounds: Sequence[int], most: int, length: Length, every: timedelta = NOW, pause: timedelta = NOW
) -> timedelta:
    """Return when the last match ends if all matches of a round begin together.

    ``rounds`` are the numbers of matches in each round; at most ``most`` rounds (0: any number) run at the same time. A
    round begins at least ``every`` after the one before, and ``pause`` after the end of the round it waited for.
    """
    running: list[timedelta] = []
    last = NOW
    for place, matches in enumerate(rounds):
        begins = place * every
        if most and len(running) >= most:
            begins = max(begins, heappop(running) + pause)
        ends = begins + max((length() for _ in range(matches)), default=NOW)
        heappush(running, ends)
        last = max(last, ends)
    return last
