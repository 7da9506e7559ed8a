from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from competition.history import Code, Colour, Result
from competition.trf import BadTrf, Details, read_trf, remarks
from competition.trf.player_line import write_player
from tests.support.tournament_notation import history

from .files import in_bytes, player, read_with, text

FILLED = (
    "001    1 m GM Ivanchuk, Vasyl                   2678 UKR    14100010 1969/03/18  7.5    1     2 w 1  0000 - H",
    "001    2 w WM Ärztin, Özge                           TUR                         0.5          1 b 0  0000 - Z",
)


def test_every_column_is_read() -> None:
    document = read_trf(text(*FILLED))
    first, second = document.history.players
    assert (first.number, first.name, first.rating) == (1, "Ivanchuk, Vasyl", 2678)
    assert document.details[1] == Details("m", "GM", "UKR", "14100010", "1969/03/18", Fraction("7.5"), 1)
    assert (second.name, second.rating) == ("Ärztin, Özge", 0)
    assert (document.details[2].points, document.details[2].rank) == (Fraction("0.5"), None)


ACCENTS = ("Müller, Zoë", "Đorđević, Čedomir", "Яшин Лев Аристархович")  # the last has more bytes than columns


@pytest.mark.parametrize("rounds", [(), ("0000 - H",)])
def test_columns_counted_in_bytes_are_read_so_if_all_lines_fit(rounds: tuple[str, ...]) -> None:
    lines = [player(n, *rounds, name=name, rating="1900") for n, name in enumerate(("Ann", *ACCENTS), 1)]
    document = read_trf(b"\n".join([b"012 Caf\xc3\xa9", *map(in_bytes, lines)]))
    assert [(each.name, each.rating) for each in document.history.players] == [
        ("Ann", 1900), ("Müller, Zoë", 1900), ("Đorđević, Čedomir", 1900), ("Яшин Лев Аристарх", 1900)
    ]  # fmt: skip
    assert document.header.name == "Café"
    assert [len(each.results) for each in document.history.players] == [len(rounds)] * 4
    assert remarks(document)[0] == (
        "The columns of this file are counted in bytes, not in characters: names with accents show it."
    )
    assert remarks(read_trf(text(*lines))) == ()


def test_a_filled_blank_is_named_where_lines_fit_in_neither_way() -> None:
    lines = [in_bytes(player(1, name="Müller", rating="1900")), player(2, name="Zoë", rating="1900").encode()]
    with pytest.raises(BadTrf) as caught:
        read_trf(b"\n".join(lines))
    assert str(caught.value) == (
        "Line 1: column 48 should be blank, but it has “1” (columns 15 to 47: the name; from column 49: the rating)."
    )


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "latin-1"])
def test_files_of_any_encoding(encoding: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    document = read_trf((mark + text(player(1, name="Müller", rating="1900"))).encode(encoding))
    only = document.history.players[0]
    assert (only.name, only.rating) == ("Müller", 1900)


def test_results_of_every_kind() -> None:
    entries = "   2 w 1", "   2 b =", "   2 w 0", "   2 b W", "   2 w D", "   2 b L", "   2 w +", "   2 b -", "   2 w -"
    others = "   1 b 0", "   1 w =", "   1 b 1", "   1 w L", "   1 b D", "   1 w W", "   1 b -", "   1 w +", "   1 b -"
    document = read_trf(text(player(1, *entries), player(2, *others)))
    assert [result.code for result in document.history.players[0].results] == list("1=0WDL+--")
    assert {result.opponent for result in document.history.players[0].results} == {2}
    assert [result.colour for result in document.history.players[0].results] == list("wbwbwbwbw")


def test_byes_of_every_kind() -> None:
    document = read_trf(
        text(player(1, *(f"0000 - {letter}" for letter in "HFUZ"), "     - z", "0000    ", "", "        "))
    )
    assert [result.code for result in document.history.players[0].results] == list("HFUZZZ")


@pytest.mark.parametrize(("entry", "code"), [("0000 - +", "U"), ("0000 - =", "H"), ("0000 - -", "Z")])
def test_byes_as_they_were_written_in_2006(entry: str, code: str) -> None:
    assert read_trf(text(player(1, entry))).history.players[0].results == (Result(Code(code)),)


def test_letters_may_be_of_either_case() -> None:
    document = read_trf(text(player(1, "   2 W w", "0000 - h"), player(2, "   1 B l", "0000 - f")))
    assert document.history.players[0].results == (Result(Code("W"), 2, Colour.WHITE), Result(Code("H")))


@pytest.mark.parametrize("mark", [" ", "*", "X"])
def test_a_game_without_a_result_is_still_running(mark: str) -> None:
    document = read_trf(text(player(1, f"   2 w {mark}"), player(2, f"   1 b {mark}")))
    assert document.history.players[0].results == (Result(Code.RUNNING, 2, Colour.WHITE),)


def test_a_forfeit_may_stand_without_colours() -> None:
    document = read_trf(text(player(1, "   2 - +"), player(2, "   1 - -")))
    assert document.history.players[0].results == (Result(Code.FORFEIT_WIN, 2),)


def test_players_stand_in_the_order_of_their_numbers() -> None:
    document = read_trf(text(player(7, "   3 w 1"), player(3, "   7 b 0")))
    assert [each.number for each in document.history.players] == [3, 7]


def test_a_blank_in_a_round_that_stands_is_an_absence() -> None:
    document = read_trf(
        text(player(1, "   2 w 1", "   2 b 1"), player(2, "   1 b 0", "   1 w 0"), player(3, "        ", "0000 - H"))
    )
    assert document.history.players[2].results == (Result(Code.ZERO_BYE), Result(Code.HALF_BYE))


def test_a_player_who_left_may_have_no_columns_any_more() -> None:
    document = read_trf(text(player(1, "0000 - U", "   2 b 1"), player(2, "0000 - H", "   1 w 0"), player(3)))
    assert document.history.players[2].results == (Result(Code.ZERO_BYE),) * 2


def bad(*lines: str) -> str:
    with pytest.raises(BadTrf) as caught:
        read_trf(text(*lines))
    return str(caught.value)


OTHER = player(2, "   1 b 0")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("001", "the player’s starting number should be a number in columns 5 to 8, not “”."),
        ("001 abcd", "the player’s starting number should be a number in columns 5 to 8, not “abcd”."),
        ("001    0", "starting numbers count from 1, but a player has the number 0."),
        (player(1, rating="2OOO"), "the rating should be a number in columns 49 to 52, not “2OOO”."),
        (player(1, points="two"), "the points should be in columns 81 to 84, like 1.5, not “two”."),
        (player(1, "    2 w 1"), "player 1, round 1 should be in columns 92 to 99: four for the opponent,"),
    ],
)
def test_a_line_that_cannot_be_read_says_where_and_what_was_expected(line: str, message: str) -> None:
    assert bad(line, OTHER).startswith(f"Line 1: {message}")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("   2 x 1", "the colour in column 97 should be w, b or -, but it is “x”."),
        ("   2 w 5", "with an opponent the result should be one of 1 = 0 W D L + -, but it is “5”."),
        ("   2 w H", "with an opponent the result should be one of 1 = 0 W D L + -, but it is “H”."),
        ("0000 - 1", "without an opponent the result should be H, F, U or Z, but it is “1”."),
        ("0000 w U", "there is a colour but no opponent; a bye has the colour -."),
        ("   2 - 1", "a game that was played should have a colour, w or b."),
        ("   1 w 1", "the player is paired with themselves."),
        ("  x2 w 1", "the opponent should be a number in columns 92 to 95, not “x2”."),
    ],
)
def test_a_round_that_cannot_be_read_is_named(entry: str, message: str) -> None:
    assert bad(player(1, entry), OTHER) == f"Line 1: player 1, round 1: {message}"


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ("   3 w 1", "   1 b 0", "the opponent is player 3, who is not in this file."),
        ("   2 w 1", "0000 - H", "the opponent is player 2, who by line 2 met nobody in that round."),
        ("   2 w 1", "", "the opponent is player 2, who by line 2 met nobody in that round."),
        ("   2 w 1", "   1 w 0", "both players have the same colour (see line 2)."),
        ("   2 w 1", "   1 b 1", "the result 1 does not match the result 1 of player 2 in line 2."),
        ("   2 w =", "   1 b 1", "the result = does not match the result 1 of player 2 in line 2."),
        ("   2 w 1", "   1 b -", "the result 1 does not match the result - of player 2 in line 2."),
        ("   2 w +", "   1 b +", "the result + does not match the result + of player 2 in line 2."),
        ("   2 w  ", "   1 b 0", "the result (blank) does not match the result 0 of player 2 in line 2."),
    ],
)
def test_two_players_must_say_the_same_of_their_game(first: str, second: str, message: str) -> None:
    assert bad(player(1, first), player(2, second)) == f"Line 1: player 1, round 1: {message}"


@pytest.mark.parametrize(("first", "second"), [("0", "0"), ("=", "0"), ("1", "L"), ("-", "-")])
def test_results_by_decision_are_possible(first: str, second: str) -> None:
    document = read_trf(text(player(1, f"   2 w {first}"), player(2, f"   1 b {second}")))
    assert [each.results[0].code for each in document.history.players] == [first, second]


def test_a_number_is_given_once() -> None:
    assert bad(player(4), player(4)) == "Line 2: the starting number 4 is already taken by the player in line 1."


def test_pairing_by_rank_is_refused_unless_it_is_the_order_of_the_numbers() -> None:
    read_with("XXC rank white1")
    assert "“rank” asks for pairing by the order of the lines" in bad(player(2), player(1), "XXC rank")


# -- writing ---------------------------------------------------------------------------------------------------------


def test_every_column_is_written() -> None:
    details = Details("w", "GM", "POL", "1100011", "1999/12/31", Fraction("2.5"), 1)
    (ewa,) = history("1: 2w1 3b= H").players
    first = write_player(replace(ewa, name="Nowak, Ewa", rating=2345), details)
    #          1         2         3         4         5         6         7         8         9        10        11
    #      789 123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789 12345
    assert (
        first
        == "001    1 w GM Nowak, Ewa                        2345 POL     1100011 1999/12/31  2.5    1     2 w 1     "
        "3 b =  0000 - H"
    )
    assert [first[5 - 1 : 8], first[10 - 1], first[11 - 1 : 13], first[15 - 1 : 25 - 1]] == [
        "   1",
        "w",
        " GM",
        "Nowak, Ewa",
    ]
    assert [first[49 - 1 : 52], first[54 - 1 : 56], first[58 - 1 : 68]] == ["2345", "POL", "    1100011"]
    assert [first[70 - 1 : 79], first[81 - 1 : 84], first[86 - 1 : 89]] == ["1999/12/31", " 2.5", "   1"]
    assert [first[92 - 1 : 99], first[102 - 1 : 109], first[112 - 1 : 119]] == ["   2 w 1", "   3 b =", "0000 - H"]


def test_the_bye_of_the_pairing_is_a_u() -> None:
    (row,) = history("1: 1b0 U").players
    assert write_player(row, Details()).endswith("     1 b 0  0000 - U")


def test_a_running_game_has_no_result() -> None:
    (row,) = history("1: 2w*").players
    assert write_player(row, Details()).endswith("     2 w  ")
