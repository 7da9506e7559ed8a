from __future__ import annotations

from fractions import Fraction

import pytest

from competition.history import Code, Colour, Forbidden, History, Player, Scoring
from competition.trf import CannotWrite, Details, Document, Edition, Header, PlannedBye, read_trf, write_trf
from tests.support.tournament_notation import THREE_ONE_NOTHING, history

HALF = Fraction(1, 2)
TABLE = history(
    """
    1: 2w1 3b= H
    2: 1b0 U
    3: F 1w=
    """,
    rounds=5,
    initial_colour=Colour.WHITE,
)


def lines(document: Document, edition: Edition = Edition.TRF26, *tags: str) -> list[str]:
    written = write_trf(document, edition).split("\r\n")
    assert written.pop() == ""
    return [line for line in written if line[:3] in tags or not tags]


def test_points_and_ranks_are_counted_where_nobody_says_them() -> None:
    """With the bye of the coming round, as pairing programs have it."""
    rows = lines(Document(TABLE), Edition.TRF26, "001")
    assert [(row[80:84], row[85:89]) for row in rows] == [(" 2.0", "   1"), (" 1.0", "   3"), (" 1.5", "   2")]


def test_equal_points_share_a_rank() -> None:
    rows = lines(Document(history("1: 2w=\n2: 1b=\n3: U")), Edition.TRF26, "001")
    assert [row[85:89] for row in rows] == ["   2", "   2", "   1"]


def test_the_tournament_in_trf26() -> None:
    header = Header(
        name="An open",
        deputies=("One", "Two"),
        round_dates=("26/03/01", "", "26/03/05"),
        type_code="FIDE_DUTCH_2026",
        tie_breaks=("BH/C1", "SB"),
        standings=("PTS", "BH/C1", "SB"),
    )
    document = Document(TABLE, header, byes=(PlannedBye(Code.HALF_BYE, 4, 3), PlannedBye(Code.HALF_BYE, 4, 1)))
    assert [line for line in lines(document) if not line.startswith("001")] == [
        "012 An open",
        "062 3",
        "072 3",
        "112 One",
        "112 Two",
        f"{'132':<91}26/03/01            26/03/05",
        "142 5",
        "152 W",
        "192 FIDE_DUTCH_2026",
        "202 BH/C1,SB",
        "212 PTS,BH/C1,SB",
        "240 H 003    1",
        "240 H 004    1    3",
    ]


def test_the_tournament_in_trf16_has_the_extensions_of_pairing_programs() -> None:
    table = history(
        "1: 2w1\n2: 1b0\n3: U",
        rounds=5,
        initial_colour=Colour.BLACK,
        scoring=THREE_ONE_NOTHING,
        forbidden=(Forbidden(frozenset({1, 3}), 1, 2), Forbidden(frozenset({2, 3}), 4, 5)),
        virtual_points={(1, 1): Fraction(1), (3, 1): HALF},
    )
    document = Document(table, Header(name="An open", type_code="FIDE_DUTCH_2026"))
    assert [line for line in lines(document, Edition.TRF16) if not line.startswith("001")] == [
        "012 An open",
        "062 3",
        "072 3",
        "BBD  1.0",
        "BBU  3.0",
        "BBW  3.0",
        "XXC black1",
        "XXR 5",
        "XXS W=3.0 D=1.0 PAB=3.0",
        "XXA    1  1.0  0.0  0.5",
        "XXP 1 3",
    ]


@pytest.mark.parametrize(
    ("scoring", "record"),
    [
        (Scoring(), []),
        (THREE_ONE_NOTHING, ["162  W 3.0    D 1.0"]),
        (Scoring(pairing_bye=HALF), ["162  P 0.5"]),
        (
            Scoring(Fraction(3), Fraction(2), Fraction(1), Fraction(2), HALF),
            ["162  W 3.0    D 2.0    L 1.0    A 0.5    P 2.0"],
        ),
    ],
)
def test_only_unusual_scoring_is_said(scoring: Scoring, record: list[str]) -> None:
    assert lines(Document(history("1: U", scoring=scoring)), Edition.TRF26, "162") == record


def test_virtual_points_are_as_few_ranges_as_possible() -> None:
    virtual = {(index, number): Fraction(1) for index in (1, 2) for number in (1, 2, 3)}
    virtual |= {(3, number): HALF for number in (1, 2, 3, 5)} | {(5, 5): HALF}
    table = history("1: U\n2: H\n3: H\n5: H", rounds=9, virtual_points=virtual)
    assert lines(Document(table), Edition.TRF26, "250") == [
        "250      01.0 001 002 0001 0003",
        "250      00.5 003 003 0001 0003",
        "250      00.5 003 003 0005 0005",
        "250      00.5 005 005 0005 0005",
    ]


def test_forbidden_pairs_and_points_by_decision() -> None:
    table = history(
        "1: 2w1\n2: 1b0",
        rounds=9,
        forbidden=(Forbidden(frozenset({2, 1}), 2, 9),),
        extra_points={(1, 1): Fraction(-1), (1, 2): HALF},
    )
    assert lines(Document(table), Edition.TRF26, "260", "299") == [
        "260 002 009    1    2",
        "299          -1.0  001    1",
        "299           0.5  001    2",
    ]


def test_nothing_that_somebody_typed_breaks_the_columns() -> None:
    name = "A\r\n001 very\tlong name, longer than the columns"
    table = History((Player(1, name, 1500),), 3)
    document = read_trf(write_trf(Document(table, Header(name="Two\nlines", city="\x00")), line_end="\n"))
    assert document.history.players[0].name == "A  001 very long name, longer tha"
    assert (document.header.name, document.header.city) == ("Two lines", "")


def test_names_in_any_script_keep_their_columns() -> None:
    table = History((Player(1, "王小明", 1500), Player(2, "Сидоров, Пётр", 1400)), 3)
    assert [each.name for each in read_trf(write_trf(Document(table))).history.players] == ["王小明", "Сидоров, Пётр"]


@pytest.mark.parametrize("line_end", ["\r", "\n", "\r\n"])
def test_lines_end_as_asked(line_end: str) -> None:
    text = write_trf(Document(TABLE), line_end=line_end)
    assert text.count(line_end) == len(text.splitlines())
    assert text.endswith(line_end)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (History((Player(12345),), 3), "The player’s starting number 12345 doesn’t fit into TRF’s 4 columns."),
        (History((Player(1, rating=10000),), 3), "The rating 10000 doesn’t fit into TRF’s 4 columns."),
        (
            history("1: U", scoring=Scoring(pairing_bye=Fraction(1, 4))),
            "The points of a result 0.25 don’t fit into TRF, which has room for one decimal.",
        ),
        (
            history("1: U", scoring=Scoring(pairing_bye=Fraction(100))),
            "The points of a result 100.0 don’t fit into TRF’s 4 columns.",
        ),
        (
            history("1: U", virtual_points={(1, 1): Fraction(1, 3)}),
            "The virtual points 0.333333 don’t fit into TRF, which has room for one decimal.",
        ),
        (
            history("1: U", extra_points={(1, 1): Fraction(-10)}),
            "The points by decision -10.0 don’t fit into TRF’s 4 columns.",
        ),
    ],
)
def test_what_has_no_room_is_named(table: History, message: str) -> None:
    with pytest.raises(CannotWrite) as caught:
        write_trf(Document(table, details={player.number: Details(points=Fraction(0)) for player in table.players}))
    assert str(caught.value) == message


def test_what_is_not_said_is_not_written() -> None:
    document = Document(history("1: 2w1\n2: 1b0"), rounds_stated=False)
    assert not lines(document, Edition.TRF26, "142", "152", "132", "192", "202")
