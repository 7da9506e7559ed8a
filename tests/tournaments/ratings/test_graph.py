from __future__ import annotations

from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from competition.ratings.glicko import Rating
from competition.ratings.months import Month
from tournaments.ratings.graph import Graph, MonthRow, draw

JANUARY = Month(2026, 1)
MIDDLING = Rating(1500, 100, 0.06)
histories = st.dictionaries(
    st.integers(2020 * 12, 2040 * 12).map(Month.at),
    st.builds(Rating, st.floats(0, 3500), st.floats(1, 350), st.just(0.06)),
    min_size=1,
    max_size=30,
)


def drawn(history: dict[Month, Rating]) -> Graph:
    graph = draw(history)
    assert graph
    return graph


def points(attribute: str) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in (point.split(",") for point in attribute.split())]


def months(count: int, start: Month = JANUARY) -> dict[Month, Rating]:
    return {Month.at(start.ordinal + i): Rating(1500 + 10 * i, 100, 0.06) for i in range(count)}


def test_without_a_closed_month_there_is_no_graph() -> None:
    assert draw({}) is None


def test_a_better_rating_is_drawn_higher_and_a_later_month_further_right() -> None:
    graph = drawn({JANUARY: Rating(1500, 100, 0.06), Month(2026, 2): Rating(1600, 90, 0.06)})
    (x1, y1), (x2, y2) = points(graph.line)
    assert x1 < x2
    assert y1 > y2
    assert [tuple(dot) for dot in graph.dots] == [(x1, y1), (x2, y2)]


def test_the_band_goes_along_the_upper_ends_of_the_intervals_and_back_along_the_lower() -> None:
    graph = drawn(months(3))
    band, line = points(graph.band), points(graph.line)
    assert [x for x, _ in band] == [x for x, _ in line] + [x for x, _ in reversed(line)]
    for (_, y), (_, upper), (_, lower) in zip(line, band[:3], reversed(band[3:]), strict=True):
        assert upper < y < lower


def test_a_gap_in_the_months_is_a_gap_in_the_graph() -> None:
    graph = drawn({JANUARY: MIDDLING, Month(2026, 2): MIDDLING, Month(2026, 5): MIDDLING})
    (first, _), (second, _), (third, _) = points(graph.line)
    assert abs((third - second) - 3 * (second - first)) <= 2


def test_the_ticks_of_ratings_are_round_numbers_that_enclose_the_band() -> None:
    graph = drawn({JANUARY: Rating(1512, 30.5, 0.06)})  # 1451 to 1573
    assert [tick.label for tick in graph.ratings] == ["1450", "1500", "1550", "1600"]
    assert graph.ratings[0].at == graph.bottom
    assert graph.ratings[-1].at == graph.top


def test_few_months_are_labelled_each_and_the_first_with_its_year() -> None:
    graph = drawn(months(4, Month(2025, 11)))
    assert [tick.label for tick in graph.months] == ["Nov 2025", "Dec", "Jan 2026", "Feb"]


def test_many_months_are_labelled_by_quarters_and_years() -> None:
    assert [t.label for t in drawn(months(17)).months] == ["Jan 2026", "Apr", "Jul", "Oct", "Jan 2027", "Apr"]
    labels = [t.label for t in drawn(months(12 * 6 + 1, Month(2026, 2))).months]
    assert labels == [f"Jan {year}" for year in range(2027, 2033)]


def test_one_month_stands_in_the_middle() -> None:
    graph = drawn({JANUARY: Rating(1512, 30.5, 0.06)})
    assert graph.dots[0].x == (graph.left + graph.right) // 2
    assert [(tick.at, tick.label) for tick in graph.months] == [(graph.dots[0].x, "Jan 2026")]


def test_the_table_says_in_words_what_the_graph_shows() -> None:
    graph = drawn({Month(2026, 2): Rating(1611.6, 40, 0.06), JANUARY: Rating(1512, 150.4, 0.06)})
    assert graph.rows == (
        MonthRow("January 2026", "1512 ± 301", "1211 to 1813", True),
        MonthRow("February 2026", "1612 ± 80", "1532 to 1692", False),
    )


def test_the_summary_is_a_sentence_with_the_ends_and_the_top() -> None:
    ratings = Rating(1512, 150, 0.06), Rating(1700, 60, 0.06), Rating(1650, 50, 0.06)
    graph = drawn({Month(2026, number): rating for number, rating in enumerate(ratings, 1)})
    assert graph.summary == (
        "From 1512 ± 300 in January 2026 to 1650 ± 100 in March 2026; highest: 1700 in February 2026."
    )
    assert drawn({JANUARY: Rating(1512, 150, 0.06)}).summary == ("1512 ± 300 in January 2026. It is still provisional.")


@given(history=histories)
def test_everything_lies_in_the_plot(history: dict[Month, Rating]) -> None:
    graph = drawn(history)
    for x, y in [*points(graph.line), *points(graph.band)]:
        assert graph.left <= x <= graph.right
        assert graph.top <= y <= graph.bottom
    assert all(graph.left <= tick.at <= graph.right for tick in graph.months)
    assert all(graph.top <= tick.at <= graph.bottom for tick in graph.ratings)


@given(history=histories)
def test_there_are_a_few_ticks_at_equal_steps_that_are_1_2_or_5_times_a_power_of_ten(
    history: dict[Month, Rating],
) -> None:
    graph = drawn(history)
    assert 1 <= len(graph.months) <= 7
    assert 2 <= len(graph.ratings) <= 7
    levels = [int(tick.label) for tick in graph.ratings]
    [step] = {after - before for before, after in pairwise(levels)}
    assert str(step).rstrip("0") in {"1", "2", "5"}
    assert all(level % step == 0 for level in levels)
    lowest = min(rating.points - rating.margin for rating in history.values())
    highest = max(rating.points + rating.margin for rating in history.values())
    assert levels[0] <= lowest <= highest <= levels[-1]


@given(history=histories)
def test_labels_of_months_do_not_repeat(history: dict[Month, Rating]) -> None:
    assume(len(history) > 1)
    ticks = drawn(history).months
    assert len({tick.at for tick in ticks}) == len(ticks)
