"""Points of a match side by side."""

from __future__ import annotations

from i18n.text import minus


def score(*points: int) -> str:
    """Return points side by side: ``7–2``, and ``7 – −2``, where a minus sign is kept apart from the dash."""
    return (" – " if min(points) < 0 else "–").join(str(minus(number)) for number in points)
