"""Points of a match side by side."""

from __future__ import annotations


def score(*points: int) -> str:
    """``7–2``, and ``7 – −2``: a minus sign, after which no line is broken, is kept apart from the dash."""
    return (" – " if min(points) < 0 else "–").join(str(number).replace("-", "−") for number in points)
