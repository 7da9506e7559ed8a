"""Several clients at once, and how many requests a second are answered."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Final

from .client import Connection, cookies_of
from .jobs import Work, post_bare

CONNECTIONS: Final = 4
ROUNDS: Final = 6
REQUESTS: Final = 120

Request = Callable[[Connection], object]


@dataclass(frozen=True)
class Rates:
    """Requests a second, round by round, for turns and for the bare view in turn."""

    turns: list[float]
    bare: list[float]


def rates(work: Work) -> Rates:
    """Measure posted turns and the bare view, through ``CONNECTIONS`` connections. The first round is not counted."""
    found = [(_turns_a_second(work), _bare_a_second(work)) for _ in range(ROUNDS + 1)][1:]
    return Rates([turns for turns, _ in found], [bare for _, bare in found])


def _turns_a_second(work: Work) -> float:
    turns = work.turns(REQUESTS)
    for turn in turns:
        cookies_of(turn.seat.player_id or 0)
    return _rate(work.ports.site, [turn.post for turn in turns])


def _bare_a_second(work: Work) -> float:
    return _rate(work.ports.bare, [partial(post_bare, number=number) for number in work.counters(REQUESTS)])


def _rate(port: int, requests: Sequence[Request]) -> float:
    with ExitStack() as stack, ThreadPoolExecutor(CONNECTIONS) as pool:
        connections = [stack.enter_context(Connection(port)) for _ in range(CONNECTIONS)]
        shares = [requests[place::CONNECTIONS] for place in range(CONNECTIONS)]
        begun = time.perf_counter()
        list(pool.map(_ask, connections, shares))
        return len(requests) / (time.perf_counter() - begun)


def _ask(connection: Connection, requests: Sequence[Request]) -> None:
    for request in requests:
        request(connection)
