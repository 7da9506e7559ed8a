"""Everyone playing in the last hour before a deadline."""

from __future__ import annotations

import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connection

from accounts.models import User
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import HOUR, TimeControl
from tests.support.factories import MatchFactory, UserFactory
from tests.support.servers import Postgres, Valkey
from tests.support.smtp_server import Sink

from .crowd import SENT
from .site import Site, account_for_mails, settled, until
from .tally import Tally
from .visitor import Answer, Visitor

pytestmark = [pytest.mark.postgres, pytest.mark.worker, pytest.mark.django_db(transaction=True)]
LOCKS = re.compile(r"lock timeout|deadlock|LockNotAvailable|database is locked|The match is busy")
AT_ONCE = 16
TURNS = 3  # of each match
OK = 200


class Table:
    """Two people with an hour left: both look at the site, and one after the other plays."""

    def __init__(self, site: Site, seed: int) -> None:
        self.players: list[User] = [UserFactory(), UserFactory()]
        self.match: Match = MatchFactory(players=self.players, control=TimeControl(HOUR, HOUR, HOUR))
        self.visitors = {player.pk: Visitor(site.address, player) for player in self.players}
        self.luck = random.Random(seed)
        self.answers: list[Answer] = []

    def play(self) -> None:
        """Have both players look at the site, and the one whose turn it is play."""
        seat = Seat.objects.select_related("match").get(match=self.match, asked_turn__isnull=False)
        text = seat.match.game.sample(seat.match.loaded_state, seat.index, self.luck)
        for visitor in self.visitors.values():
            self.answers += [visitor.get("/"), visitor.get(self.match.get_absolute_url())]
        assert seat.player_id is not None
        self.answers.append(self.visitors[seat.player_id].play(seat, seat.asked_turn or 0, text))
        connection.close()


@pytest.mark.fault(number=36)
def test_nobody_waits_or_meets_a_lock(
    postgres: Postgres, valkey: Valkey, site: Site, sink: Sink, tally: Tally, tmp_path: Path
) -> None:
    """Let 4 tables play within a second; in a long run 200 people, in an hour that takes three minutes."""
    is_long = Tally.is_long()
    tables = [Table(site, seed) for seed in range(100 if is_long else 4)]
    seconds = 180.0 if is_long else 1.0
    site.whole()
    comings = [(random.Random(7 * n).uniform(0, seconds), table) for n, table in enumerate(tables * TURNS)]
    spread(comings)
    tally.rounds += len(tables) * TURNS
    until(settled)
    answers = [answer for table in tables for answer in table.answers]
    assert {answer.status for answer in answers} == {OK, SENT}
    tally.lost += len(comings) - LogEntry.objects.filter(kind=LogEntry.Kind.PLAY).count()
    account_for_mails(sink, tally)
    assert not LOCKS.search("".join(log.read_text(errors="replace") for log in tmp_path.glob("*.log")))
    tally.delay(sorted(answer.seconds for answer in answers)[len(answers) * 95 // 100])
    tally.delay_of = "95 of 100 answers"


def spread(comings: list[tuple[float, Table]]) -> None:
    """Let all come at their times. Those at one table come one after the other."""
    begun = time.monotonic()

    def come(at: float, table: Table) -> None:
        time.sleep(max(0.0, begun + at - time.monotonic()))
        table.play()

    def come_in_order(queue: list[tuple[float, Table]]) -> None:
        for at, table in queue:
            come(at, table)

    queues: dict[int, list[tuple[float, Table]]] = {}
    for at, table in sorted(comings, key=lambda coming: coming[0]):
        queues.setdefault(table.match.pk % AT_ONCE, []).append((at, table))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for done in [pool.submit(come_in_order, queue) for queue in queues.values()]:
            done.result()
