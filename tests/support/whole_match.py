"""A whole match of two volleys for points on the 5x5 map with Special Warfare, worked out by hand from the rules.

Every kind of action is in it: one and two Infantry enlisted, a Chopper enlisted on its Battleship, moves of a unit and
of a Chopper, every type but the Chopper fortified, attacks by a Tank, a Battleship, an Artillery and a Chopper, a turn
of one action, a pass, and a unit healed (turn 15 pushes the Infantry of turn 6 off the track). A 2x2 ends both volleys.

Volley 1, Red: Tanks c2 d2 (4) + Artillery c1 (3) - one unit on the track (2) = 5.

Volley 1, Green: Tank c3 (2) + Battleships d4 e4 (6) + Infantry d3 e3 (2) - two on the track (4) + 2x2 (7) = 13.

Volley 2, Red: Battleships d4 e4 (6) + Infantry d3 e3 (2) + 2x2 (7) = 15. Green: 0.

Seat 0 has 5 points after volley 1, the lower total, and chooses Green: 5 + 0 against 13 + 15.
"""

OPTIONS = {"map": "5x5", "format": "points-2", "special": "on"}

PICKS = ("I4T3B1C1A1", "I3T3B2C1A1")  # of seat 0 and seat 1

FIRST_VOLLEY = (  # seat 0 is Red and begins
    "I@b2&I@b3",
    "T@d3 T@e3",
    "T@c2 T@d2",
    "A@e2 T@c3",
    "c2+ d2+",
    "e2xb2 c3+",
    "I@b2 A@c1",
    "pass",
    "c1+",
    "B@d4 B@e4",
    "B@a2 C@a2",
    "d4+ e4+",
    "a2-e3 e3xe3",
    "e4xe3 I@e3",
    "d2xd3",
    "I@d3 d3+",
    "b3-a3",
    "e3+",
)

COLOUR = "green"  # seat 0 chooses

SECOND_VOLLEY = (  # seat 1 is Red and begins
    "B@d4",
    "T@a1",
    "B@e4 d4+",
    "pass",
    "e4+ I@d3&I@e3",
    "pass",
    "d3+ e3+",
)

VOLLEY_SCORES = ((5, 13), (0, 15))  # of seat 0 and seat 1
SCORES = (5, 28)


def submissions() -> list[tuple[int, str]]:
    """Return seat and text of everything that is submitted, in order."""
    first = [(ply % 2, text) for ply, text in enumerate(FIRST_VOLLEY)]
    second = [((ply + 1) % 2, text) for ply, text in enumerate(SECOND_VOLLEY)]
    return [(0, PICKS[0]), (1, PICKS[1]), *first, (0, COLOUR), *second]
