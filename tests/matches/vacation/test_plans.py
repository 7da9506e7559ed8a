"""What players do about their vacation, and what is refused."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from matches.clocks import pauses
from matches.models import Seat, Vacation, VacationPool
from matches.time_control.time_control import DAY, HOUR, Span
from matches.vacation import plans
from matches.vacation.plans import VacationRefused, call_off, change_vacation, cut_short, take
from tests.matches.clocks.test_pauses import use
from tests.support.factories import UserFactory
from tests.support.vacation import MONDAY, day_of_may, event, friendly, may, on_monday, seat_of, taken

pytestmark = pytest.mark.usefixtures("toy", "monday")


@pytest.fixture
def monday() -> Any:
    with on_monday(), timezone.override("UTC"):
        yield


@pytest.fixture
def in_berlin(player: User) -> User:
    player.time_zone = "Europe/Berlin"
    player.save()
    return player


def noted(player: User) -> list[datetime | None]:
    return [seat.pauses_changed_at for seat in player.seats.order_by("pk")]


# -- taking it -------------------------------------------------------------------------------------------------------


def test_vacation_begins_at_once_and_ends_with_a_day_where_the_player_is(in_berlin: User) -> None:
    made = take(in_berlin, None, day_of_may(8), MONDAY)
    made.refresh_from_db()
    assert (made.starts_at, made.ends_at, made.made_at) == (MONDAY, may(8, hour=22), MONDAY)


def test_vacation_begins_with_a_day_where_the_player_is(in_berlin: User) -> None:
    made = take(in_berlin, day_of_may(6), day_of_may(8), MONDAY)
    assert (made.starts_at, made.ends_at) == (may(5, hour=22), may(8, hour=22))


def test_today_is_now_on_the_players_own_day(player: User) -> None:
    assert take(player, day_of_may(4), day_of_may(8), MONDAY).starts_at == MONDAY
    Vacation.objects.all().delete()
    User.objects.update(time_zone="Pacific/Kiritimati")  # where it is Tuesday already
    now = may(4, hour=12)
    assert take(player, day_of_may(5), day_of_may(8), now).starts_at == now


def test_a_day_begins_an_hour_late_where_the_clocks_skip_midnight(player: User) -> None:
    User.objects.update(time_zone="Africa/Cairo")  # 24 April 2026: 0:00 is 1:00
    now = datetime(2026, 4, 20, tzinfo=UTC)
    made = take(player, date(2026, 4, 24), date(2026, 4, 24), now)
    assert (made.starts_at, made.ends_at) == (
        datetime(2026, 4, 23, 22, tzinfo=UTC),
        datetime(2026, 4, 24, 21, tzinfo=UTC),
    )


def test_clocks_are_noted_in_matches_with_vacation_alone(player: User) -> None:
    friendly(player)
    take(player, day_of_may(6), day_of_may(8), MONDAY)
    assert noted(player) == [MONDAY]


def test_asking_twice_takes_one_vacation(player: User) -> None:
    first = take(player, day_of_may(6), day_of_may(8), MONDAY)
    assert take(player, day_of_may(6), day_of_may(8), MONDAY) == first
    now = take(player, None, day_of_may(5), MONDAY)
    assert take(player, None, day_of_may(5), MONDAY + HOUR) == now
    assert Vacation.objects.count() == 2


def test_two_vacations_may_touch(player: User) -> None:
    take(player, day_of_may(6), day_of_may(8), MONDAY)
    take(player, day_of_may(9), day_of_may(9), MONDAY)
    take(player, None, day_of_may(5), MONDAY)
    assert pauses.away_until([player.pk], MONDAY) == {player.pk: may(10)}


# -- what is refused -------------------------------------------------------------------------------------------------

REFUSED: list[tuple[date | None, date, str, str]] = [
    (day_of_may(3), day_of_may(8), "first_day", "That day is over"),
    (day_of_may(8), day_of_may(7), "last_day", "comes before the first"),
    (None, day_of_may(3), "last_day", "comes before the first"),
    (None, day_of_may(4), "last_day", "A vacation lasts at least 1 day"),
    (None, date(2027, 5, 5), "last_day", "until Tue 4 May 2027"),
    (day_of_may(8), date.max, "last_day", "until Tue 4 May 2027"),
    (date(2027, 5, 5), date(2027, 5, 5), "last_day", "until Tue 4 May 2027"),
    (date.min, day_of_may(8), "first_day", "That day is over"),
]


@pytest.mark.parametrize(("first", "last", "field", "words"), REFUSED)
def test_it_refuses_days_that_make_no_vacation(
    player: User, first: date | None, last: date, field: str, words: str
) -> None:
    friendly(player)
    with pytest.raises(VacationRefused, match=words) as refused:
        take(player, first, last, MONDAY)
    assert (refused.value.field, refused.value.status) == (field, 422)
    assert not Vacation.objects.exists()
    assert noted(player) == [None]


@pytest.mark.parametrize(("first", "last"), [(4, 6), (8, 12), (4, 12), (7, 7)])
def test_it_refuses_a_vacation_that_overlaps_another(player: User, first: int, last: int) -> None:
    take(player, day_of_may(6), day_of_may(8), MONDAY)
    with pytest.raises(VacationRefused, match="from Wed 6 May 2026 to Fri 8 May 2026") as refused:
        take(player, day_of_may(first), day_of_may(last), MONDAY)
    assert refused.value.field == "first_day"
    assert Vacation.objects.count() == 1


def test_a_vacation_is_as_long_as_the_least_pool_wants_it(player: User) -> None:
    VacationPool.objects.filter(pk=pauses.friendly_pool().pk).update(shortest=4)
    friendly(player, pool=event(shortest=3))
    with pytest.raises(VacationRefused, match="at least 3 days"):
        take(player, day_of_may(6), day_of_may(7), MONDAY)
    take(player, day_of_may(6), day_of_may(8), MONDAY)


@pytest.mark.parametrize("day", [date(2026, 3, 29), date(2026, 10, 25)])
def test_a_day_is_a_day_when_the_clocks_are_changed(in_berlin: User, day: date) -> None:
    take(in_berlin, day, day, datetime(2026, 3, 1, tzinfo=UTC))


def test_it_refuses_a_vacation_for_which_no_pool_has_days(player: User) -> None:
    VacationPool.objects.filter(pk=pauses.friendly_pool().pk).update(days=2)
    take(player, None, day_of_may(6), MONDAY)
    with pytest.raises(VacationRefused, match="all are used or planned") as refused:
        take(player, day_of_may(10), day_of_may(12), MONDAY)
    assert refused.value.field == "last_day"
    assert Vacation.objects.count() == 1


def test_it_takes_a_vacation_for_which_one_pool_has_days(player: User) -> None:
    VacationPool.objects.filter(pk=pauses.friendly_pool().pk).update(days=0)
    league = friendly(player, pool=event(days=2)).vacation_pool
    made = take(player, day_of_may(10), day_of_may(13), MONDAY)
    pools = plans.pools_of(player)
    reached = plans.reached(made, pools, MONDAY)
    assert [(pool.key, time) for pool, time in reached] == [("friendly", 0 * DAY), ("league", 2 * DAY)]
    assert league in pools


def test_the_pools_of_matches_that_are_over_do_not_matter(player: User) -> None:
    match = friendly(player, pool=event())
    Seat.objects.filter(match=match).update(finished_at=MONDAY)
    assert [pool.key for pool in plans.pools_of(player)] == ["friendly"]


def test_a_vacation_over_new_year_has_days_of_both_years(player: User) -> None:
    pool = pauses.friendly_pool()
    now = datetime(2026, 12, 1, tzinfo=UTC)
    take(player, date(2026, 12, 2), date(2026, 12, 30), now)
    made = take(player, date(2026, 12, 31), date(2027, 1, 5), now)
    assert plans.reached(made, [pool], now) == [(pool, 6 * DAY)]
    assert pauses.left_in(pool, player, now) == timedelta(0)


# -- changing, ending, calling off -----------------------------------------------------------------------------------


def test_a_vacation_that_has_begun_ends_when_it_is_cut_short_once(player: User) -> None:
    friendly(player)
    made = taken(player, may(4), may(9))
    assert cut_short(player, made.pk, MONDAY).ends_at == MONDAY
    assert noted(player) == [MONDAY]
    assert pauses.left_in(pauses.friendly_pool(), player, MONDAY) == 29 * DAY
    assert cut_short(player, made.pk, MONDAY + HOUR).ends_at == MONDAY


def test_a_planned_vacation_cannot_be_cut_short_and_is_called_off_for_nothing(player: User) -> None:
    friendly(player)
    made = taken(player, may(5), may(9))
    with pytest.raises(VacationRefused, match="hasn’t begun") as refused:
        cut_short(player, made.pk, MONDAY)
    assert refused.value.status == 409
    call_off(player, made.pk, MONDAY)
    assert not Vacation.objects.exists()
    assert noted(player) == [MONDAY]


def test_a_vacation_that_has_begun_cannot_be_called_off_or_changed(player: User) -> None:
    made = taken(player, may(4), may(9))
    for act in (
        lambda: call_off(player, made.pk, MONDAY),
        lambda: change_vacation(player, made.pk, None, day_of_may(20), MONDAY),
    ):
        with pytest.raises(VacationRefused, match="has begun") as refused:
            act()
        assert refused.value.status == 409
    made.refresh_from_db()
    assert made.ends_at == may(9)


def test_a_planned_vacation_gets_other_days_and_then_counts_as_made_last(player: User) -> None:
    friendly(player)
    first = take(player, day_of_may(6), day_of_may(8), MONDAY)
    take(player, day_of_may(20), day_of_may(22), MONDAY)
    later = MONDAY + HOUR
    changed = change_vacation(player, first.pk, day_of_may(7), day_of_may(9), later)
    changed.refresh_from_db()
    assert (changed.pk, changed.starts_at, changed.ends_at, changed.made_at) == (first.pk, may(7), may(10), later)
    assert noted(player) == [MONDAY]


def test_a_change_that_is_refused_changes_nothing(player: User) -> None:
    first = take(player, day_of_may(6), day_of_may(8), MONDAY)
    take(player, day_of_may(20), day_of_may(22), MONDAY)
    for days in ((day_of_may(7), day_of_may(21)), (day_of_may(3), day_of_may(9))):
        with pytest.raises(VacationRefused):
            change_vacation(player, first.pk, *days, MONDAY)
    first.refresh_from_db()
    assert (first.starts_at, first.ends_at) == (may(6), may(9))


def test_vacation_is_changed_ten_times_a_day_at_most_and_ended_at_any_time(player: User) -> None:
    begun = taken(player, may(4), may(5))
    for _ in range(5):
        call_off(player, take(player, day_of_may(6), day_of_may(8), MONDAY).pk, MONDAY)
    with pytest.raises(VacationRefused, match="You’ve changed your vacation 10 times today") as refused:
        take(player, day_of_may(6), day_of_may(8), MONDAY)
    assert refused.value.status == 429
    assert list(Vacation.objects.all()) == [begun]
    assert cut_short(player, begun.pk, MONDAY).ends_at == MONDAY
    assert take(player, day_of_may(6), day_of_may(8), MONDAY + DAY).starts_at == may(6)


def test_nobody_touches_anothers_vacation(player: User, opponent: User) -> None:
    begun, planned = taken(opponent, may(4), may(5)), taken(opponent, may(6), may(9))
    for act in (
        lambda: cut_short(player, begun.pk, MONDAY),
        lambda: call_off(player, planned.pk, MONDAY),
        lambda: change_vacation(player, planned.pk, None, day_of_may(9), MONDAY),
    ):
        with pytest.raises(VacationRefused, match="no longer exists") as refused:
            act()
        assert refused.value.status == 409
    assert {(each.starts_at, each.ends_at) for each in Vacation.objects.all()} == {(may(4), may(5)), (may(6), may(9))}


# -- whatever is done ------------------------------------------------------------------------------------------------

offsets = st.integers(-1, 20)
acts = st.tuples(st.sampled_from(["take", "change", "end", "call off", "zero"]), st.none() | offsets, offsets)


@pytest.mark.django_db
@settings(deadline=None, max_examples=20)
@given(st.lists(acts, max_size=12))
def test_the_pool_is_never_overdrawn_and_what_is_past_stays_granted(steps: list[tuple[str, int | None, int]]) -> None:
    """Whatever a player does in whatever order, a step a day: the year costs no more than the pool has, and no hour in
    which the clock was paused is taken back."""
    with transaction.atomic():
        player = UserFactory()
        pool = event(days=9, shortest=2)
        seat = seat_of(player, friendly(player, pool=pool))
        past: tuple[Span, ...] = ()
        for place, (act, first, last) in enumerate(steps):
            now = MONDAY + place * DAY
            do(act, player, seat, now, first, last)
            account = pauses.account(pool, player, now)
            granted = account.granted()
            assert sum((end - start for start, end in granted), DAY * len(account.used)) <= 9 * DAY
            assert before(granted, now) == past
            past = before(granted, now + DAY)
        transaction.set_rollback(True)


def do(act: str, player: User, seat: Seat, now: datetime, first: int | None, last: int) -> None:
    some = Vacation.objects.filter(player=player).order_by("-pk").first()
    number = some.pk if some else 0
    today = now.date()
    first_day = None if first is None else today + first * DAY
    try:
        match act:
            case "take":
                take(player, first_day, today + last * DAY, now)
            case "change":
                change_vacation(player, number, first_day, today + last * DAY, now)
            case "end":
                cut_short(player, number, now)
            case "call off":
                call_off(player, number, now)
            case _:
                assert seat.match.vacation_pool is not None
                use(seat.match.vacation_pool, seat, now)
    except VacationRefused:
        pass


def before(spans: tuple[Span, ...], moment: datetime) -> tuple[Span, ...]:
    return tuple((start, min(end, moment)) for start, end in spans if start < moment)
