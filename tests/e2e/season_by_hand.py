"""A season of three divisions of eight, worked out beforehand by the rules in docs/leagues.md: who starts where, what
becomes of each match, the tables that follow, and who plays where in the season after it.

Two go up from each division and two go down. Everyone has one place by the last table, and Leo alone skips the season.
Ratings are all the same, so players are numbered by name, and the Berger tables say that these meet in rounds 6 and 7:
8–7, 1–6, 2–5, 3–4 and 4–8, 5–3, 6–2, 7–1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

Divisions = tuple[dict[str, str], ...]
"""Each from the top: who plays there, and why."""

# -- how it begins -------------------------------------------------------------------------------------------------

BEFORE = (  # the season before, each division in the order of its final table
    "Ada Ben Cleo Dora Emil Fay Gus Hal",
    "Ida Jan Kim Leo Mia Ned Oda Pia",
    "Quin Rita Sam Tom Uma Vic Wim Xan",
)
SKIPS = "Leo"
NEW = ("Zoe", "Yan")  # the first of them to register has the last place
WAITS = "Yan"  # and plays on for who leaves


def _why(words: str, division: int, places: dict[str, int]) -> dict[str, str]:
    return {name: f"{words}: place {place} in Division {division}." for name, place in places.items()}


# Ida and Jan go up for Gus and Hal, Quin and Rita for Oda and Pia. Leo's place is free: the next best of the division
# below is Sam. One of the two newcomers has the place that this leaves at the bottom.
PROPOSED: Divisions = (
    _why("Stays", 1, {"Ada": 1, "Ben": 2, "Cleo": 3, "Dora": 4, "Emil": 5, "Fay": 6})
    | _why("Promoted", 2, {"Ida": 1, "Jan": 2}),
    _why("Relegated", 1, {"Gus": 7, "Hal": 8})
    | _why("Stays", 2, {"Kim": 3, "Mia": 5, "Ned": 6})
    | _why("Promoted", 3, {"Quin": 1, "Rita": 2})
    | _why("Takes a free place", 3, {"Sam": 3}),
    _why("Relegated", 2, {"Oda": 7, "Pia": 8})
    | _why("Stays", 3, {"Tom": 4, "Uma": 5, "Vic": 6, "Wim": 7, "Xan": 8})
    | {"Zoe": "New in the league."},
)
NO_PLACE = {WAITS: "Every division is full. New in the league."}

BY_HAND = {"Sam": (3, "Sam would rather stay below."), "Oda": (2, "Oda plays in Sam’s place.")}

# -- how it is played ----------------------------------------------------------------------------------------------

# Whoever stands before the other here wins, but for what follows.
ORDERS = (
    "Ada Ben Cleo Dora Emil Fay Ida Jan",
    "Kim Mia Quin Gus Hal Ned Rita Oda",
    "Tom Vic Uma Xan Zoe Sam Pia Wim Yan",
)
UPSETS = {("Zoe", "Vic")}
DRAWS = {("Mia", "Quin")}
LEAVES = "Wim"  # who lost two matches, which stay with the place
LEFT_AFTER = 2


class Left(NamedTuple):
    """A match that is left unfinished: the points so far, the first player's first, and what the season makes of it.
    ``turns`` are played in turn, the first player's first."""

    division: int
    round: int
    red: str
    green: str
    turns: tuple[str, ...]
    score: str
    becomes: str


BOTH = ("B@a3", "B@d4")  # a Battleship each, which counts three once it is fortified
UNFINISHED = (
    Left(1, 7, "Dora", "Jan", (), "0–0", "A draw"),
    Left(2, 6, "Gus", "Oda", (*BOTH, "a3+"), "3–0", "Gus wins"),
    Left(2, 7, "Ned", "Kim", (*BOTH, "a3+", "d4+"), "3–3", "A draw"),
    Left(3, 7, "Xan", "Pia", (*BOTH, "pass", "d4+"), "0–3", "Pia wins"),
)


def share(one: str, other: str) -> Fraction:
    """What ``one`` gets of a match against ``other`` that is played to its end."""
    if (one, other) in DRAWS or (other, one) in DRAWS:
        return Fraction(1, 2)
    if (one, other) in UPSETS or (other, one) in UPSETS:
        return Fraction((one, other) in UPSETS)
    order = next(names for names in map(str.split, ORDERS) if one in names)
    return Fraction(order.index(one) < order.index(other))


# -- how it ends ---------------------------------------------------------------------------------------------------

# The rank, the player, the points, and where that leads to. Jan has half a point by the settling alone, Ned another;
# Gus and Pia have won by it. Mia and Quin have beaten and lost to the same players, and drawn with each other: nothing
# tells them apart. Vic and Uma have five points each, and Vic has beaten Uma; Sam has beaten Pia.
FINAL = (
    "1 Ada 7, 2 Ben 6, 3 Cleo 5, 4 Dora 3½, 5 Emil 3, 6 Fay 2, 7 Ida 1 relegated, 8 Jan ½ relegated",
    (
        "1 Kim 6½ promoted, 2 Mia 5½ tied, 2 Quin 5½ tied, 4 Gus 4, 5 Hal 3, 6 Ned 2½, "
        "7 Rita 1 relegated, 8 Oda 0 relegated"
    ),
    "1 Tom 7 promoted, 2 Vic 5 promoted, 3 Uma 5, 4 Zoe 4, 5 Xan 3, 6 Sam 2, 7 Pia 2, 8 Yan 0",
)
HONOURS = ("1. Ada 2. Ben 3. Cleo", "1. Kim 2. Mia 2. Quin", "1. Tom 2. Vic 3. Uma")

# -- who plays in the season after it ------------------------------------------------------------------------------

STOPS = ("Hal", "Ned", LEAVES)
NEXT_NEW = "Bea"
TIES = (
    "Division 2, promotion: Mia, Quin are level even on tie-breaks. Decide, and move players by hand.",
    "Division 3, promotion: Vic, Uma are level on points; tie-breaks decide.",
)
# Of the places of Hal and Ned, Leo has one back, and Uma, the next best below, takes the other.
NEXT: Divisions = (
    _why("Stays", 1, {"Ada": 1, "Ben": 2, "Cleo": 3, "Dora": 4, "Emil": 5, "Fay": 6})
    | _why("Promoted", 2, {"Kim": 1, "Mia": 2}),
    _why("Relegated", 1, {"Ida": 7, "Jan": 8})
    | _why("Stays", 2, {"Quin": 2, "Gus": 4})
    | _why("Promoted", 3, {"Tom": 1, "Vic": 2})
    | _why("Takes a free place", 3, {"Uma": 3})
    | {SKIPS: "Returns to Division 2."},
    _why("Relegated", 2, {"Rita": 7, "Oda": 8})
    | _why("Stays", 3, {"Zoe": 4, "Xan": 5, "Sam": 6, "Pia": 7, WAITS: 8})
    | {NEXT_NEW: "New in the league."},
)
BY_LOT = {"Quin": (1, "By lot between Mia and Quin."), "Mia": (2, "By lot between Mia and Quin.")}


def moved(divisions: Divisions, by_hand: dict[str, tuple[int, str]]) -> Divisions:
    """The same with players put elsewhere, each with its reason."""
    kept = [{name: why for name, why in each.items() if name not in by_hand} for each in divisions]
    for name, (to, why) in by_hand.items():
        kept[to - 1][name] = why
    return tuple(kept)
