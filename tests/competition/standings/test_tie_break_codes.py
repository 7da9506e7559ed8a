from __future__ import annotations

from fractions import Fraction

import pytest
from django.utils import translation

from competition.history import System
from competition.standings import TIE_BREAK_KINDS, BadTieBreak, TieBreak, offered, parse_tie_break


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("BH", "BH"),
        ("bh/c1", "BH/C1"),
        (" BH-C2 ", "BH/C2"),
        ("BH-M1", "BH/M1"),
        ("KS/L1", "KS/L+1"),
        ("KS/L-2", "KS/L-2"),
        ("AOB/F", "AOB/F"),
        ("DE/P", "DE/P"),
        ("OTHER_VPD", "VPD"),
    ],
)
def test_codes_are_read_as_they_are_written_elsewhere(text: str, code: str) -> None:
    assert parse_tie_break(text).code == code
    assert parse_tie_break(parse_tie_break(text).trf_code) == parse_tie_break(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "XY",
        "BH/",
        "BH/C",
        "BH/C0",
        "BH/X1",
        "BH/C1/C1",
        "BH/C1/M1",
        "WIN/C1",
        "KS/L",
        "KS/L0",
        "PS/M1",
        "DE/F",
        "BH/²",
    ],
)
def test_what_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(BadTieBreak):
        parse_tie_break(text)


def test_an_unknown_code_is_answered_with_what_there_is() -> None:
    with pytest.raises(BadTieBreak, match=r"^There is no tie-break “XY”\. There are PTS, BH, .*VPS, .*TOP\.$"):
        parse_tie_break("XY")


def test_an_unknown_variant_is_answered_with_what_there_is() -> None:
    with pytest.raises(BadTieBreak, match="variants of BH are written like BH/C1 or BH/M1"):
        parse_tie_break("BH/L1")
    with pytest.raises(BadTieBreak, match="WIN has no variants"):
        parse_tie_break("WIN/C1")


@pytest.mark.parametrize(
    ("code", "articles"),
    [
        ("BH", ["8.1"]),
        ("BH/C1", ["8.1", "14.1"]),
        ("SB/M2", ["9.1", "14.4"]),
        ("KS/L+1", ["9.2", "14.5"]),
        ("AOB/F", ["8.2", "8.3"]),
        ("DE/P", ["6", "6.1.1"]),
        ("VPD", []),
    ],
)
def test_each_names_its_articles(code: str, articles: list[str]) -> None:
    assert list(parse_tie_break(code).articles) == articles


@pytest.mark.parametrize(
    ("code", "name", "explained"),
    [
        ("BH/C1", "Buchholz cut-1", "The lowest is left out."),
        ("BH/C2", "Buchholz cut-2", "The two lowest are left out."),
        ("BH/M1", "Buchholz median-1", "The lowest and the highest are left out."),
        ("PS/C1", "Progressive score cut-1", "The earliest is left out."),
        ("KS/L-2", "Koya, limit -2 half points", "That half is taken 1.0 points lower."),
    ],
)
def test_each_says_what_it_does(code: str, name: str, explained: str) -> None:
    assert parse_tie_break(code).name == name
    assert (
        parse_tie_break(code).explanation.endswith(f". {explained}") or explained in parse_tie_break(code).explanation
    )


def test_every_kind_has_words_for_everybody() -> None:
    for kind in TIE_BREAK_KINDS.values():
        assert kind.name
        assert kind.explanation.endswith(".")
        assert TIE_BREAK_KINDS[kind.code] is kind


@pytest.mark.parametrize(
    ("code", "number", "shown"),
    [
        ("BH", Fraction(26), "26.0"),
        ("BH", Fraction(105, 4), "26.25"),
        ("SB", Fraction(37, 2), "18.50"),
        ("WIN", Fraction(4), "4"),
        ("VPD", Fraction(-3), "−3"),
        ("ARO", None, "–"),
    ],
)
def test_numbers_are_shown_with_their_decimals(code: str, number: Fraction | None, shown: str) -> None:
    assert parse_tie_break(code).show(number) == shown


def test_what_an_organiser_may_choose() -> None:
    swiss = {kind.code for kind in offered(System.SWISS)}
    round_robin = {kind.code for kind in offered(System.ROUND_ROBIN)}
    assert {"BH", "FB", "AOB", "PS"} <= swiss - round_robin
    assert round_robin - swiss == {"KS"}
    assert {"SB", "DE", "WIN", "VPD", "MPS"} <= swiss & round_robin


def test_it_can_be_kept_in_a_set() -> None:
    assert len({parse_tie_break("BH/C1"), TieBreak(TIE_BREAK_KINDS["BH"]), parse_tie_break("bh-c1")}) == 2


@pytest.mark.parametrize(
    ("code", "english", "german"),
    [("PTS", "PTS", "Pkt."), ("BH", "BH", "Bu"), ("BH/C1", "BH/C1", "Bu−1"), ("SB/C2", "SB/C2", "SoBe−2")],
)
def test_it_is_abbreviated_as_players_write_it(code: str, english: str, german: str) -> None:
    tie_break = TieBreak(TIE_BREAK_KINDS["PTS"]) if code == "PTS" else parse_tie_break(code)
    for language, words in (("en", english), ("de", german)):
        with translation.override(language):
            assert str(tie_break.abbreviation) == words
