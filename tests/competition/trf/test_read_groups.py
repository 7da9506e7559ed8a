"""What a file says beside its players."""

from __future__ import annotations

from fractions import Fraction

import pytest

from competition.history import Code, Colour, Forbidden, Scoring, System
from competition.trf import BadTrf, Header, read_trf

from .files import GAME, player, read_with, text

ONE, HALF = Fraction(1), Fraction(1, 2)
HEADER = (
    "012 Open of Łódź",
    "022 Łódź",
    "032 POL",
    "042 2026/03/01",
    "052 2026/03/09",
    "062 2",
    "072 2",
    "082 0",
    "092 Individual: Swiss-System",
    "102 Kowalska, Anna",
    "112 Nowak, Jan",
    "112 Nowak, Ewa",
    "122 90 min",
    f"{'132':<91}26/03/01  26/03/02",
    "172 POL FIDON",
    "182 Some program",
    "192 FIDE_DUTCH_2026",
    "202 BH/C1,BH, SB",
    "212 PTS,BH/C1,BH,SB",
    "222 5400+30",
)


def test_the_header() -> None:
    document = read_with(*HEADER)
    assert document.header == Header(
        name="Open of Łódź",
        city="Łódź",
        federation="POL",
        start="2026/03/01",
        end="2026/03/09",
        teams="0",
        kind="Individual: Swiss-System",
        arbiter="Kowalska, Anna",
        deputies=("Nowak, Jan", "Nowak, Ewa"),
        time_control="90 min",
        round_dates=("26/03/01", "26/03/02"),
        ranking_method="POL FIDON",
        controller="Some program",
        type_code="FIDE_DUTCH_2026",
        tie_breaks=("BH/C1", "BH", "SB"),
        standings=("PTS", "BH/C1", "BH", "SB"),
        coded_time_control="5400+30",
    )


@pytest.mark.parametrize(
    ("line", "system"),
    [
        ("192 FIDE_DUTCH_2026", System.SWISS),
        ("192 BERGER_ROUNDROBIN_G2", System.ROUND_ROBIN),
        ("192 fide_doubleroundrobin", System.ROUND_ROBIN),
        ("092 Individual: Round-Robin", System.ROUND_ROBIN),
        ("092 round robin, all play all", System.ROUND_ROBIN),
        ("012 Round Robin Memorial", System.SWISS),
    ],
)
def test_the_system_follows_from_the_type(line: str, system: System) -> None:
    assert read_with(line).header.system is system


@pytest.mark.parametrize(
    ("line", "colour"),
    [("152 W", Colour.WHITE), ("152 b", Colour.BLACK), ("XXC white1", Colour.WHITE), ("XXC rank black1", Colour.BLACK)],
)
def test_the_initial_colour(line: str, colour: Colour) -> None:
    assert read_with(line).history.initial_colour is colour


def test_the_initial_colour_may_be_unsaid() -> None:
    assert read_with().history.initial_colour is None


@pytest.mark.parametrize(
    ("lines", "scoring"),
    [
        ([], Scoring()),
        (["162  W 3.0    D 1.0"], Scoring(Fraction(3), ONE)),
        (["162  P 0.5"], Scoring(pairing_bye=HALF)),
        (["162  W 3.0    D 1.0    L 0.0    A 0.5    P 3.0    X 1.0"], Scoring(Fraction(3), ONE, absence=HALF)),
        (["162 W  3.0", "162 D  2.0", "162 L  1.0"], Scoring(Fraction(3), Fraction(2), ONE)),
        (["XXS W=3 D=1 PAB=3"], Scoring(Fraction(3), ONE)),
        (["XXS W=3", "XXS D=1"], Scoring(Fraction(3), ONE, pairing_bye=ONE)),
        (["XXS PAB=.5"], Scoring(pairing_bye=HALF)),
        (["XXS WW=3 BW=3 FW=3 FPB=3 D=1 PAB=3"], Scoring(Fraction(3), ONE)),
        (["XXS W=1.0 D=0.5 WL=0.0 BL=0.0 FL=0.5 ZPB=0.5"], Scoring(absence=HALF)),
        (["BBW  3.0", "BBD  1.0"], Scoring(Fraction(3), ONE)),
        (
            ["BBW  3.0", "BBD  2.0", "BBL  1.0", "BBU  2.0", "BBZ  0.5", "BBF  0.5"],
            Scoring(Fraction(3), Fraction(2), ONE, Fraction(2), HALF),
        ),
    ],
)  # fmt: skip
def test_what_results_are_worth(lines: list[str], scoring: Scoring) -> None:
    assert read_with(*lines).history.scoring == scoring


def test_forbidden_pairs() -> None:
    history = read_trf(text("142 9", player(1), player(2), player(3), "260 002 004    1    2    3", "XXP 1 3")).history
    assert history.forbidden == (Forbidden(frozenset({1, 2, 3}), 2, 4), Forbidden(frozenset({1, 3}), 1, 9))


def test_virtual_points_by_ranges() -> None:
    history = read_trf(
        text("142 9", player(1), player(2), player(4), "250      01.0 001 002 0001 0003", "250       0.5 003     0002")
    ).history
    assert history.virtual_points == {(1, 1): 1, (1, 2): 1, (2, 1): 1, (2, 2): 1, (3, 2): HALF}


def test_virtual_points_player_by_player() -> None:
    history = read_trf(text("XXR 9", player(1), player(2), "XXA    2  1.0  1.0  0.5  0.0")).history
    assert history.virtual_points == {(1, 2): 1, (2, 2): 1, (3, 2): HALF}


def test_baku_acceleration_follows_from_the_type() -> None:
    """Ten players: six of them, a whole point in rounds 1 to 3 of 9, half a point in 4 and 5."""
    lines = [player(number) for number in range(1, 11)]
    points = read_trf(text("142 9", "192 FIDE_DUTCH_2026_BAKU", *lines)).history.virtual_points
    assert {number for _, number in points} == {1, 2, 3, 4, 5, 6}
    assert {index: points[index, 1] for index, number in points if number == 1} == {1: 1, 2: 1, 3: 1, 4: HALF, 5: HALF}


def test_explicit_virtual_points_go_before_those_of_the_type() -> None:
    points = read_with("142 9", "192 FIDE_DUTCH_BAKU", "250      01.0 001 001 0002 0002").history.virtual_points
    assert points == {(1, 2): 1}


def test_points_by_decision() -> None:
    game, bye = player(1, "   2 w 1", "0000 - H"), player(2, "   1 b 0", "0000 - H")
    history = read_trf(
        text(game, bye, "299 W        0.5 001    1", "299          -1.0 002    1    2", "299 H         0.0 000    2")
    ).history
    assert history.extra_points == {(1, 1): -HALF, (2, 1): -1, (2, 2): -ONE - HALF}
    assert [history.points(each) for each in history.players] == [0, -1]


def test_other_records_are_kept_as_they_stand() -> None:
    lines = [
        "BEL    1      Somebody                          1900",
        "013 A team                             1    2",
        "DDD",
    ]
    assert read_with(*lines).other == tuple(lines)


def test_comments_and_empty_lines_say_nothing() -> None:
    assert read_with("### 142 9", "", "   ", "\x1a") == read_with()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hello there", "Line 3: a line of TRF begins with a code of three letters or digits and a blank,"),
        (" 001", "Line 3: a line of TRF begins with a code"),
        ("152 red", "Line 3: record 152 should give the initial colour as W or B, not “red”."),
        ("XXC green1", "Line 3: record XXC can hold white1, black1 and rank, not “green1”."),
        ("162 three", "Line 3: record 162 should give points by letters (W win, D draw,"),
        ("XXS W:3", "Line 3: record XXS should give points like W=3 D=1, not “W:3”."),
        ("XXS W=lots", "Line 3: points should be a number like 1 or 0.5, not “lots”."),
        ("BBW", "Line 3: points should be a number like 1 or 0.5, not “”."),
        ("XXS WW=3", "Line 3: the points of a win differ by colour or by how it came about (WW, BW, FW, FPB);"),
        ("BBZ 0.5", "Line 3: the points of an absence differ by colour or by how it came about (ZPB, FL);"),
        ("260 001 009    1", "Line 3: name at least two players who may not meet."),
        ("260 004 002    1    2", "Line 3: the first round (4) comes after the last (2)."),
        ("260 abc 002    1    2", "Line 3: the round should be a number from 1 to 999."),
        ("XXP 1 7", "Line 3: there is no player 7 in this file."),
        ("250 01.0 01.0 001 003 0001 0002", "Line 3: columns 5 to 8 are for the match points of teams"),
        ("250      xx.0 001 003 0001 0002", "Line 3: the virtual points should be in columns 10 to 13, like"),
        ("250      01.0 003 001 0001 0002", "Line 3: the first round and the first player should not come"),
        ("XXA    7  1.0", "Line 3: there is no player 7 in this file."),
        ("XXA    1  one", "Line 3: the virtual points of round 1 should be in columns 10 to 13, like 1.5,"),
        ("299 Q        0.5 001    1", "Line 3: column 5 should hold one of W D L F H Z + - or be blank, not “Q”"),
        ("299          0.5        1", "Line 3: columns 20 to 22 should say in which round the points"),
        ("310   1 A team", "Line 3: record 310 belongs to a team tournament, and only tournaments"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_the_line_and_what_was_expected(line: str, message: str) -> None:
    with pytest.raises(BadTrf) as caught:
        read_with(line)
    assert str(caught.value).startswith(message)
    assert caught.value.line == 3


def test_two_initial_colours_are_one_too_many() -> None:
    with pytest.raises(BadTrf, match=r"Line 4: the initial colour differs from that in an earlier line"):
        read_with("152 W", "XXC black1")


def test_baku_acceleration_needs_half_points_for_draws() -> None:
    with pytest.raises(BadTrf, match="Baku acceleration, which needs a draw to be worth half a win"):
        read_with("142 9", "192 FIDE_DUTCH_2026_BAKU", "162  W 3.0    D 1.0")


def test_acceleration_without_end_is_refused() -> None:
    lines = [player(number) for number in range(1, 301)]
    with pytest.raises(BadTrf, match="accelerates too many players in too many rounds"):
        read_trf(text(*lines, "250      01.0 001 999 0001 9999"))
    with pytest.raises(BadTrf, match="would accelerate too many players"):
        read_trf(text("142 999", "192 FIDE_DUTCH_BAKU", *lines))


@pytest.mark.parametrize("data", ["", "\n\n", b"", "012 Nobody came"])
def test_a_file_without_players_is_refused(data: str | bytes) -> None:
    with pytest.raises(BadTrf, match="There is no player in this file: no line begins with 001"):
        read_trf(data)


@pytest.mark.parametrize("line_end", ["\r", "\n", "\r\n"])
def test_lines_may_end_in_any_way(line_end: str) -> None:
    assert read_trf(line_end.join([*GAME, "142 9"])) == read_with("142 9")


def test_lines_are_counted_as_an_editor_does() -> None:
    with pytest.raises(BadTrf, match=r"^Line 4: "):
        read_trf("012 One\r\n\r\n### three\r\n142 x\r\n")


def test_a_line_does_not_end_where_only_some_think_it_does() -> None:
    assert read_with("012 One\x0btwo\u2028three\x85four").header.name == "One two three four"


def test_nothing_comes_in_that_a_database_refuses() -> None:
    assert read_with("012 One\x00two\ud800three").header.name == "One two three"


@pytest.mark.parametrize(
    "data",
    [
        "012 Łódź\n".encode() + text(*GAME).encode(),
        b"\xef\xbb\xbf" + "012 Łódź\n".encode() + text(*GAME).encode(),
    ],
)
def test_bytes_are_utf_8(data: bytes) -> None:
    assert read_trf(data).header.name == "Łódź"


def test_bytes_that_are_not_utf_8_are_latin_1() -> None:
    assert read_trf(b"012 M\xfcnchen\r" + text(*GAME).encode()).header.name == "München"


def test_a_mark_at_the_beginning_of_a_text_is_none() -> None:
    assert read_trf("\ufeff" + text(*GAME)) == read_with()
    assert read_with().history.players[0].results[0].code is Code.WIN
