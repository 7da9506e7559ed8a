"""What rounds without a match bring, and what is said of them, in each format."""

from __future__ import annotations

import pytest

from competition.history import ABSENT, Code, Result
from tournaments.models.formats import all_formats, format_of
from tournaments.standings.result_words import BYES, SIGN_WORDS, legend


@pytest.mark.parametrize(
    ("slug", "code", "explained"),
    [
        ("swiss", Code.PAIRING_BYE, "No opponent was left: it counts as a win."),
        ("swiss", Code.HALF_BYE, "A round off that counts as a draw."),
        ("swiss", Code.ZERO_BYE, "Not paired in this round: no points."),
        (
            "round_robin",
            Code.PAIRING_BYE,
            "With an odd number of players everyone has one round without an opponent. It gives no points.",
        ),
        ("cup", Code.PAIRING_BYE, "No opponent in this round: on to the next one."),
        ("cup", Code.ZERO_BYE, "Left before this round, in which there was no opponent."),
        ("tables", Code.ZERO_BYE, "Not paired in this round: no points."),
        ("tables_all", Code.ZERO_BYE, "Not paired in this round: no points."),
        ("expedition", Code.ZERO_BYE, ""),
    ],
)
def test_a_bye_is_explained(slug: str, code: Code, explained: str) -> None:
    assert str(format_of(slug).byes_explained.get(code, "")) == explained


def test_a_bye_counts_except_for_the_free_round_of_a_round_robin() -> None:
    for rules in all_formats():
        for code in BYES:
            is_free = rules.slug == "round_robin" and code is Code.PAIRING_BYE
            assert rules.bye_result(code) == (ABSENT if is_free else Result(code)), (rules.slug, code)


@pytest.mark.parametrize(
    ("slug", "said", "explained"),
    [
        ("swiss", "not paired", "not paired, no points"),
        ("round_robin", "not paired", "not paired, no points"),
        ("cup", "not paired", "out of the cup"),
        ("tables", "not paired", "not paired, no points"),
        ("expedition", "missed", "round missed"),
    ],
)
def test_an_absence_has_a_name_and_a_sign(slug: str, said: str, explained: str) -> None:
    rules = format_of(slug)
    assert rules.noun(Code.ZERO_BYE) == said
    assert legend({"Z", "1"}, rules.signs_explained) == [("Z", explained)]


def test_every_sign_is_explained_in_every_format() -> None:
    for rules in all_formats():
        assert rules.signs_explained.keys() == SIGN_WORDS.keys(), rules.slug
