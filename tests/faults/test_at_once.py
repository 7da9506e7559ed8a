"""Many things at the same moment: writers, clicks, sweepers, beats, and a turn at its deadline."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mail.models import OutboxMail
from matches import sweep
from matches.gate import turns
from matches.gate.refused import MatchRefused
from matches.mails import tokens
from matches.models import LogEntry, Match, Seat
from matches.time_control import time_control
from tests.support.concurrently import at_once
from tests.support.factories import MatchFactory
from tests.support.patience import PATIENCE
from tests.support.processes import Running, Start
from tests.support.servers import Valkey
from tests.support.smtp_server import Sink
from timekeeping import clock

from .invariants import check_invariants
from .site import Site, account_for_mails, count_double_decisions, settled, until
from .tally import Tally
from .visitor import Answer, Visitor
from .writer import READY

pytestmark = pytest.mark.django_db(transaction=True)
SITE = LogEntry.Via.SITE
Kind = LogEntry.Kind


# -- 16: six writers -----------------------------------------------------------------------------------------------


@pytest.mark.fault(number=16)
def test_six_processes_write_at_once(start_process: Start, valkey: Valkey, tally: Tally, tmp_path: Path) -> None:
    for number in tally.repeat(quick=1, long=10):
        go = tmp_path / f"go{number}"
        shared, *own = (MatchFactory() for _ in range(7))
        words = [(str(go), "12", str(shared.pk), str(match.pk)) for match in own]
        writers = [start_process("tests.faults.writer", *each, LOG_LEVEL="WARNING") for each in words]
        for writer in writers:
            writer.wait_until(partial(is_ready, writer))
        with tally.timing():
            go.touch()
            assert [writer.process.wait(PATIENCE) for writer in writers] == [0] * len(writers), writers[0].words
        assert not any("locked" in writer.words for writer in writers)
        played = LogEntry.objects.filter(match__in=[match.pk for match in own]).count()
        tally.lost += 6 * len(own) - played
    tally.delay_of = "all writers’ turns"
    count_double_decisions(tally)


def is_ready(writer: Running) -> bool:
    return READY in writer.words


# -- 17: a turn against its deadline -----------------------------------------------------------------------------------

GRACE = timedelta(seconds=3)  # shorter than the site's, but long enough for a busy machine
STAMPS = [GRACE + timedelta(microseconds=offset) for offset in (-3_500_000, -2_000_000, -1, 0, 1, 1000)]
BATCH = len(STAMPS)
A_LITTLE = timedelta(seconds=0.1)


@pytest.mark.fault(number=17)
def test_a_turn_and_its_time_out_are_one_decision(tally: Tally, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_control, "GRACE", GRACE)
    luck = random.Random(17)
    for _ in tally.repeat(quick=1, long=50):
        race(luck, tally)
    tally.rounds *= BATCH
    count_double_decisions(tally)


def race(luck: random.Random, tally: Tally) -> None:
    """Send one turn for each stamp, between the deadline and the end of the grace, while two sweepers run.

    A stamp within the grace wins, one after it never does. If the machine is so busy that the grace ends before the
    turn is judged, either may win, but only one.
    """
    control = time_control.TimeControl.fixed(0.8 / 86400)
    seats = [told(MatchFactory(control=control)) for _ in STAMPS]
    deadlines = [seat.deadline or clock.now() for seat in seats]
    moments = [deadline + luck.random() * GRACE * 0.6 for deadline in deadlines]
    senders = [
        partial(send_at, moment, seat, deadline + stamp)
        for moment, seat, stamp, deadline in zip(moments, seats, STAMPS, deadlines, strict=True)
    ]
    decided = [deadline + GRACE for deadline in deadlines]
    answers = at_once(*senders, *[partial(sweep_around, sorted(deadlines + moments + decided))] * 2)
    sweep.sweep_deadlines()
    for seat, stamp, end, (answer, answered_at) in zip(seats, STAMPS, decided, answers, strict=False):
        in_time = stamp <= GRACE and (answered_at <= end or isinstance(answer, LogEntry))
        assert isinstance(answer, LogEntry if in_time else MatchRefused), (stamp, answer)
        # The opponent’s clock runs, too, and may have run out since.
        kinds = list(seat.match.log.filter(seat=seat).values_list("kind", flat=True))
        tally.lost += not kinds
        tally.doubled += max(0, len(kinds) - 1)
        assert kinds == [Kind.PLAY if in_time else Kind.TIME]
    check_invariants()


def told(match: Match) -> Seat:
    """Return the seat that is asked, after marking the email about its turn as sent."""
    OutboxMail.objects.filter(match=match).update(status=OutboxMail.Status.SENT, sent_at=clock.now())
    return match.seats.select_related("match").get(asked_turn__isnull=False)


def send_at(moment: datetime, seat: Seat, stamp: datetime) -> tuple[LogEntry | MatchRefused, datetime]:
    """Send a turn at that moment. Return the log entry or the refusal, and when it came."""
    text = seat.match.game.sample(seat.match.loaded_state, seat.index, random.Random(1))
    wait_for(moment)
    try:
        return turns.submit_turn(seat, seat.asked_turn or 0, text, SITE, stamped_at=stamp), clock.now()
    except MatchRefused as refused:
        return refused, clock.now()


def sweep_around(moments: list[datetime]) -> None:
    """Sweep from just before each of these moments, in order, until just after it. Nothing happens in between."""
    for moment in moments:
        wait_for(moment - A_LITTLE)
        while clock.now() < moment + A_LITTLE:
            sweep.sweep_deadlines()


def wait_for(moment: datetime) -> None:
    while (left := (moment - clock.now()).total_seconds()) > 0:
        time.sleep(left)


# -- 18: clicked twice ---------------------------------------------------------------------------------------------


@pytest.mark.postgres
@pytest.mark.fault(number=18)
def test_clicks_tabs_and_links_at_once_give_one_turn(valkey: Valkey, site: Site, tally: Tally) -> None:
    site.web(WEB_THREADS="8")
    luck = random.Random(18)
    for _ in tally.repeat(quick=2, long=100):
        click_everywhere(site, MatchFactory(), luck, tally)
    tally.delay_of = "answer"
    count_double_decisions(tally)


def click_everywhere(site: Site, match: Match, luck: random.Random, tally: Tally) -> None:
    seat = match.seats.select_related("match", "player").get(asked_turn__isnull=False)
    assert seat.asked_turn is not None
    text = match.game.sample(match.loaded_state, seat.index, luck)
    tabs = [Visitor(site.address, seat.player) for _ in range(2)]
    mails = [tokens.mint_turn(seat, seat.asked_turn) for _ in range(2)]
    clicks: list[Callable[[], Answer]] = [partial(tab.play, seat, seat.asked_turn, text) for tab in tabs * 2]
    clicks += [partial(Visitor(site.address).play_by_link, token, text) for token in mails]
    answers: list[Any] = at_once(*clicks)
    back = clicks[0]()  # the back button, and once more
    receipts = {(answer.status, answer.where) for answer in [*answers, back]}
    pages = {f"/matches/{match.pk}/", *(f"/l/{token}/" for token in mails)}
    assert receipts == {(303, page) for page in pages}
    assert match.log.count() == 1
    tally.delay(max(answer.seconds for answer in answers))


@pytest.mark.postgres
@pytest.mark.fault(number=18)
def test_of_different_turns_in_two_tabs_one_is_played_and_the_other_told_so(
    valkey: Valkey, site: Site, tally: Tally
) -> None:
    site.web()
    for number in tally.repeat(quick=2, long=50):
        match: Match = MatchFactory()
        seat = match.seats.select_related("match", "player").get(asked_turn__isnull=False)
        assert seat.asked_turn is not None
        texts = two_turns(match, seat, random.Random(number))
        tab = Visitor(site.address, seat.player)
        answers = at_once(*(partial(tab.play, seat, seat.asked_turn, text) for text in texts))
        assert sorted(answer.status for answer in answers) == [303, 409]
        assert "already been played" in next(answer.body for answer in answers if answer.status == 409)
        assert match.log.count() == 1


def two_turns(match: Match, seat: Seat, luck: random.Random) -> list[str]:
    found: set[str] = set()
    while len(found) < 2:
        found.add(match.game.sample(match.loaded_state, seat.index, luck))
    return sorted(found)


# -- 21: two beats -------------------------------------------------------------------------------------------------


@pytest.mark.worker
@pytest.mark.fault(number=21)
def test_two_beats_and_two_sweepers_are_as_one(valkey: Valkey, site: Site, sink: Sink, tally: Tally) -> None:
    for part in (1, 2):
        site.beat()
        site.worker("--hostname", f"w{part}@%h", "--concurrency", "2")
    for _ in tally.repeat(quick=1, long=20):
        hasty: list[Match] = [MatchFactory(control=time_control.TimeControl.fixed(2 / 86400)) for _ in range(5)]
        until(partial(are_over, hasty))
        until(settled)
    assert LogEntry.objects.filter(kind=Kind.TIME).count() == 5 * tally.rounds
    account_for_mails(sink, tally)
    tally.doubled += tally.repeated
    count_double_decisions(tally)


def are_over(matches: list[Match]) -> bool:
    found = Match.objects.filter(pk__in=[match.pk for match in matches], status=Match.Status.FINISHED)
    return found.count() == len(matches)
