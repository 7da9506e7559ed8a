"""A database of an earlier release goes on with today's code after ``migrate`` alone."""

from __future__ import annotations

import json
import lzma
import os
import random
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from engine.games import game
from tests.faults.visitor import Visitor
from tests.support.processes import SITE, Running, collect_static_files
from tests.support.servers import Valkey, free_port, postgres_binaries

from .facts import FACTS, tables

pytestmark = [pytest.mark.worker, pytest.mark.django_db]
RELEASES = [
    pytest.param(file, id=f"{file.parent.name}-{file.name.partition('.')[0]}", marks=marks)
    for vendor, marks in (("postgresql", pytest.mark.postgres), ("sqlite", pytest.mark.either))
    for file in sorted(Path(__file__).parent.glob(f"*/{vendor}.json.xz"))
]
PRINT = "from tests.releases import facts; facts.print_all()"
UPGRADED = "upgraded"
ASKED = 'SELECT m.id, m.game_slug, m.state, s."index" FROM matches_seat s JOIN matches_match m ON m.id = s.match_id'
PLAYED = "SELECT count(*) FROM matches_logentry WHERE kind = 'play' AND seat_id = {seat} AND number = {number}"
QUEUED = "SELECT count(*) FROM mail_outboxmail WHERE status = 'queued'"


@dataclass
class OldSite:
    """A site on a database that was left behind. ``link`` leads to a turn of a seat's."""

    url: str
    link: dict[str, Any]
    folder: Path
    valkey: Valkey
    port: int
    started: list[Running]

    def run(self, module: str, *words: str) -> Running:
        where = {"DATABASE_URL": self.url, "REDIS_URL": self.valkey.url, "PORT": str(self.port), "LOG_LEVEL": "INFO"}
        env = os.environ | SITE | where | {"SITE_URL": f"http://127.0.0.1:{self.port}", "SECRET_KEY": "x" * 50}
        log = self.folder / f"{len(self.started)}.log"
        self.started.append(Running([module, *words], env, log, of_the_site=True))
        return self.started[-1]

    def manage(self, *words: str) -> str:
        process = self.run("manage", *words)
        assert process.process.wait(300) == 0, process.words
        return process.words

    def ask(self, question: str) -> Any:
        with closing(connected(self.url)) as database:
            return database.execute(question).fetchone()


def connected(url: str) -> Any:
    return sqlite3.connect(url.removeprefix("sqlite:///")) if url.startswith("sqlite") else psycopg.connect(url)


def filled(vendor: str, sql: str, folder: Path) -> str:
    """The address of a new database with these tables."""
    if vendor == "sqlite":
        with closing(sqlite3.connect(folder / "db.sqlite3")) as database:
            database.executescript(sql)
        return f"sqlite:///{folder / 'db.sqlite3'}"
    server = os.environ["TESTS_DATABASE"]
    name = f"{UPGRADED}_{os.environ.get('PYTEST_XDIST_WORKER', 'gw0')}"
    with psycopg.connect(server, autocommit=True) as database:
        database.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        database.execute(f"CREATE DATABASE {name}")
    url = server.replace("/postgres?", f"/{name}?")
    load = [str(postgres_binaries() / "psql"), "--quiet", "--set", "ON_ERROR_STOP=1", url]
    subprocess.run(load, input=sql, text=True, stdout=subprocess.DEVNULL, check=True)
    return url


@pytest.fixture
def old_site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OldSite]:
    file: Path = request.param
    kept = json.loads(lzma.decompress(file.read_bytes()))
    url = filled(file.name.partition(".")[0], kept["sql"], tmp_path)
    valkey = Valkey(tmp_path)
    valkey.start()
    site = OldSite(url, kept["link"], tmp_path, valkey, free_port(), [])
    yield site
    for process in site.started:
        process.stop()
    valkey.stop()


@pytest.mark.parametrize("old_site", RELEASES, indirect=True)
def test_it_migrates_and_goes_on(old_site: OldSite) -> None:
    old_site.manage("migrate", "--verbosity", "0")
    told = json.loads(
        old_site.manage("shell", "--no-imports", "-c", "from tests.releases import facts; facts.print_all()")
    )
    assert told == {"facts": FACTS, "tables": tables()}
    assert " matches are what their logs say." in old_site.manage("verify_matches")
    old_site.manage("tick")
    assert old_site.ask(QUEUED) == (0,)

    collect_static_files()
    web = old_site.run("gunicorn", "--config", "python:fortify_site.gunicorn", "fortify_site.wsgi")
    web.wait_until(lambda: "Booting worker" in web.words)
    link = f"/l/{old_site.link['token']}/"
    visitor = Visitor(f"http://127.0.0.1:{old_site.port}")
    assert visitor.get(link).status == 200
    visitor.post(link, text=a_turn_for(old_site), sure="yes")
    assert old_site.ask(PLAYED.format(**old_site.link)) == (1,)
    assert " matches are what their logs say." in old_site.manage("verify_matches")


def a_turn_for(site: OldSite) -> str:
    _match, slug, state, index = site.ask(f"{ASKED} WHERE s.id = {site.link['seat']}")
    rules = game(slug)
    return rules.sample(rules.load(json.loads(state) if isinstance(state, str) else state), index, random.Random(1))
