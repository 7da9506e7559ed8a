"""One attack on one end, worked out by hand from the table of rules 4 and its rulings."""

from __future__ import annotations

import pytest

from engine.fortress.cards.cards import read_card
from engine.fortress.rules.clash import settle_clash


def cards(text: str) -> tuple[int, ...]:
    found = [read_card(text[place : place + 2]) for place in range(0, len(text), 2)]
    return tuple(card for card in found if card is not None)


BEATEN = [
    ("7c", "7d8c", 1),  # 1: the attacker's rank is at least the card's
    ("Kc", "Qd8c", 1),  # R1: royals have rank 0, and 0 is at least 0
    ("Ac", "Jd8c", 1),
    ("2c2d", "Th8c", 1),  # 2 always beat a single card
    ("8c8d", "8h8s2c", 2),
    ("KcQc", "JdQd2c", 2),  # R1: neighbouring royals of any kind are equal
    ("9c9d", "8h8s2c", 2),
    ("2c2d2h", "9c9d9h5c", 3),  # 3 beat up to three of any rank
    ("2c2d2h", "9c9d5c", 2),
    ("2c2d2h", "9c5c6c", 2),  # R17: and the next single card
    ("2c2d2h", "9cTcKd", 2),  # whatever its rank,
    ("2c2d2h", "9cKd3c", 2),  # even a royal
    ("2c2d2h", "Kd9c3c", 2),
    ("2c2d2h", "9c5c5d6c", 1),  # but not one of a pair
    ("2c2d2h", "9cKdJc6c", 1),
    ("2c2d2h", "9c", 1),  # and there may be none
    ("2c2d2h", "9c5c", 2),
    ("2c2d2h2s", "9c5c5dKd3c", 3),  # 4: up to the first royal
    ("2c2d2h2s", "9c5c5d3c", 4),  # all, where there is none
    ("2c2d2h2s", "KdQc5d3c", 2),  # R5: a royal at the end, and those next to it
    ("2c2d2h2s", "Kd5dQc", 1),
    ("JcQcKcJd", "9c5cKd", 2),
    ("JcQcKcJdQd", "9c5cKs", 2),  # R6: five royals as four
    ("JcQcKcJdQdKd", "KsQs5c", 2),
]
BLOCKED = [
    ("7c", "8d2c", 1),
    ("Kc", "Ac2c", 1),
    ("6c", "6d6h2c", 2),  # R7: one 6 is blocked by two 6s,
    ("6c", "5d5h2c", 2),  # or by two 5s,
    ("6c", "8d8h8s", 1),  # or by a single 8, however many there are
    ("6c", "5c5d5h", 2),
    ("6c6d", "8h8s2c", 2),  # two 6s by two 8s,
    ("6c6d", "5h5s5c", 3),  # or by three 5s
    ("6c6d", "8h8s8c", 2),
    ("KcQc", "AcAd2c", 2),
    ("KcQc", "JdJhJs2c", 3),
    ("2c2d2h", "9c9d9h9s", 4),  # three by four
    ("AcAdAh", "KcKdQcJh2c", 4),
]


@pytest.mark.parametrize(("attackers", "row", "fallen"), BEATEN)
def test_an_attack_beats(attackers: str, row: str, fallen: int) -> None:
    assert settle_clash(cards(attackers), cards(row)) == (fallen, 0)


@pytest.mark.parametrize(("attackers", "row", "turned"), BLOCKED)
def test_an_attack_is_blocked_by_as_few_cards_as_it_takes(attackers: str, row: str, turned: int) -> None:
    assert settle_clash(cards(attackers), cards(row)) == (0, turned)
