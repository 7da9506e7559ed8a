"""A Swiss of nine players and five rounds, worked out by hand from the rules: FIDE C.04.3 as of 2026-02-01 for the
pairings, C.07 as of 2026-03-01 for the table. Nothing here came out of the site. White is Red; number 1 is drawn Red.

Eight begin. Zoe enters late, in round 1, and by her rating gets number 5; Emil to Hal, 5 to 8 so far, move down.

    no. player  1     2     3     4     5     points
    1   Ada     6w1   3b1   4w=   9b1   5b=   4
    2   Ben     7b=   5w0   3b0   Z     Z     ½     withdraws while round 3 runs
    3   Cleo    8w+   1w0   2w1   H     4b1   3½    has said that she will miss round 4
    4   Dora    9b1   7w1   1b=   5w0   3w0   2½
    5   Zoe     H     2b1   9w1   4b1   1w=   4     enters when round 1 has begun
    6   Emil    1b0   9w0   U     8b=   7w0   1½
    7   Fay     2w=   4b0   8w0   U     6b1   2½
    8   Gus     3b-   Z     7b1   6w=   9b0   1½    loses round 1 on time without a turn; comes back for round 3
    9   Hal     4w0   6b1   5b0   1w0   8w1   2

Pairings
--------
Round 1. 1 2 3 4 against 6 7 8 9. Number 1 is Red, 2 Green, 3 Red, 4 Green (E.5): 1-6, 7-2, 3-8, 9-4.

Round 2, without 8. At 1 point 1 3 4: one floats; not 3, whose forfeit win was a downfloat (C14), and 1-3 comes before
1-4 anyway: 4 floats. 1 alone has a preference, Green: 3-1. At ½ 2 5 7 and 4: 2 and 7 have met; 4-2 both want Red (C12),
so 4-7 and 2-5. At 0: 6-9.

Round 3, all nine: at 2 points 1-4 (they want Red and Green). 5, alone at 1½, floats to 3 and 9: 9 wants Red as 5 does
(C12), so 5-3, and 9 floats to 2 and 7: 7 wants Red as 9 does, so 9-2, and 7 floats. The bye goes to one of 6 and 8, who
have 0 (C5): 8 has not played at all, 6 has played both rounds (C9), so it is 6's, and 7-8.
    The organiser lets 3 and 9 change places: 5-9 and 3-2. That breaks C12 (5 and 9 both want Red), and E.2: 3 has had
    Red once and no Green, 2 each of them once, so that it is 3 who should have Green.

Round 4, without 2 and 3. The bye is for the least points (C5): 7, with ½. At 2½ 1 4 5: 1-4 have met; 1-5 both want
Green, 4 and 5 do not (C12): 4-5, and 1 floats to 6 8 9 at 1. 1-6 have met; with 1-8, 6-9 would be left, who have met:
9-1 and 8-6.

Round 5, without 2. At 3½ 5-1: both want Red, 5 after Green Red Green more than 1 after Red Green Red Green (E.2). At 2½
4-3: both want Green, 3 after Red Red absolutely. At 1½ 6 7 8: 6-8 and 7-8 have met: 6-7, and 8 floats to 9. Both want
Green, and had Red last and Green before; 9's colours begin earlier than 8's, so the higher ranked 8 gets Green (E.4):
9-8.

The table
---------
As opponents (16.3) players count for their points, but 2 for 1½: the rounds after the withdrawal stand for draws.
Dummies for rounds without a game (16.4) have the player's own points, at most 2½ for a bye and at most the opponent's
for a forfeit. Values by round, * a voluntary unplayed round, which a cut takes first unless it is worth less (16.5).

    1  1½  3½  2½  2   4     BH 13½, cut 1½: 12     SB 1½ + 3½ + 1¼ + 2 + 2 = 10¼
    5  2½* 1½  2   2½  4     BH 12½, cut 2½: 10     SB 1¼ + 1½ + 2 + 2½ + 2 = 9¼
    3  1½  4   1½  2½* 2½    BH 12,  cut 2½: 9½     SB 1½ + 0 + 1½ + 1¼ + 2½ = 6¾
    4  2   2½  4   4   3½    BH 16,  cut 2: 14      SB 2 + 2½ + 2 + 0 + 0 = 6½
    7  1½  2½  1½  2½  1½    BH 9½,  cut 1½: 8      SB ¾ + 0 + 0 + 2½ + 1½ = 4¾
    9  2½  1½  4   4   1½    BH 13½, cut 1½: 12     SB 0 + 1½ + 0 + 0 + 1½ = 3
    6  4   2   1½  1½  2½    BH 11½, cut 1½: 10     SB 0 + 0 + 1½ + ¾ + 0 = 2¼
    8  1½* 1½* 2½  1½  2     BH 9,   cut 1½: 7½     SB 0 + 0 + 2½ + ¾ + 0 = 3¼
    2  2½  4   3½  ½*  ½*    BH 11,  cut ½: 10½     SB 1¼ + 0 + 0 + 0 + 0 = 1¼

Direct encounter: 1 and 5 drew, 6 and 8 drew, 4 beat 7. So 1 is before 5, and 6 before 8, by Buchholz cut-1.

Volley points: a Battleship that someone fortified brings 3, and the other's resigning 7 (rules, R13). A difference
counts to 8 at most, which 0-10 and 10-0 pass. Round 4's draw of 8 and 6 is the organiser's decision, with no points.

    1  +7 +7  0 +7 +3 = 24       4  +8 +4  0 -4 -7 = 1         6  -7 -7     0 -4 = -18
    5     +7 +8 +4 -3 = 16       7  +3 -4 -7    +4 = -4        8        +7  0 -7 = 0
    3     -7 +7    +7 = 7        9  -8 +7 -8 -7 +7 = -9        2  -3 -7 -7       = -17
"""

from __future__ import annotations

from typing import NamedTuple

NAME = "Nine Islands Cup"
TIE_BREAKS = ("DE", "BH/C1", "BH", "SB", "WON", "VPD")
MOST_DIFFERENCE = 8
LATE = "Zoe"


class Row(NamedTuple):
    """A player as the table ends. ``rounds`` are as above, ``tie_breaks`` in the order of ``TIE_BREAKS``, ``played``
    won, drawn and lost over the board; ``unplayed`` won and lost by forfeit, and byes that brought points."""

    number: int
    name: str
    rating: int
    rounds: str
    points: str
    tie_breaks: tuple[str, ...]
    played: tuple[int, int, int]
    unplayed: tuple[int, int, int] = (0, 0, 0)
    status: str = ""


TABLE = (
    Row(1, "Ada", 1900, "6w1 3b1 4w= 9b1 5b=", "4", ("0", "12", "13.5", "10.25", "3", "24"), (3, 2, 0)),
    Row(5, "Zoe", 1700, "H 2b1 9w1 4b1 1w=", "4", ("0", "10", "12.5", "9.25", "3", "16"), (3, 1, 0), (0, 0, 1)),
    Row(3, "Cleo", 1800, "8w+ 1w0 2w1 H 4b1", "3.5", ("0", "9.5", "12", "6.75", "2", "7"), (2, 0, 1), (1, 0, 1)),
    Row(4, "Dora", 1750, "9b1 7w1 1b= 5w0 3w0", "2.5", ("1", "14", "16", "6.5", "2", "1"), (2, 1, 2)),
    Row(7, "Fay", 1600, "2w= 4b0 8w0 U 6b1", "2.5", ("2", "8", "9.5", "4.75", "1", "-4"), (1, 1, 2), (0, 0, 1)),
    Row(9, "Hal", 1500, "4w0 6b1 5b0 1w0 8w1", "2", ("0", "12", "13.5", "3", "2", "-9"), (2, 0, 3)),
    Row(6, "Emil", 1650, "1b0 9w0 U 8b= 7w0", "1.5", ("0", "10", "11.5", "2.25", "0", "-18"), (0, 1, 3), (0, 0, 1)),
    Row(8, "Gus", 1550, "3b- Z 7b1 6w= 9b0", "1.5", ("0", "7.5", "9", "3.25", "1", "0"), (1, 1, 1), (0, 1, 0)),
    Row(2, "Ben", 1850, "7b= 5w0 3b0 Z Z", "0.5", ("0", "10.5", "11", "1.25", "0", "-17"), (0, 1, 2), status="left"),
)

RATINGS = {row.name: row.rating for row in TABLE}

BYE, HALF, ABSENT = "bye", "half-point bye", "not paired"
Pairs = frozenset[tuple[str, str]]

BY_THE_RULES: dict[int, Pairs] = {
    1: frozenset({("Ada", "Emil"), ("Fay", "Ben"), ("Cleo", "Gus"), ("Hal", "Dora")}),
    2: frozenset({("Cleo", "Ada"), ("Dora", "Fay"), ("Ben", "Zoe"), ("Emil", "Hal"), ("Gus", ABSENT)}),
    3: frozenset({("Ada", "Dora"), ("Zoe", "Cleo"), ("Hal", "Ben"), ("Fay", "Gus"), ("Emil", BYE)}),
    4: frozenset({("Dora", "Zoe"), ("Hal", "Ada"), ("Gus", "Emil"), ("Fay", BYE), ("Cleo", HALF), ("Ben", ABSENT)}),
    5: frozenset({("Zoe", "Ada"), ("Dora", "Cleo"), ("Emil", "Fay"), ("Hal", "Gus"), ("Ben", ABSENT)}),
}
"""Red and Green, or the player and the bye."""

CHANGED_PLACES = ("Cleo", "Hal")
CHANGED_TO = (BY_THE_RULES[3] - {("Zoe", "Cleo"), ("Hal", "Ben")}) | {("Zoe", "Hal"), ("Cleo", "Ben")}
BREAKS = ("C12", "E.2")


class Game(NamedTuple):
    """A match that was played: Red's and Green's points of the pairing, and those of its volleys."""

    red: str
    green: str
    result: tuple[str, str]
    volleys: tuple[int, int]


WON, LOST, DRAWN = ("1", "0"), ("0", "1"), ("0.5", "0.5")
FORFEIT = Game("Cleo", "Gus", WON, (0, 0))
SETTLED = Game("Gus", "Emil", DRAWN, (0, 0))

GAMES = {
    1: (
        Game("Ada", "Emil", WON, (7, 0)),
        Game("Fay", "Ben", DRAWN, (3, 0)),
        Game("Hal", "Dora", LOST, (0, 10)),
    ),
    2: (
        Game("Cleo", "Ada", LOST, (0, 7)),
        Game("Dora", "Fay", WON, (7, 3)),
        Game("Ben", "Zoe", LOST, (0, 7)),
        Game("Emil", "Hal", LOST, (0, 7)),
    ),
    3: (
        Game("Ada", "Dora", DRAWN, (3, 3)),
        Game("Zoe", "Hal", WON, (10, 0)),
        Game("Cleo", "Ben", WON, (7, 0)),
        Game("Fay", "Gus", LOST, (0, 7)),
    ),
    4: (
        Game("Dora", "Zoe", LOST, (3, 7)),
        Game("Hal", "Ada", LOST, (0, 7)),
        SETTLED,
    ),
    5: (
        Game("Zoe", "Ada", DRAWN, (0, 3)),
        Game("Dora", "Cleo", LOST, (0, 7)),
        Game("Emil", "Fay", LOST, (3, 7)),
        Game("Hal", "Gus", WON, (7, 0)),
    ),
}
