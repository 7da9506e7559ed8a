from __future__ import annotations

import pytest

from competition.history import Code, Colour, Result
from tournaments.standings.result_words import BYE_EXPLAINED, BYES, SIGN_WORDS, both, noun, sign, words

UNPLAYED = set(Code) - set("1=0WDL*")


@pytest.mark.parametrize(("code", "shown"), [("1", "1"), ("W", "1"), ("=", "½"), ("D", "½"), ("0", "0"), ("L", "0")])
def test_what_was_played_is_a_number(code: str, shown: str) -> None:
    assert sign(Code(code)) == shown


def test_what_was_not_played_never_looks_like_a_result_and_is_explained() -> None:
    for code in UNPLAYED:
        assert sign(code) not in {"1", "½", "0"}
        assert SIGN_WORDS[sign(code)]


def test_every_bye_has_a_name_and_an_explanation() -> None:
    assert set(BYES) == set(BYE_EXPLAINED) == {Code(letter) for letter in "UFHZ"}


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (Result(Code.WIN, 2, Colour.WHITE), "beat Ben"),
        (Result(Code.DRAW, 2, Colour.WHITE), "drew with Ben"),
        (Result(Code.LOSS, 2, Colour.WHITE), "lost to Ben"),
        (Result(Code.FORFEIT_WIN, 2, Colour.WHITE), "won by forfeit against Ben"),
        (Result(Code.FORFEIT_LOSS, 2, Colour.WHITE), "lost by forfeit to Ben"),
        (Result(Code.FORFEIT_LOSS), "lost by forfeit"),
        (Result(Code.RUNNING, 2, Colour.WHITE), "plays Ben"),
        (Result(Code.HALF_BYE), "half-point bye"),
    ],
)
def test_a_result_is_said_of_its_player(result: Result, said: str) -> None:
    assert words(result, "Ben") == said


@pytest.mark.parametrize(
    ("code", "said"), [("1", "won"), ("=", "drawn"), ("0", "lost"), ("+", "won by forfeit"), ("-", "lost by forfeit")]
)
def test_a_result_can_be_said_without_the_opponent(code: str, said: str) -> None:
    assert noun(Code(code)) == said


@pytest.mark.parametrize(
    ("white", "black", "shown"),
    [("1", "0", "1–0"), ("=", "=", "½–½"), ("+", "-", "+ : −"), ("-", "-", "− : −"), ("=", "0", "½–0")],
)
def test_a_pairing_is_announced(white: str, black: str, shown: str) -> None:
    assert both(white, black) == shown
