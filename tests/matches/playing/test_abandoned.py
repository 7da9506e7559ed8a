"""A match that both sides have left, under clocks that cannot run out, is put before the host."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from mail.models import OutboxMail
from matches import tasks
from matches.gate import calendar_clocks, clock_acts, mail_clocks, turns
from matches.models import Match, Seat, VacationPool
from matches.playing import abandoned
from matches.time_control import time_control
from matches.time_control.time_control import DAY, HOUR, TimeControl
from tests.support.factories import PASSWORD, MatchFactory, UserFactory
from tests.support.matches import SITE, Mails, later, length, play_picks, submit
from tests.support.toy_game import Toy
from tests.support.vacation import event, taken
from timekeeping import clock

pytestmark = pytest.mark.usefixtures("host")


@pytest.fixture
def pool(db: None) -> VacationPool:
    return event(days=300)


@pytest.fixture
def match(toy: Toy, player: User, opponent: User, pool: VacationPool) -> Match:
    """Both are asked, with ten days; the match began long enough before the end of a year."""
    with time_machine.travel(datetime(2026, 2, 2, 9, tzinfo=UTC), tick=False):
        made: Match = MatchFactory(
            game_slug="toy", players=[player, opponent], control=TimeControl.fixed(10), vacation_pool=pool
        )
    return made


def stop(*seats: Seat) -> None:
    for seat in seats:
        clock_acts.stop_clock(seat, "ill", length(seat.match))


def go_on_vacation(seat: Seat, days: float) -> None:
    """From a day after the beginning of the match on."""
    now = seat.match.started_at + DAY
    assert seat.player is not None
    taken(seat.player, now, now + timedelta(days=days), made_at=now)
    with time_machine.travel(now, tick=False):
        Seat.objects.filter(pk=seat.pk).update(pauses_changed_at=now)
        calendar_clocks.follow_pauses(seat.pk)


def report(match: Match, **after: float) -> int:
    with later(match, **after):
        return abandoned.report(clock.now())


def test_a_match_whose_clocks_all_stand_for_sixty_days_is_put_before_the_host(match: Match, mails: Mails) -> None:
    ada, ben = match.seats.all()
    stop(ada)
    go_on_vacation(ben, 90)
    mails()
    assert report(match, days=60) == 0
    assert report(match, days=60, microseconds=1) == 1
    assert mails() == [("standstill", "Host")]
    mail = OutboxMail.objects.latest("pk")
    assert (mail.match, mail.context) == (match, {"match": match.pk})
    match.refresh_from_db()
    assert match.stalled_at == match.started_at + 60 * DAY + timedelta(microseconds=1)
    assert match.status == Match.Status.RUNNING


def test_it_is_said_once(match: Match, mails: Mails) -> None:
    stop(*match.seats.all())
    assert report(match, days=61) == 1
    mails()
    for days in (61, 62, 200):
        assert report(match, days=days) == 0
    assert mails() == []


def test_it_is_said_again_after_a_turn_and_another_sixty_days(match: Match, mails: Mails) -> None:
    ada, ben = match.seats.all()
    stop(ada, ben)
    assert report(match, days=61) == 1
    with later(match, days=70):
        submit(ada, "pick 1")
    match.refresh_from_db()
    assert match.stalled_at is None
    assert report(match, days=130) == 0
    mails()
    assert report(match, days=130, microseconds=1) == 1
    assert mails() == [("standstill", "Host")]


@pytest.mark.parametrize("stands", [0, 1])
def test_one_clock_that_runs_is_enough_to_leave_it_alone(match: Match, stands: int) -> None:
    stop(match.seats.get(index=stands))
    assert report(match, days=300) == 0


def test_only_the_clocks_of_those_who_are_to_act_matter(match: Match) -> None:
    with later(match, days=1):
        play_picks(match)
    ada, ben = match.seats.all()
    stop(ben)
    assert report(match, days=62) == 0
    stop(ada)
    clock_acts.start_clock(ben, "well again", length(match))
    assert report(match, days=62) == 1


def test_a_clock_held_for_its_mail_stands(match: Match) -> None:
    for seat in match.seats.all():
        mail_clocks.stop_for_failed_mail(seat.pk, seat.asked_turn or 0)
    assert report(match, days=61) == 1


def test_vacation_that_is_over_stops_no_clock(match: Match) -> None:
    for seat in match.seats.all():
        go_on_vacation(seat, 58)
    assert report(match, days=61) == 0


def test_a_clock_that_rests_for_the_weekend_runs_out_all_the_same(toy: Toy, player: User) -> None:
    control = TimeControl(90 * DAY, DAY, 90 * DAY, weekends=True, nights=True)
    saturday = datetime(2026, 5, 9, 4, tzinfo=UTC)
    with time_machine.travel(saturday - 63 * DAY, tick=False):
        match = MatchFactory(game_slug="toy", players=[player], control=control)
    assert time_control.why_paused(saturday, match.seats.get().loaded_pauses) == "weekend"
    for hours in range(0, 96, 4):
        assert abandoned.report(saturday + hours * HOUR) == 0


def test_a_match_that_is_over_is_left_alone(match: Match) -> None:
    stop(*match.seats.all())
    turns.resign(match.seats.get(index=0), SITE)
    assert report(match, days=300) == 0


def test_every_host_is_told_and_nobody_else(match: Match, mails: Mails) -> None:
    User.objects.create_player("second@site.example", "Second", PASSWORD, is_staff=True)
    User.objects.create_player("former@site.example", "Former", PASSWORD, is_staff=True, is_active=False)
    stop(*match.seats.all())
    mails()
    report(match, days=61)
    assert sorted(mails()) == [("standstill", "Host"), ("standstill", "Second")]


def test_it_looks_at_more_matches_than_a_batch(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(abandoned, "BATCH", 2)
    matches = [MatchFactory(game_slug="toy", players=[UserFactory()]) for _ in range(5)]
    for match in matches[:4]:
        stop(match.seats.get())
    assert report(matches[-1], days=61) == 4


def test_a_turn_that_comes_meanwhile_keeps_it_silent(match: Match, mails: Mails) -> None:
    """The match was read before the turn and is reported after it."""
    stop(*match.seats.all())
    mails()
    late_look = abandoned._left_alone(match.started_at + 61 * DAY)
    seen = next(late_look)
    with later(match, days=61):
        submit(match.seats.get(index=0), "pick 1")
    assert not abandoned._report(seen, match.started_at + 61 * DAY)
    assert [kind for kind, _ in mails()] == ["pick_made"]


def test_beat_reports_them(match: Match) -> None:
    stop(*match.seats.all())
    with later(match, days=61):
        assert tasks.report_standstills() == 1
