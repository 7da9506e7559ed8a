"""Every round of the reference tournaments, paired from what stood before it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from competition.pairing.dutch import broken_rules, pair
from competition.trf import read_trf

from .oracle import decide

DATA = Path(__file__).parents[2] / "data"
CASES = [json.loads(line) for line in (DATA / "next_round_cases.jsonl").read_text().splitlines()]


def name(case: dict[str, Any]) -> str:
    return f"{case['source'].removesuffix('.trf')}-{case['round']}"


def test_it_pairs_as_two_other_programs_do() -> None:
    for case in CASES:
        history = read_trf(case["trf"]).history
        pairs = pair(history)
        assert {tuple(each) for each in pairs} == {tuple(each) for each in case["pairs_in_board_order"]}, name(case)
        assert not broken_rules(history, pairs), name(case)


SMALL = [case for case in CASES if len(case["pairs_in_board_order"]) <= 6 and case["round"] > 2]


def test_the_second_opinion_agrees_with_them() -> None:
    """What the engine is measured by elsewhere is itself right."""
    for case in SMALL:
        assert decide(read_trf(case["trf"]).history) == {tuple(each) for each in case["pairs_in_board_order"]}, name(
            case
        )
