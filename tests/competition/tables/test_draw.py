"""Rounds at tables: who meets whom, who sits at a small table, and whether it could have been better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.tables import Drawn, Event, best, judged
from competition.tables.draw import MustMeet, draw_round
from competition.tables.field import RoundOfTables, small_tables
from competition.tables.sizes import table_sizes

EVENTS = 12  # of the 500 that docs tell of
LARGE_EVENTS = 3
NONE = Fraction(0)

Tables = tuple[tuple[int, ...], ...]


def meetings(past: Sequence[RoundOfTables[int]]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for tables in past for table in tables for pair in combinations(table, 2))


def repeats(tables: RoundOfTables[int], past: Sequence[RoundOfTables[int]]) -> int:
    met = meetings(past)
    return sum(met[frozenset(pair)] for table in tables for pair in combinations(table, 2))


def fillings(players: Sequence[int], sizes: Sequence[int]) -> Iterator[Tables]:
    """All ways to fill tables of these sizes."""
    if not sizes:
        yield ()
        return
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for rest in combinations(players[1:], size - 1):
            table = (players[0], *rest)
            free = [player for player in players if player not in table]
            yield from ((table, *others) for others in fillings(free, left))


def test_all_fillings_are_there() -> None:
    """10! / (4! 3! 3! 2!) and 9! / (3!^3 3!)."""
    assert sum(1 for _ in fillings(range(10), (4, 3, 3))) == 2100
    assert sum(1 for _ in fillings(range(9), (3, 3, 3))) == 280


@pytest.mark.parametrize("number", range(EVENTS))
def test_no_draw_is_better(number: int) -> None:
    """Fewest repeats first, then small tables in turn, then close scores."""
    for drawn in Event.of(number, fewest=6, most=10).play():
        assert sorted(player for table in drawn.tables for player in table) == sorted(drawn.order)
        assert sorted(map(len, drawn.tables), reverse=True) == list(drawn.sizes)
        assert judged(drawn, drawn.tables) == min(
            judged(drawn, tables) for tables in fillings(range(len(drawn.order)), drawn.sizes)
        )


@st.composite
def rounds(draw: st.DrawFn) -> Drawn:
    """A round to be drawn after any others, with any scores: of few players, so that all draws can be tried."""
    count = draw(st.integers(3, 9))
    sizes = table_sizes(count, draw(st.sampled_from((3, 4, 5))))
    players = st.permutations(range(count))
    past = [_filled(draw(players), sizes) for _ in range(draw(st.integers(0, 4)))]
    scores = {player: Fraction(draw(st.integers(0, 24)), 2) for player in range(count)}
    order = sorted(draw(players), key=lambda player: -scores[player])
    return Drawn(order, scores, past, sizes, ())


def _filled(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    left = list(players)
    return [[left.pop() for _ in range(size)] for size in sizes]


@given(rounds(), st.sets(st.frozensets(st.integers(0, 8), min_size=2, max_size=2), max_size=3))
@settings(max_examples=60)
def test_pairs_kept_apart_never_meet_and_no_other_draw_is_better(drawn: Drawn, pairs: set[frozenset[int]]) -> None:
    apart = sorted((pair for pair in pairs if pair.issubset(drawn.order)), key=sorted)
    least = best(drawn, apart)
    if least is None:
        with pytest.raises(MustMeet):
            draw_round(drawn.order, drawn.scores, drawn.past, drawn.sizes, apart)
        return
    tables = draw_round(drawn.order, drawn.scores, drawn.past, drawn.sizes, apart)
    assert not any(pair.issubset(table) for pair in apart for table in tables)
    assert judged(drawn, tables) == least


@given(rounds(), st.permutations(range(9)))
@settings(max_examples=40)
def test_names_of_players_make_no_difference(drawn: Drawn, names: Sequence[int]) -> None:
    """A draw depends on the order, the scores and who has met, not on what the players are called."""
    order = [names[player] for player in drawn.order]
    past = [[[names[player] for player in table] for table in tables] for tables in drawn.past]
    scores = {names[player]: score for player, score in drawn.scores.items()}
    tables = draw_round(drawn.order, drawn.scores, drawn.past, drawn.sizes)
    assert draw_round(order, scores, past, drawn.sizes) == tuple(
        tuple(names[player] for player in table) for table in tables
    )


@given(rounds())
@settings(max_examples=40)
def test_the_better_scores_sit_at_the_first_tables_and_where_they_are_level_the_larger_is_first(drawn: Drawn) -> None:
    tables = draw_round(drawn.order, drawn.scores, drawn.past, drawn.sizes)
    means = [(-sum(drawn.scores[player] for player in table) / len(table), -len(table)) for table in tables]
    assert means == sorted(means)


def test_fourteen_need_not_meet_again_in_the_second_round() -> None:
    """If all six at the small tables had to be among the eight who sat at the large ones, some would meet again."""
    scores = dict.fromkeys(range(14), NONE)
    first = draw_round(range(14), scores, [], (4, 4, 3, 3))
    assert repeats(draw_round(range(14), scores, [first], (4, 4, 3, 3)), [first]) == 0


def test_a_pair_kept_apart_counts_for_more_than_repeats() -> None:
    """Everyone but e and f has met at the table of four or of three, so others meet again instead."""
    past, scores = [("abcd", "efg")], dict.fromkeys("abcdefg", NONE)
    tables = draw_round("abcdefg", scores, past, (4, 3), [frozenset("ae")])
    assert not any({"a", "e"} <= set(table) for table in tables)


def test_it_names_those_who_would_have_to_meet() -> None:
    """a needs two others at the table, and only f may be one."""
    apart = [frozenset(("a", other)) for other in "bcde"]
    with pytest.raises(MustMeet) as refused:
        draw_round("abcdef", dict.fromkeys("abcdef", NONE), [], (3, 3), apart)
    [pair] = refused.value.args[0]
    assert pair in apart


@pytest.mark.parametrize("number", range(LARGE_EVENTS))
def test_in_a_large_field_nobody_meets_again_and_small_tables_go_round(number: int) -> None:
    for drawn in Event.of(number, fewest=40, most=56).play():
        if len(drawn.past) < 3:
            assert judged(drawn, drawn.tables)[:2] == (0, fewest_turns(drawn))


def fewest_turns(drawn: Drawn) -> int:
    """How often those have sat at small tables, at least, who fill those of this round."""
    turns = small_tables(drawn.past, drawn.order)
    seats = sum(size for size in drawn.sizes if size < drawn.sizes[0])
    return sum(sorted(turns.values())[:seats])


def test_those_who_stand_level_sit_together_and_the_last_at_the_small_table() -> None:
    scores = {player: Fraction(points) for player, points in zip("abcdefg", (9, 9, 9, 6, 3, 3, 3), strict=True)}
    assert draw_round("abcdefg", scores, [], (4, 3)) == (tuple("abcd"), tuple("efg"))


def test_repeats_come_before_small_tables_in_turn() -> None:
    """Two of a to d and one of e to g at the small table make three pairs meet again, and one player sit there twice.
    One of a to d there makes it four pairs, three make it six, and none nine."""
    past, scores = [("abcd", "efg")], dict.fromkeys("abcdefg", NONE)
    small = min(draw_round("abcdefg", scores, past, (4, 3)), key=len)
    assert len(set(small) & set("abcd")) == 2


def test_small_tables_go_round_before_close_scores() -> None:
    """a, f and g have the same score, but a sat at the small table. No two have met: the others there have left."""
    past = [("bhij", "cklm", "dnop", "eqrs", "ftuv", "gwxy", "az1")]
    scores = dict.fromkeys("bcde", Fraction(8)) | dict.fromkeys("afg", NONE)
    assert draw_round("bcdeafg", scores, [], (4, 3)) == (tuple("bcde"), tuple("afg"))
    assert draw_round("bcdeafg", scores, past, (4, 3)) == (tuple("cde"), tuple("bafg"))


def test_who_enters_late_owes_no_small_table() -> None:
    past = [("abcd", "efg"), ("defg", "abc")]
    assert small_tables(past, "abcdefgh") == Counter(dict.fromkeys("abcefg", 1)) + Counter(h=0)
    assert small_tables([*past, ("abce", "dfg")], "abcdefgh")["h"] == 1


@pytest.mark.parametrize("count", [14, 20])
def test_the_same_field_is_drawn_the_same(count: int) -> None:
    scores, sizes = dict.fromkeys(range(count), NONE), table_sizes(count, 4)
    past = [draw_round(range(count), scores, [], sizes)]
    assert draw_round(range(count), scores, past, sizes) == draw_round(range(count), scores, past, sizes)


def test_tables_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match="fill"):
        draw_round("abcde", dict.fromkeys("abcde", NONE), [], (3, 3))
