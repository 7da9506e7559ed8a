"""Points side by side."""

from __future__ import annotations

from matches.templatetags.scores import score


def test_a_score_keeps_a_minus_apart_from_its_dash() -> None:
    assert [score(7, 2), score(7, -2), score(-1, 0)] == ["7–2", "7 – −2", "−1 – 0"]
