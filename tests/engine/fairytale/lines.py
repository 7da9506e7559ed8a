"""Positions for tests: four crossroads around the oak, and what is added or put in their place."""

from __future__ import annotations

from engine.fairytale.forest.spaces import read_space
from engine.fairytale.notation.position import parse_position
from engine.fairytale.rules.position import Position

SEED = bytes(range(32)).hex()
ROOTS = {"n1": "X/n", "w1": "X/n", "e1": "X/n", "s1": "X/n"}


def line(
    figures: str = "hero@o",
    market: str = "-",
    deck: str = "-",
    turns: str = "5/39/3",
    who: str = "1/0",
    counts: str = "0/0",
    chance: str = f"{SEED}:0",
    **tiles: str,
) -> str:
    """A position as a line. Each of ``tiles`` is what lies on a space: ``n2="X/n*2"``."""
    spaces = [(read_space(name), name, text) for name, text in {**ROOTS, **tiles}.items()]
    rows = sorted((-space.north, space.east, f"{name}:{text}") for space, name, text in spaces if space)
    forest = ",".join(text for *_, text in rows)
    return f"{turns} {who} {counts} {figures} {forest} {market} {deck} {chance}"


def at(figures: str = "hero@o", counts: str = "0/0", **tiles: str) -> Position:
    return parse_position(line(figures, counts=counts, **tiles))


def tile(position: Position, name: str) -> str:
    """What lies there, as a line has it."""
    space = read_space(name)
    assert space is not None
    found = position.forest[space]
    return f"{found}{'!' if found.spent else ''}{f'*{found.monsters}' if found.monsters else ''}"
