from __future__ import annotations

from engine.fortress.cards.cards import ALL_CARDS, is_royal, read_card, value, write_cards


def test_the_order_of_the_cards() -> None:
    text = write_cards(ALL_CARDS)
    assert text.startswith("Ac2c3c4c5c6c7c8c9cTcJcQcKcAd")
    assert text.endswith("KhAs2s3s4s5s6s7s8s9sTsJsQsKs")


def test_royals_are_equal_in_rank_and_lower_than_an_ace() -> None:  # R1
    assert [value(read_card(card) or 0) for card in ("Ac", "2d", "Th", "Js", "Qc", "Kd")] == [1, 2, 10, 0, 0, 0]
    assert [is_royal(read_card(card) or 0) for card in ("Ac", "Th", "Js", "Qc", "Kd")] == [False, False, *[True] * 3]


def test_a_text_that_is_no_card() -> None:
    assert read_card("1c") is read_card("7x") is read_card("10c") is None
