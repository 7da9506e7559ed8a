from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.ratings.glicko import Game, rate_period
from competition.ratings.months import Month
from competition.ratings.periods import Closed, Ended, periods

NOW = datetime(2026, 6, 10, tzinfo=UTC)
WIN = Fraction(1)


def ended(month: int, day: int = 15, first: str = "A", second: str = "B", score: Fraction = WIN) -> Ended[str]:
    return Ended(datetime(2026, month, day, 12, tzinfo=UTC), Game(first, second, score))


MOMENTS = st.datetimes(
    datetime(2025, 9, 1),  # noqa: DTZ001 - the bounds have none
    datetime(2026, 6, 9),  # noqa: DTZ001
    timezones=st.just(UTC),
)
GAMES = st.builds(
    lambda two, score: Game(two[0], two[1], score), st.permutations("ABCD"), st.sampled_from([WIN, Fraction(0)])
)
streams = st.lists(st.builds(Ended, MOMENTS, GAMES))


def test_each_month_that_is_over_is_rated_from_the_one_before() -> None:
    march, april, may = periods([ended(3), ended(4), ended(5)], NOW)
    assert [closed.month for closed in (march, april, may)] == [Month(2026, 3), Month(2026, 4), Month(2026, 5)]
    assert march.ratings == rate_period({}, [Game("A", "B", WIN)])
    assert april.ratings == rate_period(march.ratings, [Game("A", "B", WIN)])
    assert may.ratings == rate_period(april.ratings, [Game("A", "B", WIN)])


def test_games_of_one_month_are_rated_together() -> None:
    [may] = periods([ended(5, 1), ended(5, 31, "B", "C")], NOW)
    assert may.ratings == rate_period({}, [Game("A", "B", WIN), Game("B", "C", WIN)])


def test_the_running_month_waits_until_it_is_over() -> None:
    assert list(periods([ended(6, 1)], NOW)) == []
    [may] = periods([ended(5), ended(6, 1, "C", "D")], NOW)
    assert set(may.ratings) == {"A", "B"}
    [june] = periods([ended(6, 1)], datetime(2026, 7, 1, tzinfo=UTC))
    assert june.month == Month(2026, 6)


def test_a_month_without_games_is_a_month_all_the_same() -> None:
    march, april, may = periods([ended(3)], NOW)
    assert april.ratings == rate_period(march.ratings, [])
    assert march.ratings["A"].deviation < april.ratings["A"].deviation < may.ratings["A"].deviation


def test_months_are_those_of_utc() -> None:
    east = timezone(timedelta(hours=2))
    just_before = Ended(datetime(2026, 5, 1, 1, 59, tzinfo=east), Game("A", "B", WIN))
    just_after = Ended(datetime(2026, 5, 1, 2, 0, tzinfo=east), Game("A", "B", WIN))
    assert [closed.month.number for closed in periods([just_before], NOW)] == [4, 5]
    assert [closed.month.number for closed in periods([just_after], NOW)] == [5]
    assert [c.month.number for c in periods([ended(5)], datetime(2026, 6, 1, 1, tzinfo=east))] == []


def test_a_year_goes_over_into_the_next() -> None:
    december = Ended(datetime(2025, 12, 31, 23, 59, tzinfo=UTC), Game("A", "B", WIN))
    months = [closed.month for closed in periods([december], datetime(2026, 2, 1, tzinfo=UTC))]
    assert months == [Month(2025, 12), Month(2026, 1)]


def test_without_games_there_is_nothing_to_close() -> None:
    assert list(periods([], NOW)) == []


@given(stream=streams, data=st.data())
def test_the_order_of_the_stream_changes_nothing_at_all(stream: list[Ended[str]], data: st.DataObject) -> None:
    assert list(periods(data.draw(st.permutations(stream)), NOW)) == list(periods(stream, NOW))


@given(stream=streams, data=st.data())
def test_going_on_from_a_stored_month_gives_what_starting_over_gives(
    stream: list[Ended[str]], data: st.DataObject
) -> None:
    whole = list(periods(stream, NOW))
    if not whole:
        return
    stored = data.draw(st.sampled_from(whole))
    later = [game for game in stream if Month.of(game.at) > stored.month]
    assert [*whole[: whole.index(stored) + 1], *periods(later, NOW, since=stored)] == whole


def test_it_refuses_a_game_of_a_month_that_was_closed_before() -> None:
    [may] = periods([ended(5)], NOW)
    with pytest.raises(ValueError, match="May 2026 is closed"):
        list(periods([ended(5)], NOW, since=may))


def test_nothing_is_new_as_long_as_no_further_month_is_over() -> None:
    assert list(periods([ended(6, 2)], NOW, since=Closed(Month(2026, 5), {}))) == []


def test_a_moment_without_a_time_zone_has_no_month() -> None:
    with pytest.raises(ValueError, match="time zone"):
        Month.of(datetime(2026, 5, 1))  # noqa: DTZ001 - what is refused


@given(ordinal=st.integers(12, 9999 * 12))
def test_months_count_on(ordinal: int) -> None:
    assert Month.at(ordinal).ordinal == ordinal
    assert Month.at(ordinal) < Month.at(ordinal).following == Month.at(ordinal + 1)
