"""The worked examples are those of the reference file d01 (player 3, whose Buchholz is 26 and cut-1 22½)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from competition.history import Code, History, System
from competition.standings import TIE_BREAK_KINDS, StandingsRow, TieBreak, parse_tie_break, standings
from tests.support.tournament_notation import FILES, history, reference
from tournaments.pages.fields import FROM_MATCHES, FROM_OPPONENTS, FROM_OWN, FROM_RATINGS, FROM_TABLES
from tournaments.standings.explain import Explanation, explained, points_words, record

NAMES = {number: f"P{number}" for number in range(1, 100)}
SUMS = [
    "PTS",
    "BH",
    "BH/C1",
    "BH/M1",
    "FB",
    "SB",
    "SB/C1",
    "KS",
    "WIN",
    "WON",
    "BPG",
    "BWG",
    "PS",
    "PS/C1",
    "REP",
    "STD",
]


def row_of(found: History, codes: list[str], number: int, **settings: object) -> StandingsRow:
    rows = standings(found, codes, **settings)  # type: ignore[arg-type]
    return next(row for row in rows if row.number == number)


def explanation(code: str, number: int = 3, file: str = "d01_n12_r7.trf") -> Explanation:
    row = row_of(reference(file).history, [code], number)
    return explained(parse_tie_break(code), row.values[0], NAMES)


def shown(code: str, number: int = 3) -> list[tuple[int, str, str]]:
    return [(line.round, line.words, line.amount) for line in explanation(code, number).lines]


def test_every_tie_break_that_an_event_may_have_is_in_its_form_and_each_sum_of_rounds_among_these() -> None:
    in_form = {*FROM_OPPONENTS, *FROM_OWN, *FROM_MATCHES, *FROM_TABLES, *FROM_RATINGS}
    assert in_form == {code for code, kind in TIE_BREAK_KINDS.items() if kind.offered} - {"PTS"}
    # A direct encounter, an average of averages and what matches or tables bring are no sum over rounds.
    assert {*FROM_OPPONENTS, *FROM_OWN} - {"AOB", "DE"} <= {*SUMS}


def test_points_say_what_each_round_brought() -> None:
    assert shown("PTS") == [
        (1, "beat P9", "1.0"),
        (2, "lost by forfeit to P2", "0.0"),
        (3, "drew with P8", "0.5"),
        (4, "beat P6", "1.0"),
        (5, "beat P5", "1.0"),
        (6, "half-point bye", "0.5"),
        (7, "beat P2", "1.0"),
    ]


def test_a_buchholz_says_what_stands_for_rounds_that_were_not_played() -> None:
    assert shown("BH") == [
        (1, "P9", "2.5"),
        (2, "forfeit, P2 (own 5, at most the opponent’s 4½: C.07, 16.4.1)", "4.5"),
        (3, "P8", "2.5"),
        (4, "P6", "3.5"),
        (5, "P5", "5.0"),
        (6, "half-point bye (own 5, at most a draw a round, 3½: C.07, 16.4.2)", "3.5"),
        (7, "P2", "4.5"),
    ]


def test_a_cut_says_what_was_left_out() -> None:
    left_out = [line for line in explanation("BH/C1").lines if line.is_cut]
    assert [(line.round, line.amount) for line in left_out] == [(6, "3.5")]
    assert left_out[0].words.endswith("; left out as a round missed by choice: C.07, 16.5")


def test_a_median_says_which_end_was_left_out() -> None:
    left_out = {line.round: line.words for line in explanation("BH/M1").lines if line.is_cut}
    assert set(left_out) == {5, 6}
    assert left_out[5].endswith("left out as the highest")


def test_a_progressive_score_leaves_out_the_earliest() -> None:
    first, *rest = explanation("PS/C1").lines
    assert (first.is_cut, first.words) == (True, "beat P9: so far; left out as the earliest")
    assert not any(line.is_cut for line in rest)


def test_a_sonneborn_berger_multiplies() -> None:
    lines = {round_: (words, amount) for round_, words, amount in shown("SB")}
    assert lines[3] == ("P8: 2½ × ½", "1.25")
    assert lines[2] == ("forfeit, P2 (own 5, at most the opponent’s 4½: C.07, 16.4.1): 4½ × 0", "0.00")


def test_an_opponents_bye_at_the_end_is_said() -> None:
    """Player 7 of d01 has 3 points and a zero-point bye in the last round, which counts as a draw for opponents."""
    found = reference("d01_n12_r7.trf").history
    met = next(
        (player.number, index)
        for player in found.players
        for index, result in enumerate(player.results, 1)
        if result.opponent == 7 and result.is_played
    )
    words = next(line.words for line in explanation("BH", met[0]).lines if line.round == met[1])
    assert words == "P7 (3, byes at the end as draws 3½)"


def test_a_count_lists_only_what_counts() -> None:
    assert [line[0] for line in shown("WON")] == [1, 4, 5, 7]


def test_a_koya_says_who_is_below_the_limit() -> None:
    lines = {line.round: line for line in explanation("KS").lines}
    assert lines[1].is_cut
    assert lines[1].words == "beat P9, who has 2½ (3½ needed); left out"
    assert not lines[4].is_cut


def test_an_average_says_what_was_divided() -> None:
    assert explanation("ARO").sums == ("9294 ÷ 5, rounded half up to no decimals",)


def test_a_performance_says_what_was_added() -> None:
    assert explanation("TPR").sums == ("average 1859; 4½ of 5 is 90%: +366",)


def test_a_perfect_performance_says_what_is_expected() -> None:
    assert explanation("PTP").sums == ("4½ scored; 4½ expected of this rating, 4.49 of one lower",)


def test_a_direct_encounter_lists_those_who_are_level() -> None:
    found = explanation("DE")
    assert [(line.words, line.amount) for line in found.lines] == [
        ("P3: 1 against the others", "1"),
        ("P5: 0 against the others", "2"),
    ]
    assert found.sums == ("Their places among themselves.",)


def test_a_direct_encounter_says_when_it_decides_nothing() -> None:
    found = explanation("DE", 1)
    assert found.lines[0].words == "P1: 0 against the others, 1 not met, at most 1"
    assert found.sums == ("Their matches against each other don’t separate them.",)


def test_nobody_else_level_is_said() -> None:
    alone = "1: 2w1\n2: 1b0"
    value = row_of(history(alone), ["DE"], 1).values[0]
    assert explained(parse_tie_break("DE"), value, NAMES).sums == ("No other player is level so far.",)


def test_a_rating_that_is_missing_is_said() -> None:
    unrated = history("1: 2w1\n2: 1b0", ratings={1: 1800, 2: 0})
    value = row_of(unrated, ["ARO"], 1).values[0]
    assert explained(parse_tie_break("ARO"), value, NAMES).sums == (
        "A player of this event has no rating, so nobody has a number here.",
    )


def test_what_an_unrated_opponent_counts_as_is_said() -> None:
    unrated = history("1: 2w1\n2: 1b0", ratings={1: 1800, 2: 0})
    rows = standings(unrated, ["ARO", "RTNG"], unrated=1500)
    assert explained(parse_tie_break("ARO"), rows[0].values[0], NAMES).lines[0].words == "P2 (unrated, counts as 1500)"
    assert explained(parse_tie_break("RTNG"), rows[1].values[1], NAMES).sums == ("This player has no rating.",)


@pytest.mark.parametrize("cap", [None, 4])
def test_a_difference_in_game_points_says_its_limit(cap: int | None) -> None:
    found = history("1: 2w1\n2: 1b0")
    first, second = found.players
    played = first.results[0]._replace(game_points=(12, 5)), second.results[0]._replace(game_points=(5, 12))
    players = tuple(
        type(player)(player.number, player.name, player.rating, (result,))
        for player, result in zip(found.players, played, strict=True)
    )
    row = row_of(History(players, 1), ["VPD"], 1, difference_cap=cap)
    (line,) = explained(parse_tie_break("VPD"), row.values[0], NAMES).lines
    assert (line.words, line.amount) == (("P2: 12 − 5", "7") if cap is None else ("P2: 12 − 5, counted up to 4", "4"))


@pytest.mark.parametrize(("code", "article"), [("BH/C1", "FIDE C.07, 8.1 and 14.1"), ("VPD", "this site’s own")])
def test_it_names_the_article(code: str, article: str) -> None:
    assert (
        explained(parse_tie_break(code), row_of(history("1: 2w1\n2: 1b0"), [code], 1).values[0], NAMES).article
        == article
    )


@pytest.mark.parametrize("file", FILES[::6])
def test_the_lines_add_up_to_the_number(file: str) -> None:
    tie_breaks = [parse_tie_break(code) for code in SUMS]
    for row in standings(reference(file).history, SUMS, System.SWISS):
        for tie_break, value in zip(tie_breaks, row.values, strict=True):
            found = explained(tie_break, value, NAMES)
            counted = sum((Fraction(line.amount) for line in found.lines if not line.is_cut), Fraction(0))
            assert tie_break.show(counted) == tie_break.show(value.number), (row.number, found)


def test_every_kind_can_be_explained() -> None:
    for code, kind in TIE_BREAK_KINDS.items():
        if System.TABLES in kind.offered:  # tests/tournaments/tables
            continue
        system = System.ROUND_ROBIN if System.SWISS in kind.refused else System.SWISS
        for row in standings(reference(FILES[0]).history, [code], system):
            found = explained(TieBreak(kind), row.values[0], NAMES)
            assert found.lines or found.sums, code


def test_points_are_written_with_halves() -> None:
    assert [points_words(Fraction(*number)) for number in ((0, 1), (1, 2), (3, 1), (7, 2), (13, 4))] == [
        "0",
        "½",
        "3",
        "3½",
        "3.25",
    ]


def test_a_record_leaves_out_what_was_not_played() -> None:
    assert record([Code.WIN, Code.FORFEIT_WIN, Code.DRAW, Code.PAIRING_BYE, Code.LOSS, Code.WIN]) == (2, 1, 1)
