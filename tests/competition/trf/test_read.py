"""Which rounds stand, who is absent from the coming one, and whether a file agrees with itself."""

from __future__ import annotations

import pytest

from competition.history import Code, Result
from competition.trf import BadTrf, Document, PlannedBye, differing_points, read_trf

from .files import GAME, player, read_with, text

H, Z, F = Result(Code.HALF_BYE), Result(Code.ZERO_BYE), Result(Code.FULL_BYE)
THIRD = player(3, "0000 - U")


def coming(document: Document) -> dict[int, tuple[Result, ...]]:
    """What the players have beyond the rounds that stand."""
    paired = document.history.paired_rounds
    return {each.number: each.results[paired:] for each in document.history.players if len(each.results) > paired}


def test_byes_in_the_columns_of_the_coming_round() -> None:
    document = read_trf(text("142 5", player(1, "   2 w 1", "0000 - H"), player(2, "   1 b 0"), THIRD))
    assert document.history.paired_rounds == 1
    assert coming(document) == {1: (H,)}


def test_byes_before_the_first_round() -> None:
    document = read_trf(text("142 5", player(1), player(2, "0000 - Z"), player(3)))
    assert document.history.paired_rounds == 0
    assert coming(document) == {2: (Z,)}


def test_a_round_in_which_everybody_has_a_bye_stands() -> None:
    assert read_trf(text(player(1, "0000 - H"), player(2, "0000 - Z"))).history.paired_rounds == 1


def test_a_pairing_bye_that_is_given_ahead_is_one_of_the_coming_round() -> None:
    document = read_trf(text("142 5", *GAME, player(3, "0000 - U", "0000 - U")))
    assert document.history.paired_rounds == 1
    assert coming(document) == {3: (Result(Code.PAIRING_BYE),)}
    before = read_trf(text("142 5", player(1), player(2), player(3, "0000 - U")))
    assert before.history.paired_rounds == 0


def test_byes_of_record_240() -> None:
    document = read_trf(text("142 5", *GAME, THIRD, "240 H 002    3", "240 F 002    2", "240 Z 004    1    3"))
    assert coming(document) == {2: (F,), 3: (H,)}
    assert document.byes == (PlannedBye(Code.ZERO_BYE, 4, 1), PlannedBye(Code.ZERO_BYE, 4, 3))


def test_absent_players_of_javafo() -> None:
    document = read_trf(text("XXR 5", *GAME, THIRD, "XXZ 3", "XXZ 2"))
    assert coming(document) == {2: (Z,), 3: (Z,)}


def test_an_absent_player_keeps_the_bye_that_is_named_elsewhere() -> None:
    document = read_trf(text("XXR 5", player(1, "   2 w 1", "0000 - H"), player(2, "   1 b 0"), THIRD, "XXZ 1 3"))
    assert coming(document) == {1: (H,), 3: (Z,)}


def test_record_240_may_repeat_a_round_that_stands() -> None:
    document = read_trf(
        text(player(1, "   2 w 1"), player(2, "   1 b 0"), player(3, "0000 - H"), player(4), "240 H 001    3    4")
    )
    assert document.history.players[2].results == document.history.players[3].results == (H,)


def test_the_columns_of_later_rounds_are_planned_byes() -> None:
    """Some programs fill all the rest of a player who left."""
    document = read_trf(
        text("142 4", player(1, "   2 w 1", "0000 - Z", "0000 - Z", "0000 - Z"), player(2, "   1 b 0"), THIRD)
    )
    assert document.history.paired_rounds == 1
    assert coming(document) == {1: (Z,)}
    assert document.byes == (PlannedBye(Code.ZERO_BYE, 3, 1), PlannedBye(Code.ZERO_BYE, 4, 1))


@pytest.mark.parametrize("line", ["142 7", "XXR 7", "142    7  "])
def test_the_number_of_rounds(line: str) -> None:
    document = read_with(line)
    assert (document.history.rounds, document.rounds_stated) == (7, True)


def test_without_a_number_of_rounds_there_are_those_with_results() -> None:
    document = read_with()
    assert (document.history.rounds, document.rounds_stated) == (1, False)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["142 x"], "Line 3: the number of rounds should be a number from 1 to 999."),
        (["142 0"], "Line 3: the number of rounds should be a number from 1 to 999."),
        (["142 99999999999999999999"], "Line 3: the number of rounds should be a number from 1 to 999."),
        (["142 7", "XXR 9"], "Line 4: the number of rounds is 9 here, but 7 in line 3."),
        (["240 X 002    1"], "Line 3: record 240 should say which bye (F, H or Z) in column 5, not “X”."),
        (["240 H abc    1"], "Line 3: the round should be a number from 1 to 999."),
        (["240 H 002    9"], "Line 3: there is no player 9 in this file."),
        (["XXZ 9"], "Line 3: there is no player 9 in this file."),
        (["XXZ x"], "Line 3: the players should be numbers from 1 up, but “x” is among them."),
        (["240 H 001    1"], "Line 3: player 1 has the bye H in round 1 here, but another result in line 1."),
        (["240 H 003    1", "240 Z 003    1"], "Line 4: player 1 has another bye in round 3 already."),
    ],
)
def test_what_is_wrong_with_rounds_and_byes(lines: list[str], message: str) -> None:
    with pytest.raises(BadTrf) as caught:
        read_with(*lines)
    assert str(caught.value) == message


def test_no_more_rounds_than_there_are() -> None:
    with pytest.raises(BadTrf) as caught:
        read_trf(text("142 1", player(1, "   2 w 1", "   2 b 1"), player(2, "   1 b 0", "   1 w 0")))
    assert (
        str(caught.value) == "Line 2: player 1 has a result in round 2, but line 1 says that the number of rounds is 1."
    )


# -- points --------------------------------------------------------------------------------------------------------


def said(points: str, *lines: str) -> tuple[str, ...]:
    rows = player(1, "   2 w 1", "0000 - H", points=points), player(2, "   1 b 0", points="0.0")
    return differing_points(read_trf(text("142 5", *rows, *lines)))


@pytest.mark.parametrize("points", ["1.0", "1.5", ""])
def test_the_bye_of_the_coming_round_may_be_in_the_points_or_not(points: str) -> None:
    assert said(points) == ()


@pytest.mark.parametrize("points", ["2.0", "2.5"])
def test_virtual_points_may_be_in_them(points: str) -> None:
    assert said(points, "250      01.0 001 002 0001 0001") == ()


def test_other_points_are_named() -> None:
    assert said("3.0") == ("The points of player 1 are given as 3, but the results are worth 1.",)


def test_scoring_that_the_file_does_not_say_shows() -> None:
    assert said("3.0", "162  W 3.0    D 1.0") == ()
