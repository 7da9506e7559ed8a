"""What holds in every tournament."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from competition.history import History, System
from competition.standings import TIE_BREAK_KINDS, Mean, TieBreak, TieBreakValue, parse_tie_break, standings, values
from competition.standings.explained_value import half_up
from tests.support.random_tournaments import histories

VARIANTS = (
    "BH/C1",
    "BH/C2",
    "BH/M1",
    "BH/M2",
    "SB/C1",
    "SB/C2",
    "SB/M1",
    "FB/C1",
    "FB/M1",
    "PS/C1",
    "ARO/C1",
    "ARO/M1",
)
AT_BOARDS = (code for code, kind in TIE_BREAK_KINDS.items() if System.TABLES not in kind.offered)
CODES = (*AT_BOARDS, *VARIANTS, "KS/L+1", "KS/L-2", "AOB/F", "DE/P")
IN_ROUND_ROBINS = tuple(code for code in CODES if code[:2] not in ("BH", "FB", "AO"))
SUMS = [
    code for code in CODES if code[:3] not in ("ARO", "AOB", "TPR", "PTP", "APR", "APP", "RTN") and code[:2] != "DE"
]


@given(histories(running=True))
def test_sums_are_the_sums_of_what_was_not_cut(history: History) -> None:
    for row in values(history, SUMS).values():
        for code, value in zip(SUMS, row, strict=True):
            assert value.number == sum((term.contribution for term in value.terms if not term.cut), Fraction(0)), code
            assert len({term.round for term in value.terms}) == len(value.terms), code


@given(histories(running=True))
def test_products_are_products(history: History) -> None:
    for row in values(history, ["SB", "SB/C1"]).values():
        for value in row:
            assert all(term.contribution == term.value * (term.factor or 0) for term in value.terms)


@given(histories(running=True))
def test_averages_are_of_what_was_not_cut(history: History) -> None:
    history = replace(history, players=tuple(replace(player, rating=player.rating + 1) for player in history.players))
    codes = ["ARO", "ARO/C1", "ARO/M1", "AOB", "AOB/F", "APRO", "APPO"]
    for row in values(history, codes).values():
        for value in row:
            counted = [term.contribution for term in value.terms if not term.cut]
            assert (value.number is None) == (not counted)
            if counted and value.number is not None:
                assert isinstance(value.basis, Mean)
                assert (value.basis.total, value.basis.games) == (sum(counted), len(counted))
                assert value.number == half_up(value.basis.total / value.basis.games, value.basis.places)


@given(histories(running=True), st.sampled_from([System.SWISS, System.ROUND_ROBIN]), st.data())
def test_ranks_follow_the_values(history: History, system: System, data: st.DataObject) -> None:
    choice = CODES if system is System.SWISS else IN_ROUND_ROBINS
    codes = data.draw(st.lists(st.sampled_from(choice), max_size=5, unique=True))
    tie_breaks = [parse_tie_break(code) for code in codes]
    rows = standings(history, tie_breaks, system, unrated=1000)
    assert sorted(row.number for row in rows) == [player.number for player in history.players]
    keys = [(-row.points, *map(_key, tie_breaks, row.values)) for row in rows]
    assert keys == sorted(keys)
    for place, (row, key) in enumerate(zip(rows, keys, strict=True), 1):
        assert row.rank == keys.index(key) + 1
        assert bool(row.decided_by) == (row.rank == place > 1)
        if row.decided_by:
            above = keys[place - 2]
            assert row.decided_by == ["PTS", *codes][next(i for i in range(len(key)) if key[i] != above[i])]


def _key(tie_break: TieBreak, value: TieBreakValue) -> tuple[bool, Fraction]:
    if value.number is None:
        return True, Fraction(0)
    return False, -value.number if tie_break.kind.higher_is_better else value.number


@given(histories(running=True), st.randoms(use_true_random=False))
def test_numbers_in_another_order_change_no_value(history: History, chance: object) -> None:
    old = [player.number for player in history.players]
    new = dict(zip(old, reversed(old), strict=True)) | {0: 0}
    players = tuple(
        replace(
            player,
            number=new[player.number],
            results=tuple(result._replace(opponent=new[result.opponent]) for result in player.results),
        )
        for player in reversed(history.players)
    )
    extra = {(index, new[number]): points for (index, number), points in history.extra_points.items()}
    turned = replace(history, players=players, extra_points=extra)
    before, after = values(history, CODES), values(turned, CODES)
    for number, row in before.items():
        assert [value.number for value in row] == [value.number for value in after[new[number]]]


@given(histories(), st.sampled_from([System.SWISS, System.ROUND_ROBIN]), st.integers(0, 6))
def test_a_table_after_a_round_knows_nothing_of_later_ones(history: History, system: System, rounds: int) -> None:
    codes = CODES if system is System.SWISS else IN_ROUND_ROBINS
    players = tuple(replace(player, results=player.results[:rounds]) for player in history.players)
    early = replace(history, players=players)
    assert standings(history, codes, system, min(rounds, history.paired_rounds)) == standings(
        early, codes, system, min(rounds, history.paired_rounds)
    )


@given(histories())
def test_virtual_points_never_enter(history: History) -> None:
    assert standings(history, CODES) == standings(replace(history, virtual_points={}), CODES)


@given(histories())
def test_the_points_are_those_of_the_history(history: History) -> None:
    by_number = {player.number: history.points(player) for player in history.players}
    assert {row.number: row.points for row in standings(history, [])} == by_number
