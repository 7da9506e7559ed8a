"""Emails that were broken on their way, or made to break their reader."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import time

import pytest

from accounts.models import User
from mail.inbound.drop_attachments import LARGEST_KEPT, without_attachments
from mail.models import InboundMail
from matches.models import LogEntry, Match
from tests.mail.inbound.test_drop_attachments import HOSTILE
from tests.mail.parse.bombs import BOMBS
from tests.mail.parse.mutations import broken
from tests.mail.parse.replies import replies
from tests.support.factories import MatchFactory
from tests.support.mail_players import newest, reply_address, take_in, write

from .tally import LONG, Tally

pytestmark = pytest.mark.django_db(transaction=True)
MOST_SECONDS, MOST_MEBIBYTES = 2.0, 200


@pytest.mark.either
@pytest.mark.fault(number=30)
def test_broken_replies_are_read_or_refused_and_ask_for_no_other_turn(tally: Tally) -> None:
    count = 20_000 if os.environ.get(LONG) else 400
    command = [sys.executable, "-m", "tests.mail.parse.mutations", str(count), str(random.randrange(10**6))]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    tally.rounds += found["mails"]
    tally.delay(found["slowest"])
    tally.delay_of = "reading an email"
    assert found["mails"] == count
    assert found["turns"] > count / 4  # enough of them can be read to prove something
    assert found["wrong"] == [], command
    assert found["slowest"] < MOST_SECONDS, command
    assert found["largest"] < MOST_MEBIBYTES, command


@pytest.mark.fault(number=30)
def test_hostile_mails_are_answered_or_set_aside_and_the_next_one_is_played(tally: Tally) -> None:
    match = MatchFactory()
    message = newest(asked(match))
    address, player = reply_address(message), message.to[0].encode()
    chance = random.Random(30)
    bombs = [b"From: %s\r\n%s" % (player, bomb) for bomb in BOMBS.values()]
    others = [reply.raw for reply in replies() if "@" not in reply.order]  # the first turn is an Enlist
    for _ in tally.repeat(quick=1, long=5):
        for raw in [*bombs, *(broken(from_player(chance.choice(others), player), chance) for _ in range(40))]:
            start = time.process_time()
            for mail in take_in(raw[:LARGEST_KEPT], address):
                assert mail.status != InboundMail.Status.WAITING
            tally.delay(time.process_time() - start)
    tally.delay_of = "reading and answering an email"
    assert tally.worst is not None
    assert tally.worst < MOST_SECONDS
    turns = LogEntry.objects.filter(number__isnull=False)  # though a draw may have been offered
    assert not turns.exists()
    write(message, "I@b3")
    assert [turn.text for turn in turns] == ["I@b3"]


@pytest.mark.fault(number=30)
def test_of_a_mail_that_is_too_large_next_to_nothing_is_kept(tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=1):
        address = reply_address(newest(asked(MatchFactory())))
        (mail,) = take_in(b"x" * 30 * 2**20, address)
        assert mail.status == InboundMail.Status.DONE
        assert len(mail.raw) < 2**16


@pytest.mark.fault(number=30)
def test_large_mails_made_to_take_long_are_kept_small(tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=3):
        for raw in HOSTILE.values():
            start = time.process_time()
            light = without_attachments(raw)
            tally.delay(time.process_time() - start)
            assert light is None or len(light) <= LARGEST_KEPT
    assert tally.worst is not None
    assert tally.worst < MOST_SECONDS


def asked(match: Match) -> User:
    player = match.seats.select_related("player").get(asked_turn__isnull=False).player
    assert player is not None
    return player


def from_player(raw: bytes, player: bytes) -> bytes:
    return re.sub(rb"<player\d+@mail\.example\.com>", b"<" + player + b">", raw)
