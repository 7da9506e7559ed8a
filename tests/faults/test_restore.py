"""Last night's dump restored by PostgreSQL's own programs, while people play."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, connections

from fortify_site.base_task import WAITS
from mail.inbound.reply_address import hash_token
from mail.models import OutboxMail
from matches.clocks import restoration
from matches.models import Link, LogEntry, Match, Outage, Seat
from tests.support.processes import Running
from tests.support.servers import Postgres, Valkey
from tests.support.smtp_server import Sink

from .crowd import Crowd, Sent
from .site import Site, settled, until
from .tally import Tally
from .visitor import Visitor

pytestmark = [pytest.mark.postgres, pytest.mark.worker, pytest.mark.django_db(transaction=True)]
Status = OutboxMail.Status
LINK = re.compile(r"/l/([a-z2-7]{32})/")
TABLES = 3


def start(site: Site) -> list[Running]:
    before = len(site.running)
    site.whole()
    return site.running[before:]


def stop(site: Site, parts: list[Running]) -> None:
    for part in parts:
        part.stop()
        site.running.remove(part)


def is_said_by(parts: list[Running], words: str) -> bool:
    return any(words in part.words for part in parts)


def switch_to(name: str) -> None:
    """Have this test, and the processes that it starts, use that database."""
    connections.close_all()
    connection.settings_dict["NAME"] = name


def is_there(sent: Sent) -> bool:
    return LogEntry.objects.filter(seat=sent.seat, number=sent.number, text=sent.text).exists()


def tokens_in(sink: Sink) -> set[str]:
    """Return the tokens of all links to turns that were ever emailed."""
    texts = (part.get_payload(decode=True) for _, mail in sink.taken for part in mail.walk() if not part.is_multipart())
    return {token for text in texts if isinstance(text, bytes) for token in LINK.findall(text.decode(errors="replace"))}


@pytest.mark.fault(number=35)
def test_a_dump_is_brought_back_and_the_site_goes_on_from_it(
    postgres: Postgres, valkey: Valkey, site: Site, sink: Sink, tally: Tally, folder: Path
) -> None:
    for number in tally.repeat(quick=1, long=10):
        file = folder / f"{number}.dump"
        parts = start(site)
        with Crowd(site.address, TABLES, seed=number) as crowd:
            crowd.wait_for(12)
            until(restoration.as_of)  # a database in which no sweep has run can't be told from others
            before = list(crowd.sent)
            postgres.dump(file, str(connection.settings_dict["NAME"]))
            crowd.wait_for(len(crowd.sent) + 12)
        until(settled)
        stop(site, parts)
        mailed, tokens = Counter(pk for pk, _ in sink.arrivals), tokens_in(sink)
        name = f"restored{number}"
        postgres.bring_back(file, name)
        switch_to(name)
        tally.lost += sum(not is_there(sent) for sent in before)
        waited = set(OutboxMail.objects.filter(status=Status.QUEUED).values_list("message_id", flat=True))
        parts = start(site)  # the host has forgotten the command
        until(partial(is_said_by, parts, WAITS))
        assert Counter(pk for pk, _ in sink.arrivals) == mailed
        call_command("restored", no_input=True, stdout=StringIO())
        until(settled)
        check_what_players_hear(sink, mailed, waited, tally)
        check_links(site, tokens)
        play_on(site, number)
        stop(site, parts)


def check_what_players_hear(sink: Sink, mailed: Counter[str], waited: set[str], tally: Tally) -> None:
    """Check that everyone in a running match got one email about the restoration.

    Nothing that was sent before, or waited in the dump, may be sent now.
    """
    arrived = Counter(pk for pk, _ in sink.arrivals) - mailed
    tally.doubled += sum(arrived[pk] for pk in waited | set(mailed))
    told = OutboxMail.objects.filter(kind="restored", context__outage=Outage.objects.latest("pk").pk)
    playing = set(Seat.objects.filter(finished_at=None).values_list("player", flat=True))
    assert sorted(told.values_list("user", flat=True)) == sorted(playing)
    assert {arrived[mail.message_id] for mail in told} == {1}


def check_links(site: Site, tokens: set[str]) -> None:
    """Check that links from after the dump say that the site was restored."""
    known = {link.token_hash for link in Link.objects.all()}
    lost = [token for token in tokens if hash_token(token) not in known]
    assert lost
    page = Visitor(site.address).get(f"/l/{lost[0]}/")
    assert page.status == 404
    assert "restored from a backup" in page.body


def play_on(site: Site, number: int) -> None:
    """Check that everyone whose turn it is can play, and that new matches have numbers that were never used."""
    highest = Match.objects.latest("pk").pk
    with Crowd(site.address, 1, seed=number) as crowd:
        crowd.wait_for(2)
    assert not crowd.odd
    assert Match.objects.latest("pk").pk > highest + 900
    seat = (
        Seat.objects.filter(asked_turn__isnull=False, match__pk__lte=highest).select_related("match", "player").first()
    )
    assert seat is not None
    assert seat.player is not None
    text = seat.match.game.sample(seat.match.loaded_state, seat.index, random.Random(number))
    assert Visitor(site.address, seat.player).play(seat, seat.asked_turn or 0, text).status == 303
    until(settled)
