"""Jobs to measure: pages, turns with and without the page, and their counterparts on the bare view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from random import Random

from matches.gate.turns import submit_turn
from matches.models import LogEntry, Seat

from .bare import COUNTERS, count_up
from .client import Connection, cookies_of
from .copies import Population
from .rounds import Call, Job
from .servers import Ports

BARE, BARE_VIEW = "bare transaction", "bare view"
TURN, TURN_POSTED = "play.submit_turn", "a turn, posted"
MATCH, HOME = "match page", "home page"


@dataclass(frozen=True)
class Ready:
    """A turn that a seat is asked for, and a legal text for it."""

    seat: Seat
    number: int
    text: str

    def play(self) -> LogEntry:
        return submit_turn(self.seat, self.number, self.text, LogEntry.Via.SITE)

    def post(self, connection: Connection) -> bytes:
        path = f"/matches/{self.seat.match_id}/play/"
        form = {"number": str(self.number), "text": self.text, "message": ""}
        return connection.post(path, cookies_of(self.seat.player_id or 0), form, expect=303)


class Work:
    """A maker of jobs for a population of matches. Each turn is in another match, chosen evenly from all long ones."""

    def __init__(self, population: Population, ports: Ports) -> None:
        self._population = population
        self.ports = ports
        self._random = Random(1)

    def jobs(self) -> list[Job]:
        return [
            Job(BARE, self._bare_block, 25, beside=BARE),
            Job(TURN, self._turn_block, 25, beside=BARE),
            Job(BARE_VIEW, self._bare_view_block, 25, beside=BARE_VIEW),
            Job(TURN_POSTED, self._posted_block, 25, beside=BARE_VIEW),
            Job(MATCH, self._match_block, 25, beside=BARE_VIEW),
            Job(HOME, self._home_block, 10, beside=BARE_VIEW),
        ]

    def turns(self, count: int) -> list[Ready]:
        found: list[Ready] = []
        while len(found) < count:
            missing = self._random.sample(self._population.long_ones, count - len(found))
            found += [self._ready(seat) for seat in _asked(missing)]
        self._random.shuffle(found)
        return found

    def _ready(self, seat: Seat) -> Ready:
        text = seat.match.game.sample(seat.match.loaded_state, seat.index, self._random)
        return Ready(seat, seat.asked_turn or 0, text)

    def counters(self, count: int) -> list[int]:
        return [self._random.randint(1, COUNTERS) for _ in range(count)]

    @contextmanager
    def _bare_block(self, count: int) -> Iterator[Sequence[Call]]:
        yield [partial(count_up, number) for number in self.counters(count)]

    @contextmanager
    def _turn_block(self, count: int) -> Iterator[Sequence[Call]]:
        yield [turn.play for turn in self.turns(count)]

    @contextmanager
    def _bare_view_block(self, count: int) -> Iterator[Sequence[Call]]:
        with Connection(self.ports.bare) as connection:
            yield [partial(post_bare, connection, number) for number in self.counters(count)]

    @contextmanager
    def _posted_block(self, count: int) -> Iterator[Sequence[Call]]:
        turns = self.turns(count)
        for turn in turns:
            cookies_of(turn.seat.player_id or 0)
        with Connection(self.ports.site) as connection:
            yield [partial(turn.post, connection) for turn in turns]

    @contextmanager
    def _match_block(self, count: int) -> Iterator[Sequence[Call]]:
        long = self._population.seeds.long
        pages = [f"/matches/{long[place % len(long)]}/" for place in range(count)]
        with Connection(self.ports.site) as connection:
            yield [partial(connection.get, page, self._cookies) for page in pages]

    @contextmanager
    def _home_block(self, count: int) -> Iterator[Sequence[Call]]:
        with Connection(self.ports.site) as connection:
            yield [partial(connection.get, "/", self._cookies)] * count

    @property
    def _cookies(self) -> str:
        return cookies_of(self._population.seeds.ada.pk)


def _asked(matches: Sequence[int]) -> list[Seat]:
    """Return the seat whose turn it is, with its match loaded, for each of these matches that is still running."""
    seats = Seat.objects.filter(match__in=matches, asked_turn__isnull=False).select_related("match", "player")
    return list({seat.match_id: seat for seat in seats}.values())


def post_bare(connection: Connection, number: int) -> bytes:
    return connection.post(f"/{number}/", "", {}, expect=200)
