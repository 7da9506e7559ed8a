"""How far the days of a pool reach."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.clocks.allowance import Account, Terms, overlap, year_of
from matches.time_control.time_control import DAY, HOUR, NOTHING, Span

YEAR = Terms(days=10)
MAY = datetime(2026, 5, 1, tzinfo=UTC)


def at(day: float, month: int = 5) -> datetime:
    return datetime(2026, month, 1, tzinfo=UTC) + (day - 1) * DAY


def days(first: float, end: float) -> Span:
    """From the beginning of a day of May 2026 to that of another."""
    return at(first), at(end)


# -- by example ------------------------------------------------------------------------------------------------------


def test_a_vacation_stops_the_clock_for_as_long_as_it_lasts() -> None:
    account = Account(YEAR, (days(4, 9),))
    assert account.granted() == (days(4, 9),)
    assert account.left(MAY) == 5 * DAY


def test_a_vacation_is_cut_to_what_is_left() -> None:
    account = Account(YEAR, (days(1, 8), days(10, 20)))
    assert account.granted() == (days(1, 8), days(10, 13))
    assert account.left(MAY) == NOTHING


def test_who_comes_first_is_the_vacation_that_was_made_first() -> None:
    assert Account(YEAR, (days(20, 28), days(1, 8))).granted() == (days(1, 3), days(20, 28))


def test_days_used_at_zero_count_before_any_vacation_in_their_own_year() -> None:
    assert Account(YEAR, (days(1, 20),), used=(at(30), at(31))).granted() == (days(1, 9),)
    last_year = datetime(2025, 12, 31, 23, tzinfo=UTC)
    assert Account(YEAR, (days(1, 20),), used=(last_year,)).granted() == (days(1, 11),)


def test_vacations_that_touch_are_one() -> None:
    assert Account(YEAR, (days(1, 3), days(3, 6))).granted() == (days(1, 6),)


def test_a_new_year_has_new_days() -> None:
    new_year = datetime(2027, 1, 1, tzinfo=UTC)
    account = Account(YEAR, ((new_year - 14 * DAY, new_year + 14 * DAY),))
    assert account.granted() == ((new_year - 14 * DAY, new_year - 4 * DAY), (new_year, new_year + 10 * DAY))
    assert (account.left(new_year - HOUR), account.left(new_year)) == (NOTHING, NOTHING)


def test_a_vacation_cut_short_costs_the_shortest_time_or_what_it_lasted() -> None:
    terms = Terms(10, shortest=5 * DAY)
    assert Account(terms, (days(1, 2), days(10, 20))).granted() == (days(1, 2), days(10, 15))
    assert Account(terms, (days(1, 7),)).left(MAY) == 4 * DAY


def test_the_price_of_a_vacation_cut_short_at_new_year_falls_where_it_would_have_gone_on() -> None:
    new_year = datetime(2027, 1, 1, tzinfo=UTC)
    account = Account(Terms(10, shortest=5 * DAY), ((new_year - 2 * DAY, new_year - DAY),))
    assert account.left(new_year - HOUR) == 8 * DAY
    assert account.left(new_year) == 7 * DAY


def test_a_season_grants_nothing_outside_it() -> None:
    season = Terms(3, season=(at(10), at(20)))
    account = Account(season, (days(8, 12), days(18, 25)))
    assert account.granted() == (days(10, 12), days(18, 19))
    assert [account.left(at(day)) for day in (9, 10, 19.9, 20)] == [NOTHING] * 4
    assert [Account(season).left(at(day)) for day in (9, 10, 19.9, 20)] == [NOTHING, 3 * DAY, 3 * DAY, NOTHING]


def test_a_vacation_cut_short_before_the_season_costs_none_of_its_days() -> None:
    season = Terms(10, shortest=5 * DAY, season=(at(10), at(20)))
    assert Account(season, (days(8, 9),)).left(at(15)) == 10 * DAY
    assert Account(season, (days(8, 11),)).left(at(15)) == 7 * DAY


def test_a_season_has_its_days_once_however_many_years_it_lasts() -> None:
    season = (datetime(2025, 1, 1, tzinfo=UTC), datetime(2028, 1, 1, tzinfo=UTC))
    old = (datetime(2025, 6, 1, tzinfo=UTC), datetime(2025, 6, 9, tzinfo=UTC))
    assert Account(Terms(10, season=season), (old, days(1, 20))).granted() == (old, days(1, 3))


def test_a_pool_without_days_grants_none() -> None:
    assert Account(Terms(0), (days(1, 9),)).granted() == ()


@pytest.mark.parametrize(("other", "shared"), [((1, 3), 1), ((2, 4), 2), ((3, 7), 2), ((9, 10), 0), ((1, 20), 6)])
def test_what_two_spans_share(other: tuple[int, int], shared: int) -> None:
    assert overlap((days(2, 4), days(6, 8), days(15, 17)), days(*other)) == shared * DAY


# -- whatever was taken ----------------------------------------------------------------------------------------------

START = datetime(2026, 10, 1, tzinfo=UTC)
moments = st.integers(0, 200 * 24).map(lambda hours: START + hours * HOUR)
spans = st.builds(lambda start, hours: (start, start + hours * HOUR), moments, st.integers(1, 40 * 24))
seasons = st.builds(lambda start, length: (start, start + length * DAY), moments, st.integers(1, 200))
terms = st.builds(Terms, st.integers(0, 40), st.integers(0, 6).map(lambda days: days * DAY), st.none() | seasons)


@st.composite
def apart(draw: st.DrawFn) -> tuple[Span, ...]:
    """Vacations that do not overlap, in any order of making."""
    vacations: list[Span] = []
    for start, end in draw(st.lists(spans, max_size=8)):
        if all(end <= other[0] or other[1] <= start for other in vacations):
            vacations.append((start, end))
    return tuple(vacations)


accounts = st.builds(Account, terms, apart(), st.lists(moments, max_size=5).map(tuple))


def inside(span: Span, period: Span) -> timedelta:
    return overlap((period,), span)


@settings(deadline=None)
@given(accounts)
def test_what_is_granted_is_in_order_and_apart(account: Account) -> None:
    granted = account.granted()
    assert all(start < end for start, end in granted)
    assert all(one[1] < two[0] for one, two in pairwise(granted))


@settings(deadline=None)
@given(accounts)
def test_nothing_is_granted_without_vacation_or_outside_the_season(account: Account) -> None:
    for span in account.granted():
        assert sum((inside(span, vacation) for vacation in account.vacations), NOTHING) == span[1] - span[0]
        assert account.terms.season is None or inside(span, account.terms.season) == span[1] - span[0]


@settings(deadline=None)
@given(accounts, moments)
def test_a_period_never_grants_more_than_the_pool_has(account: Account, moment: datetime) -> None:
    period = account.terms.season or year_of(moment)
    granted = sum((inside(span, period) for span in account.granted()), NOTHING)
    used = sum(period[0] <= each < period[1] for each in account.used) * DAY
    assert granted + account.left(max(moment, period[0])) <= max(NOTHING, account.terms.days * DAY - used)


@settings(deadline=None)
@given(accounts)
def test_what_is_left_is_what_a_new_vacation_would_get(account: Account) -> None:
    """A vacation after all others, as long as it likes within one year."""
    new = (datetime(2028, 1, 1, tzinfo=UTC), datetime(2028, 12, 31, tzinfo=UTC))
    left = account.left(new[0])
    with_new = Account(account.terms, (*account.vacations, new), account.used)
    assert overlap(with_new.granted(), new) == (left if account.terms.season is None else NOTHING)


@settings(deadline=None)
@given(accounts, st.data())
def test_cutting_a_vacation_short_takes_nothing_from_any_other(account: Account, data: st.DataObject) -> None:
    long = [
        vacation for vacation in account.vacations if vacation[1] - vacation[0] >= max(account.terms.shortest, 2 * HOUR)
    ]
    if not long:
        return
    vacation = data.draw(st.sampled_from(long))
    hours = (vacation[1] - vacation[0]) // HOUR
    cut = (vacation[0], vacation[0] + data.draw(st.integers(1, hours - 1)) * HOUR)
    vacations = tuple(cut if each == vacation else each for each in account.vacations)
    after = Account(account.terms, vacations, account.used)
    for other in vacations:
        if other != cut:
            assert overlap(after.granted(), other) >= overlap(account.granted(), other)
    assert after.left(cut[0]) >= account.left(cut[0])
    assert overlap(after.granted(), cut) == overlap(account.granted(), cut)


@settings(deadline=None)
@given(accounts, spans)
def test_a_later_vacation_takes_nothing_from_an_earlier_one(account: Account, new: Span) -> None:
    after = Account(account.terms, (*account.vacations, new), account.used)
    for vacation in account.vacations:
        assert overlap(after.granted(), vacation) >= overlap(account.granted(), vacation)


@settings(deadline=None)
@given(accounts, moments)
def test_a_day_used_at_zero_while_a_whole_one_is_left_takes_nothing_from_any_vacation(
    account: Account, moment: datetime
) -> None:
    if account.left(moment) >= DAY:
        after = Account(account.terms, account.vacations, (*account.used, moment))
        assert after.granted() == account.granted()
        assert after.left(moment) == account.left(moment) - DAY
