"""Next season's divisions out of the last one's tables: examples worked out by hand, and what holds for all."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.divisions.line_up import (
    Boundary,
    Earlier,
    FinalRank,
    LineUp,
    Newcomers,
    Reason,
    Registered,
    Rules,
    Tie,
    Vacancies,
    line_up,
)

Drawn = tuple[list[list[FinalRank]], list[Registered], Rules, dict[int, Earlier]]

# Divisions of four. Players are numbered so that the tens tell the division and the rest the place in its table.
TABLES = (11, 12, 13, 14), (21, 22, 23, 24), (31, 32, 33, 34)
ALL = [player for table in TABLES for player in table]


def finished(players: Sequence[int], left: Sequence[int] = ()) -> list[FinalRank]:
    """Each with a point more than the next."""
    count = len(players)
    return [FinalRank(each, rank, Fraction(count - rank), each in left) for rank, each in enumerate(players, 1)]


def lined_up(
    registered: Sequence[int] = ALL,
    *,
    left: Sequence[int] = (),
    sizes: tuple[int, ...] = (4, 4, 4),
    earlier: dict[int, Earlier] | None = None,
    ratings: dict[int, int] | None = None,
    up: int = 1,
    down: int = 1,
    vacancies: Vacancies = Vacancies.NEXT_BEST,
    newcomers: Newcomers = Newcomers.BOTTOM,
) -> LineUp:
    rules = Rules(sizes, up, down, vacancies, newcomers, keeps=1)
    came = [Registered(each, (ratings or {}).get(each, 1500)) for each in registered]
    return line_up([finished(table, left) for table in TABLES], came, rules, earlier)


def players(found: LineUp) -> list[set[int]]:
    return [{move.player for move in division} for division in found.divisions]


def why(found: LineUp, player: int) -> Reason:
    moves = [move for division in (*found.divisions, found.waiting) for move in division]
    return next(move.why for move in moves if move.player == player)


def test_the_first_goes_up_and_the_last_goes_down() -> None:
    found = lined_up()

    assert players(found) == [{11, 12, 13, 21}, {14, 22, 23, 31}, {24, 32, 33, 34}]
    assert [why(found, each) for each in (12, 21, 14)] == [Reason.STAYS, Reason.UP, Reason.DOWN]
    assert not found.waiting
    assert not found.ties


def test_a_move_tells_where_the_player_was() -> None:
    (move,) = (each for each in lined_up().divisions[1] if each.player == 14)
    assert (move.was, move.place, move.level) == (0, 4, 1)


def test_players_level_on_a_rank_were_in_the_same_place() -> None:
    ranks = {1: 1, 2: 2, 3: 2, 4: 4}
    table = [FinalRank(player, rank, Fraction(5 - rank)) for player, rank in ranks.items()]
    (division,) = line_up([table], [Registered(player) for player in ranks], Rules((4,), 0, 0)).divisions
    assert {move.player: move.place for move in division} == ranks


def test_places_close_up_behind_who_left() -> None:
    moves = [move for division in lined_up(left=[11]).divisions for move in division if move.was == 0]
    assert {move.player: move.place for move in moves} == {12: 1, 13: 2, 14: 3, 11: 4}


def test_the_next_best_below_fills_a_free_place_and_leaves_one_to_be_filled() -> None:
    found = lined_up([each for each in ALL if each != 12])

    assert players(found) == [{11, 13, 21, 22}, {14, 23, 31, 32}, {24, 33, 34}]
    assert why(found, 22) is why(found, 32) is Reason.LIFTED


def test_the_best_of_those_going_down_stays_where_the_league_has_it_so() -> None:
    found = lined_up([each for each in ALL if each != 12], vacancies=Vacancies.SPARE)

    assert players(found) == [{11, 13, 14, 21}, {22, 23, 24, 31}, {32, 33, 34}]
    assert why(found, 14) is why(found, 24) is Reason.SPARED


def test_of_two_going_down_the_better_placed_is_spared() -> None:
    found = lined_up([each for each in ALL if each != 11], up=2, down=2, vacancies=Vacancies.SPARE)

    assert players(found)[0] == {12, 13, 21, 22}
    assert why(found, 14) is Reason.DOWN


def test_a_free_place_is_left_open_where_the_league_has_it_so() -> None:
    found = lined_up([each for each in ALL if each != 12], vacancies=Vacancies.OPEN)
    assert players(found) == [{11, 13, 21}, {14, 22, 23, 31}, {24, 32, 33, 34}]


def test_who_should_have_gone_up_and_does_not_come_is_replaced_by_the_next() -> None:
    found = lined_up([each for each in ALL if each != 21])

    assert players(found)[0] == {11, 12, 13, 22}
    assert why(found, 22) is Reason.LIFTED


def test_who_left_during_the_season_is_the_first_to_go_down() -> None:
    found = lined_up(left=[11])

    assert players(found) == [{12, 13, 14, 21}, {11, 22, 23, 31}, {24, 32, 33, 34}]
    assert why(found, 11) is Reason.DOWN
    assert why(found, 14) is Reason.STAYS


def test_who_left_does_not_go_up() -> None:
    found = lined_up(left=[21])

    assert players(found)[0] == {11, 12, 13, 22}
    assert why(found, 22) is Reason.UP


def test_who_left_does_not_go_up_even_where_hardly_anybody_stayed() -> None:
    found = lined_up(left=[22, 23, 24], up=2, vacancies=Vacancies.OPEN)

    assert players(found)[0] == {11, 12, 13, 21}
    assert why(found, 22) is Reason.STAYS


@pytest.mark.parametrize("vacancies", [Vacancies.NEXT_BEST, Vacancies.SPARE])
def test_who_left_is_lifted_to_no_free_place_either(vacancies: Vacancies) -> None:
    found = lined_up([11, 12, 13, *TABLES[1]], left=TABLES[1], vacancies=vacancies, down=0)
    assert players(found) == [{11, 12, 13}, {*TABLES[1]}, set()]


def test_nobody_moves_by_the_table_of_a_division_that_was_called_off() -> None:
    off = [FinalRank(each, rank, Fraction(rank), is_off=True) for rank, each in enumerate(TABLES[1], 1)]
    rules = Rules((4, 4, 4), 1, 1)
    found = line_up([finished(TABLES[0]), off, finished(TABLES[2])], [*map(Registered, ALL)], rules)
    assert {why(found, player) for player in TABLES[1]} <= {Reason.STAYS, Reason.LIFTED, Reason.NO_ROOM}
    assert [tie.level for tie in found.ties] == []


def test_who_waited_all_last_season_goes_before_newcomers() -> None:
    came = [Registered(90), *map(Registered, ALL[:-1]), Registered(91, has_waited=True)]
    found = line_up([finished(table) for table in TABLES], came, Rules((4, 4, 4), 1, 1))
    assert why(found, 91) is Reason.WAITED
    assert [move.player for move in found.waiting] == [90]


def test_who_missed_a_season_has_their_division_back_where_there_is_room() -> None:
    found = lined_up([*(each for each in ALL if each != 12), 90], earlier={90: Earlier(0, 1)})

    assert players(found)[0] == {11, 13, 21, 90}
    assert why(found, 90) is Reason.RETURNED


def test_without_room_who_missed_a_season_starts_where_there_is_some() -> None:
    found = lined_up([*(each for each in ALL if each != 23), 90], earlier={90: Earlier(0, 1)})

    assert players(found) == [{11, 12, 13, 21}, {14, 22, 31, 90}, {24, 32, 33, 34}]
    assert why(found, 90) is Reason.NO_ROOM


def test_who_missed_more_seasons_than_the_league_keeps_a_division_for_is_new() -> None:
    found = lined_up([*(each for each in ALL if each != 34), 90], earlier={90: Earlier(0, 2)})

    assert 90 in players(found)[2]
    assert why(found, 90) is Reason.NEW


def test_newcomers_start_at_the_bottom_and_the_last_to_come_wait() -> None:
    found = lined_up([*(each for each in ALL if each != 34), 90, 91], ratings={91: 2000})

    assert players(found)[2] == {24, 32, 33, 90}
    assert [move.player for move in found.waiting] == [91]


def test_a_newcomer_by_rating_takes_a_free_place_among_equals() -> None:
    strong = dict.fromkeys(TABLES[0], 1900) | dict.fromkeys(TABLES[1], 1700) | dict.fromkeys(TABLES[2], 1500)
    without = [each for each in ALL if each not in (12, 23)]
    found = lined_up([*without, 90], ratings=strong | {90: 1750}, newcomers=Newcomers.RATING)

    # 90 is too weak for the first division, whose free place goes to the next below, and is put in the second.
    assert players(found) == [{11, 13, 21, 22}, {14, 31, 32, 90}, {24, 33, 34}]
    assert why(found, 90) is Reason.NEW


def test_more_going_up_than_there_is_room_for_stay() -> None:
    found = lined_up(up=2, down=1)

    assert players(found) == [{11, 12, 13, 21}, {14, 22, 23, 31}, {24, 32, 33, 34}]
    assert why(found, 22) is Reason.NO_ROOM


def test_a_smaller_division_gives_its_last_to_the_one_below() -> None:
    found = lined_up(sizes=(3, 4, 5))

    # 14 goes down, 21 would go up, but there is room for one of 13 and 21 only: who stays has the better right.
    assert players(found) == [{11, 12, 13}, {14, 21, 22, 23}, {24, 31, 32, 33, 34}]


def test_who_was_in_a_division_that_is_no_more_joins_the_last() -> None:
    found = lined_up(sizes=(4, 8))

    assert players(found) == [{11, 12, 13, 21}, {14, 22, 23, 24, 31, 32, 33, 34}]
    assert why(found, 31) is Reason.UP
    assert why(found, 32) is Reason.DISSOLVED


def test_a_leagues_first_season_is_by_rating_and_who_came_last_waits() -> None:
    came = [Registered(1, 1500), Registered(2, 1800), Registered(3, 1600), Registered(4, 1700), Registered(5, 2000)]
    found = line_up([], came, Rules((2, 2), 1, 1))

    assert players(found) == [{2, 4}, {1, 3}]
    assert [move.player for move in found.waiting] == [5]


def test_equal_points_on_a_line_are_pointed_out() -> None:
    second = [
        FinalRank(21, 1, Fraction(5, 2)),
        FinalRank(22, 2, Fraction(5, 2)),
        FinalRank(23, 3, Fraction(1)),
        FinalRank(24, 3, Fraction(1)),
    ]
    tables = [finished(TABLES[0]), second, finished(TABLES[2])]
    found = line_up(tables, [Registered(each) for each in ALL], Rules((4, 4, 4), 1, 1))

    assert set(found.ties) == {
        Tie(1, Boundary.UP, (21, 22), is_told_apart=True),
        Tie(1, Boundary.DOWN, (23, 24), is_told_apart=False),
    }


# -- what holds for all --------------------------------------------------------------------------------------------


@st.composite
def seasons(draw: st.DrawFn) -> Drawn:
    sizes = draw(st.lists(st.integers(1, 6), min_size=1, max_size=4))
    ids = iter(range(1, 200))
    tables = []
    for size in draw(st.lists(st.integers(1, 6), min_size=len(sizes), max_size=len(sizes))):
        points = sorted(draw(st.lists(st.integers(0, 5), min_size=size, max_size=size)), reverse=True)
        tables.append(
            [FinalRank(next(ids), rank, Fraction(each), draw(st.booleans())) for rank, each in enumerate(points, 1)]
        )
    old = [row.player for table in tables for row in table]
    back = [next(ids) for _ in range(draw(st.integers(0, 4)))]
    new = [next(ids) for _ in range(draw(st.integers(0, 6)))]
    came = draw(st.permutations([each for each in old + back if draw(st.integers(0, 4))] + new))
    registered = [Registered(each, draw(st.integers(1000, 2000))) for each in came]
    earlier = {each: Earlier(draw(st.integers(0, 4)), draw(st.integers(1, 3))) for each in back}
    rules = Rules(
        tuple(sizes),
        draw(st.integers(0, 3)),
        draw(st.integers(0, 3)),
        draw(st.sampled_from(Vacancies)),
        draw(st.sampled_from(Newcomers)),
    )
    return tables, registered, rules, earlier


@given(seasons())
def test_everybody_has_one_place_and_no_division_has_too_many(season: Drawn) -> None:
    _, registered, rules, _ = season
    found = line_up(*season)
    placed = [move.player for division in (*found.divisions, found.waiting) for move in division]

    assert sorted(placed) == sorted(each.player for each in registered)
    assert all(len(division) <= size for division, size in zip(found.divisions, rules.sizes, strict=True))


@given(seasons())
def test_nobody_waits_while_a_place_in_the_last_division_is_free(season: Drawn) -> None:
    found = line_up(*season)
    if found.waiting:
        assert len(found.divisions[-1]) == season[2].sizes[-1]


@given(seasons())
def test_a_division_has_free_places_only_where_nobody_is_below(season: Drawn) -> None:
    found, rules = line_up(*season), season[2]
    if rules.vacancies is Vacancies.OPEN:
        return
    for level, division in enumerate(found.divisions):
        if len(division) < rules.sizes[level]:
            below = [move for lower in found.divisions[level + 1 :] for move in lower]
            left = {row.player for table in season[0] for row in table if row.has_left}
            assert all(move.player in left and (move.was or 0) > level for move in below)


@given(seasons())
def test_nobody_moves_more_than_one_division_but_to_a_free_place_or_for_want_of_room(season: Drawn) -> None:
    steps = {Reason.STAYS: 0, Reason.SPARED: 0, Reason.UP: -1, Reason.DOWN: 1}
    for level, division in enumerate(line_up(*season).divisions):
        for move in division:
            if move.why in steps:
                assert move.was is not None
                assert level - move.was == steps[move.why]
            elif move.why is Reason.LIFTED and move.was is not None:
                assert level < move.was or season[3].get(move.player)
            elif move.why is Reason.NO_ROOM:
                assert move.was is not None
                assert level >= move.was


@given(seasons())
def test_a_better_place_is_never_put_below_a_worse_one_of_the_same_division(season: Drawn) -> None:
    found = line_up(*season)
    levels = {move.player: level for level, division in enumerate(found.divisions) for move in division}
    levels |= dict.fromkeys((move.player for move in found.waiting), len(found.divisions))
    for table in season[0]:
        order = [levels[row.player] for row in sorted(table, key=lambda row: row.has_left) if row.player in levels]
        assert order == sorted(order)


@given(seasons())
def test_the_same_season_gives_the_same_line_up(season: Drawn) -> None:
    assert line_up(*season) == line_up(*season)


@pytest.mark.parametrize("count", [0, 1])
def test_it_copes_with_hardly_anybody(count: int) -> None:
    found = line_up([], [Registered(1)][:count], Rules((4,), 1, 1))
    assert sum(map(len, found.divisions)) == count
