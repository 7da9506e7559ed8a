"""Vacation, weekends and nights change: it is noted for the matches that it matters to, and their clocks follow."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from accounts.models import User
from jobs.broker import broker
from matches import tasks
from matches.clocks import pauses
from matches.gate import calendar_clocks, turns
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Seat
from matches.time_control.time_control import DAY
from matches.vacation import follow as vacation_follow
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import submit
from tests.support.vacation import MONDAY, event, friendly, may, on_monday, seat_of, taken

pytestmark = pytest.mark.usefixtures("toy")


def flags() -> list[datetime | None]:
    return list(Seat.objects.order_by("pk").values_list("pauses_changed_at", flat=True))


def test_the_earliest_change_is_noted_on_running_matches_alone(player: User, opponent: User) -> None:
    match = friendly(player, opponent)
    over = friendly(player, opponent)
    turns.resign(seat_of(player, over), LogEntry.Via.SITE)
    pauses.pauses_changed(player, MONDAY)
    pauses.pauses_changed(player, MONDAY + DAY)
    assert seat_of(player, match).pauses_changed_at == MONDAY
    assert flags() == [MONDAY, None, None, None]


@pytest.mark.parametrize(
    ("where", "noted"),
    [
        (pauses.WITH_VACATION, (True, True, True, False)),
        (pauses.WITH_NIGHTS, (False, True, False, False)),
        (pauses.WITH_LOCAL_TIME, (False, True, True, False)),
    ],
)
def test_a_change_is_noted_where_it_matters(player: User, where: Any, noted: tuple[bool, ...]) -> None:
    matches = [friendly(player), friendly(player, nights=True), friendly(player, weekends=True)]
    matches.append(MatchFactory(game_slug="toy", players=[player, UserFactory()]))
    pauses.pauses_changed(player, MONDAY, where)
    assert tuple(seat_of(player, match).pauses_changed_at is not None for match in matches) == noted


@on_monday()
def test_running_clocks_follow_at_once_and_are_counted(player: User) -> None:
    asked, answered = friendly(player), friendly(player)
    submit(seat_of(player, answered), "pick 1")
    taken(player, MONDAY, may(9))
    pauses.pauses_changed(player, MONDAY)
    assert vacation_follow.follow_player(player) == vacation_follow.Moved(clocks=1, later=0)
    assert seat_of(player, asked).deadline == may(9) + 3 * DAY
    assert seat_of(player, answered).loaded_pauses.vacation == ((MONDAY, may(9)),)
    assert flags() == [None] * 4


@on_monday()
def test_what_is_past_by_now_is_no_change_of_its_own(player: User) -> None:
    match = friendly(player)
    taken(player, may(1), may(2))
    pauses.pauses_changed(player, MONDAY)
    vacation_follow.follow_player(player)
    assert not match.log.exists()


@on_monday()
def test_clocks_that_run_out_first_follow_first_and_the_rest_is_a_workers(
    player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(broker, "ask_soon", lambda job, *arguments: asked.append((job, *arguments)))
    matches = [friendly(player) for _ in range(4)]
    submit(seat_of(player, matches[0]), "pick 1")
    Seat.objects.filter(pk=seat_of(player, matches[3]).pk).update(bank=2 * DAY, deadline=MONDAY + 2 * DAY)
    taken(player, MONDAY, may(9))
    pauses.pauses_changed(player, MONDAY)
    assert vacation_follow.follow_player(player, at_once=2) == vacation_follow.Moved(clocks=2, later=2)
    left = [match for match in matches if seat_of(player, match).pauses_changed_at]
    assert left == [matches[0], matches[2]]
    assert asked == [(vacation_follow.FOLLOW_PAUSES, player.pk)]
    assert tasks.follow_pauses(player.pk) == 2
    assert flags() == [None] * 8


@on_monday()
def test_nobody_is_asked_when_nothing_waits(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker, "ask_soon", lambda *_: pytest.fail("asked"))
    friendly(player)
    pauses.pauses_changed(player, MONDAY)
    assert vacation_follow.follow_player(player) == vacation_follow.Moved(0, 0)


@on_monday()
def test_the_sweep_lets_everybodys_clocks_follow(player: User, opponent: User) -> None:
    matches = [friendly(player, opponent) for _ in range(3)]
    for user in (player, opponent):
        taken(user, MONDAY, may(9))
        pauses.pauses_changed(user, MONDAY)
    assert vacation_follow.follow_waiting(batch=2) == 6
    assert flags() == [None] * 6
    assert {seat.deadline for match in matches for seat in match.seats.all()} == {may(9) + 3 * DAY}


@on_monday()
def test_a_match_that_cannot_follow_holds_up_no_other(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    bad, _, _ = (seat_of(player, friendly(player)) for _ in range(3))
    follow = calendar_clocks.follow_pauses

    def trip(seat_id: int) -> Any:
        if seat_id == bad.pk:
            raise RuntimeError
        return follow(seat_id)

    monkeypatch.setattr(calendar_clocks, "follow_pauses", trip)
    pauses.pauses_changed(player, MONDAY)
    assert vacation_follow.follow_waiting(batch=1) == 2
    waiting = Seat.objects.filter(pauses_changed_at__isnull=False)
    assert list(waiting) == [bad]


@on_monday()
def test_a_busy_match_follows_later(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = seat_of(player, friendly(player))

    def refuse(seat_id: int) -> None:
        raise MatchRefused("The match is busy.", "busy")

    monkeypatch.setattr(calendar_clocks, "follow_pauses", refuse)
    pauses.pauses_changed(player, MONDAY)
    assert vacation_follow.follow_player(player) == vacation_follow.Moved(0, 0)
    seat.refresh_from_db()
    assert seat.pauses_changed_at == MONDAY


@pytest.mark.parametrize(
    ("clocks", "later", "words"),
    [
        (0, 0, "No deadline moved."),
        (1, 0, "1 deadline moved."),
        (20, 1, "20 deadlines moved; 1 more match follows within a minute."),
        (2, 5, "2 deadlines moved; 5 more matches follow within a minute."),
    ],
)
def test_it_says_how_many_moved(clocks: int, later: int, words: str) -> None:
    assert vacation_follow.Moved(clocks, later).words == words


@on_monday()
def test_other_days_in_a_pool_are_noted_for_those_who_are_away(player: User, opponent: User) -> None:
    pool = event(days=10)
    match, elsewhere = friendly(player, opponent, pool=pool), friendly(player, opponent)
    taken(player, may(4), may(30))
    vacation_follow.follow_waiting()
    pool.days = 20
    pool.save()
    pauses.pool_changed(pool, MONDAY)
    assert [seat.player for seat in Seat.objects.filter(pauses_changed_at=MONDAY)] == [player]
    assert seat_of(player, match).pauses_changed_at == MONDAY
    assert seat_of(player, elsewhere).pauses_changed_at is None
