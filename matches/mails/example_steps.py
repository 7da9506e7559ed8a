"""Steps that are shown as examples of what is legal."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Step


def one_per_group(steps: Iterable[Step]) -> tuple[Step, ...]:
    """In such an order that the first few are of as many groups as there are."""
    groups: dict[str, list[Step]] = {}
    for step in steps:
        groups.setdefault(step.group, []).append(step)
    rounds = max(map(len, groups.values()), default=0)
    return tuple(group[place] for place in range(rounds) for group in groups.values() if place < len(group))
