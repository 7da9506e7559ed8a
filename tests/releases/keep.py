"""Keeps what a site of this version leaves behind, for the tests of later ones (``make release``): a database with the
club of ``world.py`` as SQL, an open link to a turn in it, the club's archive, and the sentences that rows may hold.

Run by its name, as no test: ``DATABASE=sqlite .venv/bin/pytest tests/releases/keep.py``.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from fortify_site.version import release_of
from jobs.models import Heartbeat
from matches.mails import tokens
from matches.models import Seat
from tests.support.club_archives import zipped
from tests.support.processes import database_url
from tests.support.servers import postgres_binaries

from . import world
from .facts import FACTS, told
from .sentences import keep_sentences


@pytest.mark.django_db(transaction=True)
def test_keep_this_release() -> None:
    folder = Path(__file__).parent / release_of(settings.BASE_DIR)
    folder.mkdir(exist_ok=True)
    keep_sentences(folder)
    with world.fixed_time_and_luck():
        club = world.make()
        Heartbeat.objects.create(name=Heartbeat.Name.SWEEP, at=world.NOON)
        asked = Seat.objects.filter(asked_turn__isnull=False, match__game_slug="fortify", match__log_length=0).earliest(
            "pk"
        )
        assert asked.asked_turn is not None
        link = {"token": tokens.mint_turn(asked, asked.asked_turn), "seat": asked.pk, "number": asked.asked_turn}
        (folder / "club.zip").write_bytes(zipped(club))
        assert told() == FACTS
        kept = {"sql": dump(), "link": link}
        (folder / f"{connection.vendor}.json.xz").write_bytes(lzma.compress(json.dumps(kept).encode()))


def dump() -> str:
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as database:
            return "\n".join(database.iterdump())
    words = ["pg_dump", "--no-owner", "--no-privileges", database_url()]
    done = subprocess.run([str(postgres_binaries() / words[0]), *words[1:]], capture_output=True, text=True, check=True)
    return done.stdout
