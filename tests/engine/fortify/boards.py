"""Positions for tests: written by hand, or drawn by chance from everything the notation can say."""

from __future__ import annotations

from random import Random

from engine.fortify.board.maps import Map, load_map
from engine.fortify.board.position import Position
from engine.fortify.board.spaces import read_space
from engine.fortify.board.units import (
    ARTILLERY,
    CHOPPER,
    GREEN,
    RED,
    SPECIAL_LIMITS,
    SPECIAL_SIZE,
    STANDARD_ARMY,
    UNITS,
    Army,
    Unit,
)
from engine.fortify.notation.position import parse_position

SMALL = load_map("4x5")
LARGE = load_map("5x5")
LAGOON = Map("Lagoon", 1, ("SSLLLLLL", "SWWWWSSL", "SWSSWWSL", "LLSSLLWW"))
STRIP = Map("Strip", 9, ("SW", "LS", "SL", "WS", "SS", "LS", "SW", "WL"))
MAPS = (SMALL, LARGE, LAGOON, STRIP)
ARMIES: tuple[Army, ...] = (
    STANDARD_ARMY,
    (4, 4, 0, 1, 1),
    (0, 4, 4, 1, 1),
    (3, 3, 2, 1, 1),
    (2, 3, 4, 1, 0),
    (4, 2, 4, 0, 0),
    (4, 3, 2, 0, 1),
)


def space(name: str) -> int:
    found = read_space(name)
    assert found is not None
    return found


def at(text: str, map: Map = SMALL) -> Position:
    """A position from its text, which may leave out what is empty at its end: supply, track and quiet turns."""
    fields = text.split()
    return parse_position(map, " ".join([*fields, *("-", "-", "0")[len(fields) - 3 :]]))


def chance_army(random: Random) -> Army:
    """A standard army, or any special one, equally likely."""
    if random.random() < 0.5:
        return STANDARD_ARMY
    bag = [kind for kind, limit in enumerate(SPECIAL_LIMITS) for _ in range(limit)]
    picked = random.sample(bag, SPECIAL_SIZE)
    infantry, tanks, battleships, choppers, artillery = (picked.count(kind) for kind in range(5))
    return infantry, tanks, battleships, choppers, artillery


def chance_position(map: Map, random: Random) -> Position:
    """A position of full armies strewn over board, supplies and track, reachable or not."""
    units = [
        (owner, kind) for owner in (RED, GREEN) for kind, count in enumerate(chance_army(random)) for _ in range(count)
    ]
    random.shuffle(units)
    on_board, fortified = random.random(), random.random()
    tops: dict[int, Unit] = {}
    beneath: dict[int, Unit] = {}
    track: list[Unit] = []
    stock = [0] * 20
    for owner, kind in units:
        unit = UNITS[owner][kind + 5 * (random.random() < fortified)]
        free = [space for space in map.spaces if map.suitable[kind] >> space & 1 and space not in tops]
        if kind == CHOPPER:
            free = [space for space in map.spaces if space not in beneath and tops.get(space, unit).type != "C"]
        draw = random.random()
        if draw < on_board and free:
            space = random.choice(free)
            if space in tops:
                beneath[space] = tops[space]
            tops[space] = unit
        elif draw > 0.9 and len(track) < map.slots and kind != ARTILLERY:
            track.append(unit)
        else:
            stock[owner * 10 + unit.piece] += 1
    masks = [0] * 10
    for space, unit in tops.items():
        masks[unit.owner * 5 + unit.piece % 5] |= 1 << space
    turn = random.choice((1, 2, 3, 4, 5, 17, 18))
    return Position(
        map,
        turn,
        1 if turn == 1 else random.choice((1, 2)),
        random.choice((0, 3, 58, 59)),
        tuple(masks),
        sum(unit.fortified << space for space, unit in tops.items()),
        tuple(sorted(beneath.items())),
        tuple(stock),
        tuple(track),
    )
