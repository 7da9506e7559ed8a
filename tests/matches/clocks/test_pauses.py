"""Vacation, weekends and nights as each match grants them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from matches.clocks import pauses
from matches.models import Match, Seat, VacationDay, VacationPool
from matches.time_control.time_control import DAY, NO_PAUSES, Pauses
from tests.support.factories import MatchFactory, UserFactory
from tests.support.vacation import MONDAY, event, friendly, may, on_monday, seat_of, taken

pytestmark = pytest.mark.usefixtures("toy")


def pauses_of(player: User | None, match: Match) -> Pauses:
    with transaction.atomic():
        return pauses.pauses_for(player, match)


# -- the pool of friendly matches ------------------------------------------------------------------------------------


def test_the_friendly_pool_begins_with_the_days_of_the_settings_and_keeps_the_hosts(db: None, settings: Any) -> None:
    settings.VACATION_DAYS = 12
    assert (pauses.friendly_pool().days, pauses.friendly_pool().shortest) == (12, 1)
    VacationPool.objects.update(days=5)
    assert pauses.friendly_pool().days == 5
    assert VacationPool.objects.count() == 1


# -- what a match grants ---------------------------------------------------------------------------------------------


def test_a_match_without_pauses_grants_none_whatever_the_player_has(player: User) -> None:
    player.time_zone = "Asia/Tokyo"
    player.save()
    taken(player, may(4), may(9))
    match = MatchFactory(game_slug="toy", players=[player, UserFactory()])
    assert pauses_of(player, match) == NO_PAUSES


def test_weekends_and_nights_go_by_the_player_as_stored(player: User) -> None:
    User.objects.update(time_zone="Asia/Tokyo", night_from=time(23, 30))
    both, weekends = friendly(player, weekends=True, nights=True), friendly(player, weekends=True)
    assert pauses_of(player, both) == Pauses("Asia/Tokyo", weekends=True, night=time(23, 30))
    assert pauses_of(player, weekends) == Pauses("Asia/Tokyo", weekends=True)
    assert pauses_of(player, friendly(player)) == NO_PAUSES  # a zone matters with weekends or nights alone
    User.objects.update(time_zone="Mars/Base")  # a zone that is gone
    assert pauses_of(player, weekends).zone == "UTC"


@on_monday()
def test_leave_stops_the_clock_as_far_as_the_days_of_the_matchs_pool_reach(player: User) -> None:
    taken(player, may(4), may(30))
    league = friendly(player, pool=event(days=10))
    assert pauses_of(player, league).vacation == ((may(4), may(14)),)
    assert pauses_of(player, friendly(player)).vacation == ((may(4), may(30)),)


@on_monday()
def test_vacation_counts_in_the_order_in_which_it_was_made(player: User) -> None:
    taken(player, may(4), may(10), made_at=MONDAY)
    taken(player, may(20), may(28), made_at=MONDAY - DAY)
    assert pauses_of(player, friendly(player, pool=event(days=10))).vacation == ((may(4), may(6)), (may(20), may(28)))


@on_monday()
def test_days_used_at_zero_count_in_their_pool_alone(player: User) -> None:
    pool, other = event(days=10), event("cup", days=10)
    match = friendly(player, pool=pool)
    VacationDay.objects.create(player=player, pool=other, seat=seat_of(player, match), at=MONDAY)
    VacationDay.objects.create(player=player, pool=pool, seat=seat_of(player, match), at=MONDAY)
    taken(player, may(10), may(30))
    assert pauses_of(player, match).vacation == ((may(10), may(19)),)


@on_monday()
def test_a_season_grants_leave_from_its_first_day_to_its_last(player: User) -> None:
    pool = event(days=30, begins=may(10).date(), ends=may(12).date())
    taken(player, may(4), may(30))
    assert pauses_of(player, friendly(player, pool=pool)).vacation == ((may(10), may(13)),)


@on_monday()
@pytest.mark.parametrize(
    ("bounds", "granted"), [({"begins": "2026-05-10"}, (10, 20)), ({"ends": "2026-05-10"}, (5, 11))]
)
def test_a_season_without_a_bound_goes_on(player: User, bounds: dict[str, str], granted: tuple[int, int]) -> None:
    pool = event(days=30, **bounds)
    taken(player, may(5), may(20))
    assert pauses_of(player, friendly(player, pool=pool)).vacation == ((may(granted[0]), may(granted[1])),)


def test_nobody_has_no_pauses(player: User) -> None:
    assert pauses_of(None, friendly(player, weekends=True)) == NO_PAUSES


@on_monday()
def test_anothers_vacation_is_not_ones_own(player: User, opponent: User) -> None:
    taken(opponent, may(4), may(9))
    assert pauses_of(player, friendly(player, opponent)) == NO_PAUSES


@on_monday()
def test_a_match_begins_with_the_vacation_that_is_taken_already(player: User) -> None:
    taken(player, may(4), may(9))
    seat = seat_of(player, friendly(player))
    assert seat.deadline == may(9) + 3 * DAY


# -- what is left ----------------------------------------------------------------------------------------------------


def test_what_is_left_is_neither_used_nor_planned(player: User) -> None:
    pool = event(days=10)
    seat = seat_of(player, friendly(player, pool=pool))
    VacationDay.objects.create(player=player, pool=pool, seat=seat, at=MONDAY)
    taken(player, may(20), may(23))
    assert pauses.left_in(pool, player, MONDAY) == 6 * DAY


def test_last_years_vacation_costs_nothing_this_year(player: User) -> None:
    taken(player, datetime(2025, 12, 20, tzinfo=UTC), datetime(2026, 1, 3, tzinfo=UTC))
    assert pauses.left_in(event(days=10), player, MONDAY) == 8 * DAY


def test_a_vacation_cut_short_at_the_end_of_a_year_is_paid_for_in_the_next(player: User) -> None:
    taken(player, datetime(2025, 12, 30, tzinfo=UTC), datetime(2025, 12, 31, tzinfo=UTC))
    assert pauses.left_in(event(days=10, shortest=5), player, MONDAY) == 7 * DAY


def test_in_january_december_is_still_granted_as_it_was(player: User) -> None:
    december, january = datetime(2025, 12, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)
    taken(player, datetime(2024, 12, 30, tzinfo=UTC), datetime(2024, 12, 31, tzinfo=UTC), made_at=december - 340 * DAY)
    taken(player, december, december + 5 * DAY, made_at=december)
    taken(player, december + 20 * DAY, january + 2 * DAY, made_at=december + DAY)
    account = pauses.account(event(days=10, shortest=3), player, january + DAY)
    last = december + 20 * DAY
    granted = account.granted()[1:]
    assert granted == ((december, december + 5 * DAY), (last, last + 4 * DAY), (january, january + 2 * DAY))


def test_a_season_of_two_years_counts_all_of_its_vacation(player: User) -> None:
    pool = event(days=10, begins=datetime(2024, 1, 1).date(), ends=datetime(2026, 12, 31).date())  # noqa: DTZ001
    taken(player, datetime(2024, 2, 1, tzinfo=UTC), datetime(2024, 2, 7, tzinfo=UTC))
    assert pauses.left_in(pool, player, MONDAY) == 4 * DAY


def test_a_season_may_last_as_long_as_dates_go(player: User) -> None:
    pool = event(days=10, begins=date.min, ends=date.max)
    assert pauses.left_in(pool, player, MONDAY) == 10 * DAY


# -- days used up at zero --------------------------------------------------------------------------------------------


@transaction.atomic
def use(pool: VacationPool, seat: Seat, now: datetime = MONDAY) -> bool:
    return pauses.use_day(pool, seat, now)


def test_a_day_is_used_while_a_whole_one_is_left(player: User) -> None:
    pool = event(days=2)
    seat = seat_of(player, friendly(player, pool=pool))
    assert [use(pool, seat) for _ in range(3)] == [True, True, False]
    assert VacationDay.objects.filter(player=player, pool=pool, seat=seat, at=MONDAY).count() == 2


def test_no_day_is_used_outside_the_season(player: User) -> None:
    pool = event(days=5, begins=may(5).date(), ends=may(6).date())
    seat = seat_of(player, friendly(player, pool=pool))
    assert [use(pool, seat, may(day)) for day in (4, 5, 6, 7)] == [False, True, True, False]


# -- who is away -----------------------------------------------------------------------------------------------------


def test_who_is_away_and_until_when_takes_one_select(
    player: User, opponent: User, stranger: User, django_assert_num_queries: Any
) -> None:
    taken(player, may(3), may(9))
    taken(opponent, may(5), may(9))
    taken(stranger, may(1), MONDAY)
    people = [user.pk for user in (player, opponent, stranger)]
    with django_assert_num_queries(1):
        assert pauses.away_until(people, MONDAY) == {player.pk: may(9)}


def test_vacations_that_follow_on_each_other_are_one_absence(player: User) -> None:
    taken(player, may(9), may(11))
    taken(player, may(3), may(9))
    taken(player, may(12), may(20))
    assert pauses.away_until([player.pk], MONDAY) == {player.pk: may(11)}
