"""A round of what time does to matches."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from jobs.models import Heartbeat
from mail.inbound import store
from matches import sweep, tasks
from matches.gate import mail_clocks, timeout
from matches.models import Match, Offer, Outage, Seat
from matches.sweep import Swept
from matches.time_control.time_control import DAY, TimeControl
from matches.verify.replay import differences
from tests.support.factories import ChallengeFactory, MatchFactory, UserFactory
from tests.support.inbound import SMTP, address_for, letter
from tests.support.matches import fresh, kinds, later, mail_of, submit, told, travel
from tests.support.toy_game import Toy
from tests.support.vacation import event, taken
from timekeeping import clock

VACATION = TimeControl(2 * DAY, DAY, 2 * DAY, at_zero="leave")
PASS = TimeControl(2 * DAY, DAY, 2 * DAY, at_zero="pass", passes=2)
NEW_LINES = 'INSERT INTO "matches_logentry"'


def alone(days: float, **more: object) -> Seat:
    """A match of one player, who was told of the turn and has that many days."""
    match: Match = MatchFactory(game_slug="toy", players=[UserFactory()], days=days, **more)
    return told(match).seats.select_related("match", "player").get()


def test_where_nothing_is_due_a_round_does_nothing(toy_match: Match) -> None:
    assert sweep.sweep_matches() == Swept()
    assert str(sweep.sweep_matches()) == (
        "0 deadlines decided, 0 reminders, 0 mails of the day, 0 clocks with new pauses, 0 clocks started, "
        "0 turns passed on"
    )
    assert kinds(toy_match) == []


def test_a_round_does_whatever_is_due(db: None, toy: Toy) -> None:
    lost, reminded, started = alone(2), alone(4), alone(9)
    away = alone(2, vacation_pool=event(days=30))
    mail_clocks.follow_failure(mail_of(started))
    daily = alone(9).player
    assert away.player is not None
    assert daily is not None
    User.objects.filter(pk=daily.pk).update(turn_mail="digest", digest_at=away.match.started_at + 2 * DAY)
    with later(away.match, days=1):
        taken(away.player, away.match.started_at + DAY, away.match.started_at + 9 * DAY)
        Seat.objects.filter(pk=away.pk).update(pauses_changed_at=away.match.started_at + DAY)
    with later(away.match, days=3, minutes=1):
        swept = sweep.sweep_matches()
    assert swept == Swept(None, followed=1, started=1, decided=1, reminded=1, digests=1)
    assert str(swept) == (
        "1 deadlines decided, 1 reminders, 1 mails of the day, 1 clocks with new pauses, 1 clocks started, "
        "0 turns passed on"
    )
    seats = (lost, reminded, started, away)
    assert [kinds(seat.match) for seat in seats] == [["time"], [], ["clock_held", "clock_released"], ["pauses"]]


def test_a_machine_that_sleeps_in_the_middle_of_a_round_decides_nothing_of_its_sleep(
    db: None, toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = alone(2)
    with time_machine.travel(seat.match.started_at, tick=False) as clock, monkeypatch.context() as patch:

        def sleep() -> int:
            clock.shift(3 * DAY)
            return 0

        patch.setattr(mail_clocks, "release_held_clocks", sleep)
        assert sweep.sweep_matches() == Swept()
    with later(seat.match, days=3):
        Heartbeat.objects.update(at=seat.match.started_at)
        assert sweep.sweep_matches().outage == Outage.objects.get()
    assert fresh(seat).deadline == seat.match.started_at + 5 * DAY


def test_of_deadlines_decided_together_each_is_decided_by_its_own_terms(
    db: None, toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost, waits, away = alone(2), alone(2), alone(2, control=VACATION, vacation_pool=event(days=30))
    passed, others = alone(2, control=PASS), [alone(2), alone(2)]
    submit(passed, "pick 2")
    told(passed.match)
    untold: Match = MatchFactory(game_slug="toy", players=[UserFactory()], days=2)
    with later(waits.match, days=1):
        store.store_mail(letter(), via=SMTP, sender="", recipients=[address_for(waits)], now=clock.now())
    alone_too = Mock(wraps=timeout.time_out)
    monkeypatch.setattr(timeout, "time_out", alone_too)
    with later(untold, days=3), CaptureQueriesContext(connection) as queries:
        assert sweep.sweep_deadlines() == 6
    ended = (lost, waits, away, passed, *others)
    assert [kinds(seat.match) for seat in ended] == [
        *(["time"], [], ["leave_day"], ["play", "default"], ["time"], ["time"])
    ]
    assert kinds(untold) == ["clock_held"]
    assert [call.args for call in alone_too.call_args_list] == [(away.pk, 1)]
    assert fresh(passed).passes_used == 1
    written = [words["sql"] for words in queries if NEW_LINES in words["sql"]]
    assert len(written) == 2  # what was decided together, and the one that was not


def test_a_seat_that_cannot_be_decided_is_tried_once_a_round(
    toy: Toy, monkeypatch: pytest.MonkeyPatch, player: User
) -> None:
    seats = [alone(2) for _ in range(3)]
    tried: list[int] = []

    def fail(seat_id: int, number: int) -> None:
        tried.append(seat_id)
        raise RuntimeError("no luck")

    monkeypatch.setattr("matches.gate.timeout.time_out", fail)
    with later(seats[-1].match, days=3):
        assert sweep.sweep_deadlines(batch=1) == 0
    assert tried == [seat.pk for seat in seats]


def test_a_match_of_which_several_are_out_of_time_is_decided_seat_by_seat(db: None, toy: Toy) -> None:
    matches = [told(MatchFactory(game_slug="toy", players=[UserFactory() for _ in range(3)], days=2)) for _ in "ab"]
    with later(matches[-1], days=3):
        assert sweep.sweep_deadlines() == 4
    assert [kinds(match) for match in matches] == [["time", "time"]] * 2
    assert [differences(match) for match in Match.objects.all()] == [[], []]


# -- the tasks that beat calls ----------------------------------------------------------------------------------------


def test_deadlines_are_swept(toy_match: Match) -> None:
    told(toy_match)
    with travel(days=4):
        assert "1 deadlines decided" in tasks.sweep_matches()
    toy_match.refresh_from_db()
    assert toy_match.is_over


def test_challenges_expire(db: None, toy: None) -> None:
    made: Offer = ChallengeFactory(game_slug="toy")
    with travel(days=15):
        assert tasks.expire_offers() == 1
    made.refresh_from_db()
    assert made.status == Offer.Status.EXPIRED
