"""A site of the code before its modules moved: ``migrate`` alone takes it along, with all that was under way."""

from __future__ import annotations

import json
import lzma
import os
import random
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from redis import Redis

from engine.games import game
from tests.faults.visitor import Visitor
from tests.support.processes import SITE, Running, collect_static_files
from tests.support.servers import Valkey, free_port

pytestmark = [pytest.mark.worker, pytest.mark.either]
# A demo club in a running season, its jobs that waited in the broker, and links from mails that were out.
STORED = Path(__file__).parent / "data" / "site_before_the_rooms.json.xz"
QUEUED = "SELECT count(*) FROM matches_outboxmail WHERE status = 'queued'"
# As a site has it that ran until then: the time since, while it was stopped, costs nobody anything.
LAST_SWEEP = "INSERT INTO matches_heartbeat (name, at, machine, skew) VALUES ('sweep', '2026-11-23 03:20:00', '', 0)"
PLAYED = "SELECT count(*) FROM matches_turn WHERE match_id = ? AND kind = 'play' AND seat_id = ? AND number = ?"


@dataclass
class OldSite:
    """Its database, its broker, and how its processes are started."""

    database: Path
    queues: dict[str, list[str]]
    links: dict[str, str]
    seat: int
    number: int
    port: str
    valkey: Valkey
    folder: Path
    started: list[Running]

    def run(self, module: str, *words: str, **more: str) -> Running:
        env = (
            os.environ
            | SITE
            | {
                "DATABASE_URL": f"sqlite:///{self.database}",
                "REDIS_URL": self.valkey.url,
                "SECRET_KEY": "x" * 50,
                "SITE_URL": f"http://127.0.0.1:{self.port}",
                "PORT": self.port,
                "LOG_LEVEL": "INFO",
            }
        )
        log = self.folder / f"{len(self.started)}.log"
        self.started.append(Running([module, *words], env | more, log, of_the_site=True))
        return self.started[-1]

    def manage(self, *words: str) -> str:
        process = self.run("manage", *words)
        status = process.process.wait(300)
        assert status == 0, process.words
        return process.words

    def ask(self, question: str, *values: Any) -> Any:
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(question, values).fetchone()

    def waiting(self) -> int:
        """Jobs in its broker."""
        with Redis(unix_socket_path=urlsplit(self.valkey.url).path) as broker:
            return sum(int(broker.llen(name)) for name in (*self.queues, "inbound"))


@pytest.fixture
def old_site() -> Iterator[OldSite]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        told = json.loads(lzma.decompress(STORED.read_bytes()))
        with closing(sqlite3.connect(folder / "db.sqlite3")) as connection:
            connection.executescript(told["sql"])
            connection.execute(LAST_SWEEP)
            connection.commit()
        valkey = Valkey(folder)
        valkey.start()
        with Redis(unix_socket_path=urlsplit(valkey.url).path) as broker:
            for queue, jobs in told["queue"].items():
                broker.rpush(queue, *jobs)
        started: list[Running] = []
        links = {what: urlsplit(link).path for what, link in told["links"].items() if "://" in link}
        yield OldSite(
            database=folder / "db.sqlite3",
            queues=told["queue"],
            links=links,
            seat=told["seat"],
            number=told["number"],
            port=str(free_port()),
            valkey=valkey,
            folder=folder,
            started=started,
        )
        for process in started:
            process.stop()
        valkey.stop()


def a_turn_for(site: OldSite) -> tuple[int, str]:
    """A match whose player is asked, and a legal turn in it."""
    match, slug, index = site.ask(
        'SELECT m.id, m.game_slug, s.index_ FROM matches_match m JOIN (SELECT id, match_id, "index" AS index_ '
        "FROM matches_seat) s ON s.match_id = m.id WHERE s.id = ?",
        site.seat,
    )
    (state,) = site.ask("SELECT state FROM matches_match WHERE id = ?", match)
    rules = game(slug)
    return match, rules.sample(rules.load(json.loads(state)), index, random.Random(1))


def test_it_migrates_plays_on_and_does_the_jobs_that_waited(old_site: OldSite) -> None:
    old_site.manage("migrate", "--verbosity", "0")
    assert " matches are what their logs say." in old_site.manage("verify_matches")
    worker = old_site.run("celery", "--app", "fortify_site", "worker", "--concurrency", "2", "--loglevel", "info")
    worker.wait_until(lambda: old_site.waiting() == 0 and old_site.ask(QUEUED) == (0,))
    assert "Received unregistered task" not in worker.words
    assert "raised" not in worker.words, worker.words
    collect_static_files()
    words = ["--config", "python:fortify_site.gunicorn", "fortify_site.wsgi"]
    web = old_site.run("gunicorn", *words)
    web.wait_until(lambda: "Booting worker" in web.words)
    visitor = Visitor(f"http://127.0.0.1:{old_site.port}")
    assert {what: visitor.get(path).status for what, path in old_site.links.items()} == dict.fromkeys(
        old_site.links, 200
    )
    match, text = a_turn_for(old_site)
    visitor.post(old_site.links["turn"], text=text, sure="yes")
    assert old_site.ask(PLAYED, match, old_site.seat, old_site.number) == (1,)
    assert " matches are what their logs say." in old_site.manage("verify_matches")
