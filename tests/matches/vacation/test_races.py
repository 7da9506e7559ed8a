"""Vacation and turns at the same moment, on real connections."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from matches.clocks import pauses, seat_clock
from matches.gate import clock_acts, lock, timeout
from matches.gate.calendar_clocks import still_ahead
from matches.gate.lock import lock_match, transaction_with_retry
from matches.models import LogEntry, Match, Seat, Vacation, VacationDay
from matches.time_control.time_control import DAY
from matches.vacation import follow, plans
from tests.support.concurrently import at_once
from tests.support.factories import UserFactory
from tests.support.patience import PATIENCE
from tests.support.vacation import event, friendly, seat_of
from timekeeping import clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]
ROUNDS = 8


def overdue(player: User, **pool: Any) -> list[Seat]:
    """Two seats whose time is up, with one pool."""
    shared = event(**pool)
    seats = [seat_of(player, friendly(player, pool=shared, at_zero="leave")) for _ in range(2)]
    begun = clock.now() - 4 * DAY
    Seat.objects.update(asked_at=begun, running_since=begun, deadline=begun + 3 * DAY)
    Match.objects.get(pk=seats[0].match_id).mails.all().delete()
    Match.objects.get(pk=seats[1].match_id).mails.all().delete()
    return seats


def test_two_matches_that_come_for_the_last_day_at_once_do_not_both_get_it() -> None:
    for place in range(ROUNDS):
        player = UserFactory()
        first, second = overdue(player, key=f"league-{place}", days=1)
        turns = at_once(partial(timeout.time_out, first.pk, 1), partial(timeout.time_out, second.pk, 1))
        assert {turn.kind for turn in turns} == {LogEntry.Kind.VACATION_DAY, LogEntry.Kind.TIME}
        assert VacationDay.objects.filter(player=player).count() == 1
        Match.objects.all().delete()


def test_the_same_vacation_taken_twice_at_once_is_one(player: User) -> None:
    now = clock.now()
    friendly(player)
    last = (now + 5 * DAY).date()
    made = at_once(*[partial(plans.take, player, None, last, now) for _ in range(3)])
    assert {each.pk for each in made} == {Vacation.objects.get().pk}


def test_turns_played_while_vacation_is_taken_and_cut_short_lose_neither(player: User, opponent: User) -> None:
    """When all is still, every clock stands as the vacation that is stored says."""
    matches = [friendly(player, opponent) for _ in range(3)]
    for each in range(ROUNDS):
        now = clock.now()

        def come_and_go(now: Any = now, each: int = each) -> None:
            made = plans.take(player, None, (now + 5 * DAY).date(), now)
            follow.follow_player(player)
            if each % 2:
                plans.cut_short(player, made.pk, clock.now())

        def give_time() -> None:
            for match in matches:
                clock_acts.add_time(seat_of(player, match), DAY, "so that both change the clock", 10**6)

        assert at_once(come_and_go, give_time, follow.follow_waiting)[:2] == [None, None]
        follow.follow_waiting()
        for match in matches:
            seat, now = seat_of(player, match), clock.now()
            with transaction.atomic():
                granted = pauses.pauses_for(player, match)
            assert seat.pauses_changed_at is None
            assert still_ahead(seat.loaded_pauses, now) == still_ahead(granted, now)
        Vacation.objects.all().delete()
        pauses.pauses_changed(player, clock.now())
        follow.follow_waiting()


def test_a_change_noted_while_a_match_is_being_written_is_not_forgotten(player: User) -> None:
    match = friendly(player)
    now = clock.now()

    @transaction_with_retry
    def write(match: Match) -> None:
        locked_match = lock_match(match)
        pauses.pauses_changed(player, now)
        seat = locked_match.seat(seat_of(player, match).pk)
        seat_clock.give(seat, DAY, locked_match.now)
        lock.save(locked_match)

    write(match)
    seat = seat_of(player, match)
    assert (seat.pauses_changed_at, seat.bank) == (now, 4 * DAY)


@pytest.mark.postgres
def test_vacation_that_is_just_being_taken_counts_in_a_match_that_is_just_beginning(player: User) -> None:
    taking, beginning = threading.Event(), threading.Event()
    now = clock.now()

    def take() -> None:
        with transaction.atomic():
            plans.take(player, None, (now + 5 * DAY).date(), now)
            taking.set()
            beginning.wait(1)
        connection.close()

    thread = threading.Thread(target=take)
    thread.start()
    assert taking.wait(PATIENCE)
    match = friendly(player)
    beginning.set()
    thread.join(PATIENCE)
    seat = seat_of(player, match)
    assert seat.loaded_pauses.vacation or seat.pauses_changed_at
