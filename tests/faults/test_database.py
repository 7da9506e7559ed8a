"""A database that is restarted, locked or full."""

from __future__ import annotations

import html
import random
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, transaction

from matches.models import Match, Seat
from tests.support.concurrently import held
from tests.support.factories import MatchFactory
from tests.support.processes import database_url
from tests.support.servers import Postgres, Valkey

from . import small_disk
from .conftest import on_server
from .crowd import Crowd
from .disks import Disk, LimitedFile, MountedDisk, RefusedInserts, SmallPostgres
from .invariants import check_invariants
from .locks import deadlocks, somebody_waits
from .site import Site, count_double_decisions, until
from .tally import Tally
from .visitor import Answer, Visitor

pytestmark = pytest.mark.django_db(transaction=True)
OUT_OF_ORDER = 503


class Player:
    """The player whose turn it is, with a turn chosen. ``send`` sends the same one each time."""

    def __init__(
        self, site: Site, match: Match, luck: random.Random, visitors: dict[int, Visitor] | None = None
    ) -> None:
        """``visitors``: players who have logged in already, by the index of their seat."""
        match.refresh_from_db()
        self.seat: Seat = match.seats.select_related("player").get(asked_turn__isnull=False)
        self.number = self.seat.asked_turn or 0
        self.text = match.game.sample(match.loaded_state, self.seat.index, luck)
        self.visitor = visitors[self.seat.index] if visitors else Visitor(site.address, self.seat.player)

    def send(self) -> Answer:
        return self.visitor.play(self.seat, self.number, self.text)


# -- 13: restarted -------------------------------------------------------------------------------------------------


@pytest.mark.postgres
@pytest.mark.fault(number=13)
def test_the_same_turn_again_after_a_restart_gives_one_turn(
    postgres: Postgres, valkey: Valkey, site: Site, tally: Tally
) -> None:
    site.web(WEB_THREADS="8")
    with Crowd(site.address, tables=4) as crowd:
        for _ in tally.repeat(quick=1, long=50):
            crowd.wait_for(len(crowd.sent) + 4)
            postgres.stop(signal.SIGQUIT)
            start_again(postgres)
        crowd.wait_for(len(crowd.sent) + 4)
    crowd.account(tally)
    crowd.note_delays(tally)
    count_double_decisions(tally)


@pytest.mark.postgres
@pytest.mark.fault(number=13)
def test_a_page_says_that_the_database_is_away_and_gives_the_turn_back(
    postgres: Postgres, valkey: Valkey, site: Site, tally: Tally
) -> None:
    site.web()
    match: Match = MatchFactory()
    for number in tally.repeat(quick=1, long=5):
        player = Player(site, match, random.Random(number))
        assert player.visitor.get(f"/matches/{match.pk}/").status == 200  # a connection is open
        postgres.stop(signal.SIGQUIT)
        answer = player.send()
        assert answer.status == OUT_OF_ORDER
        assert html.escape(player.text) in answer.body
        start_again(postgres)
        assert [player.send().status for _ in range(2)] == [303, 303]
        assert match.log.count() == number + 1


def start_again(postgres: Postgres) -> None:
    postgres.start()
    connection.close()


# -- 14: locked ----------------------------------------------------------------------------------------------------


@pytest.mark.postgres
@pytest.mark.fault(number=14)
def test_a_match_that_is_locked_is_waited_for_twice_and_then_given_up(valkey: Valkey, site: Site, tally: Tally) -> None:
    site.web(DATABASE_URL=database_url(options="-c lock_timeout=400ms"))
    match: Match = MatchFactory()
    for number in tally.repeat(quick=2, long=20):
        player = Player(site, match, random.Random(number))
        with held(match):
            answer = player.send()
        assert answer.status == OUT_OF_ORDER
        assert "is busy just now" in answer.body
        assert match.log.count() == number
        tally.delay(answer.seconds)
        assert player.send().status == 303
    tally.delay_of = "answer"


@pytest.mark.postgres
@pytest.mark.fault(number=14)
def test_a_match_that_is_free_again_at_the_second_try_is_played(valkey: Valkey, site: Site, tally: Tally) -> None:
    site.web(DATABASE_URL=database_url(options="-c lock_timeout=1s"))
    match: Match = MatchFactory()
    with ThreadPoolExecutor() as pool:
        for number in tally.repeat(quick=1, long=10):
            player = Player(site, match, random.Random(number))
            with held(match):
                sent = pool.submit(player.send)
                first = somebody_waits()
                somebody_waits(but_not=first)
            assert sent.result().status == 303


@pytest.mark.postgres
@pytest.mark.fault(number=14)
def test_of_two_that_wait_for_each_other_the_turn_is_played_after_all(valkey: Valkey, site: Site, tally: Tally) -> None:
    # PostgreSQL ends the transaction that first checks for a deadlock, which must not be this one, even if it is slow.
    site.web(DATABASE_URL=database_url(options="-c deadlock_timeout=3s"))
    match: Match = MatchFactory()
    before, met = deadlocks(), 0
    with ThreadPoolExecutor() as pool:
        for number in tally.repeat(quick=1, long=10):
            player = Player(site, match, random.Random(number))
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL deadlock_timeout = '1min'")
                Seat.objects.select_for_update().get(pk=player.seat.pk)
                sent = pool.submit(player.send)
                somebody_waits()
                Match.objects.select_for_update(no_key=True).get(pk=match.pk)
            met += 1
            if sent.result().status != 303:  # this one took the row so slowly that the second try met it again
                met += 1
                assert player.send().status == 303
    until(lambda: deadlocks() - before == met)


# -- 33: full ------------------------------------------------------------------------------------------------------


@pytest.fixture(params=["file"] if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3") else ["disk", "error"])
def disk(
    request: pytest.FixtureRequest, transactional_db: None, folder: Path, tmp_path: Path
) -> Iterator[tuple[Disk, dict[str, str]]]:
    """A database that can be filled up, and the environment for a web server on it.

    If the system allows no small disk, PostgreSQL only says that its disk is full.
    """
    if request.param == "file":
        flag = tmp_path / "full"
        yield LimitedFile(flag), {"SABOTAGE": f"full={flag}"}
    elif request.param == "disk" and small_disk.is_possible(folder):
        server = SmallPostgres(folder)
        server.start()
        for _ in on_server(server):
            yield MountedDisk(server), {}
    else:
        yield RefusedInserts(), {}


@pytest.mark.fault(number=33)
def test_a_full_disk_stores_no_half_turn(
    disk: tuple[Disk, dict[str, str]], valkey: Valkey, site: Site, tally: Tally
) -> None:
    full, env = disk
    site.web(**env)
    match: Match = MatchFactory()
    luck = random.Random(33)
    visitors = {seat.index: Visitor(site.address, seat.player) for seat in match.seats.select_related("player")}
    for _ in tally.repeat(quick=1, long=5):
        full.fill()
        refused = play_until_refused(site, match, luck, visitors)
        length = match.log.count()
        assert not match.log.filter(number=refused.number).exists()
        full.free()
        assert refused.send().status == 303
        assert match.log.count() == length + 1
        check_invariants()


def play_until_refused(site: Site, match: Match, luck: random.Random, visitors: dict[int, Visitor]) -> Player:
    """Play until a turn is refused because the disk is full, and return its player."""
    for _ in range(60):
        player = Player(site, match, luck, visitors)
        answer = player.send()
        if answer.status != 303:
            assert answer.status == OUT_OF_ORDER, answer.body
            return player
    raise AssertionError("There was room for everything.")
