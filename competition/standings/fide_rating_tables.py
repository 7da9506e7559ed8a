"""FIDE's tables between shares of points and differences of ratings (B.02, 8.1)."""

from __future__ import annotations

from bisect import bisect_right

# By how much a share of .50, .51, … 1.00 lifts a performance above the average of the opponents.
DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip

# The differences from which on .51, .52, … 1.00 is expected.
LIMITS = (
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189, 198,
    207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560, 620,
    736,
)  # fmt: skip


def difference(hundredths: int) -> int:
    """For a share of points in hundredths, 0 to 100."""
    return DIFFERENCES[hundredths - 50] if hundredths >= 50 else -DIFFERENCES[50 - hundredths]


def expected(rating_difference: int) -> int:
    """The share expected of a player rated so much above the opponent, in hundredths."""
    hundredths = 50 + bisect_right(LIMITS, abs(rating_difference))
    return hundredths if rating_difference >= 0 else 100 - hundredths
