"""Which elements the modifiers leave out (C.07 Art. 14 and 16.5)."""

from __future__ import annotations

from collections.abc import Sequence

from .explained_value import Cut
from .opponents import Element


def cuts(elements: Sequence[Element], low: int, high: int, is_product: bool) -> dict[int, Cut]:
    """By round. The lowest go first, then the highest. Of the player's voluntarily unplayed rounds the lowest goes
    instead of the least significant element, unless its contribution is lower than that one's."""

    def contribution(element: Element) -> int:
        return element.value * element.gained if is_product else element.value

    def significance(element: Element) -> tuple[int, int]:
        return element.value, contribution(element)

    left, found = list(elements), {}
    for _ in range(min(low, len(left))):
        least = min(left, key=significance)
        voluntary = min((element for element in left if element.is_voluntary), key=significance, default=None)
        if voluntary and contribution(voluntary) >= contribution(least):
            least = voluntary
        left.remove(least)
        found[least.round] = Cut.LOW
    for _ in range(min(high, len(left))):
        most = max(left, key=significance)
        left.remove(most)
        found[most.round] = Cut.HIGH
    return found
