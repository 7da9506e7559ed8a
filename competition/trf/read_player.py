"""The 001 record: one player, and what every round brought."""

from __future__ import annotations

from typing import NamedTuple

from competition.history import Code, Colour, Result
from i18n.text import Text, say

from .document import Details
from .line import MOST_ROUNDS, Line

FIRST_ROUND = 92
WIDTH = 10
COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK, "-": None, "": None}
BYES = {
    "H": Code.HALF_BYE, "F": Code.FULL_BYE, "U": Code.PAIRING_BYE, "Z": Code.ZERO_BYE, "": Code.ZERO_BYE,
    # The edition of 2006 had no letters for byes.
    "+": Code.PAIRING_BYE, "=": Code.HALF_BYE, "-": Code.ZERO_BYE,
}  # fmt: skip
GAMES = {code.value: code for code in Code if code.value in "1=0WDL+-"} | dict.fromkeys(("", "*", "X"), Code.RUNNING)


class Row(NamedTuple):
    """``entries`` by round; ``None`` where the columns are blank."""

    line: Line
    number: int
    name: str
    rating: int
    details: Details
    entries: tuple[Result | None, ...]


def read_player(line: Line) -> Row:
    number = line.whole(5, 8, say("the player’s starting number"))
    if number == 0:
        raise line.bad("starting numbers count from 1, but a player has the number 0.")
    return Row(
        line,
        number,
        name=line.field(15, 47),
        rating=line.whole(49, 52, say("the rating")) if line.field(49, 52) else 0,
        details=Details(
            sex=line.field(10, 10),
            title=line.field(11, 13),
            federation=line.field(54, 56),
            fide_id=line.field(58, 68),
            birth_date=line.field(70, 79),
            points=line.decimal(81, 84, say("the points")) if line.field(81, 84) else None,
            rank=line.whole(86, 89, say("the rank")) if line.field(86, 89) else None,
        ),
        entries=_entries(line, number),
    )


def _entries(line: Line, number: int) -> tuple[Result | None, ...]:
    rounds = -(-max(0, len(line.text.rstrip()) - FIRST_ROUND + 1) // WIDTH)
    if rounds > MOST_ROUNDS:
        raise line.bad(
            "there are results of %(rounds)s rounds; %(most)s is the most TRF has room for.",
            rounds=rounds,
            most=MOST_ROUNDS,
        )
    return tuple(_entry(line, number, round_number) for round_number in range(1, rounds + 1))


def _entry(line: Line, number: int, round_number: int) -> Result | None:
    first = FIRST_ROUND + WIDTH * (round_number - 1)
    where = say("player %(player)s, round %(round)s", player=number, round=round_number)
    if any(line.field(column, column) for column in (first + 4, first + 6, first + 8, first + 9)):
        raise line.bad(
            "%(where)s should be in columns %(first)s to %(first_2)s: four for the opponent, a blank, the "
            "colour, a blank and the result. One of the blanks is filled.",
            where=where,
            first=first,
            first_2=first + 7,
        )
    opponent, colour, result = _parts(line, first)
    if not (opponent or colour or result):
        return None
    if colour not in COLOURS:
        raise line.bad(
            "%(where)s: the colour in column %(first)s should be w, b or -, but it is “%(colour)s”.",
            where=where,
            first=first + 5,
            colour=colour,
        )
    played = line.whole(first, first + 3, say("%(where)s: the opponent", where=where)) if opponent else 0
    if not played:
        return _bye(line, where, colour, result)
    return _game(line, where, number, Result(Code.RUNNING, played, COLOURS[colour]), result)


def _parts(line: Line, first: int) -> tuple[str, str, str]:
    """Opponent, colour and result; letters may be of either case."""
    return (
        line.field(first, first + 3),
        line.field(first + 5, first + 5).lower(),
        line.field(first + 7, first + 7).upper(),
    )


def _bye(line: Line, where: Text, colour: str, result: str) -> Result:
    if COLOURS[colour]:
        raise line.bad("%(where)s: there is a colour but no opponent; a bye has the colour -.", where=where)
    if result not in BYES:
        raise line.bad(
            "%(where)s: without an opponent the result should be H, F, U or Z, but it is “%(result)s”.",
            where=where,
            result=result,
        )
    return Result(BYES[result])


def _game(line: Line, where: Text, number: int, running: Result, result: str) -> Result:
    if running.opponent == number:
        raise line.bad("%(where)s: the player is paired with themselves.", where=where)
    if result not in GAMES:
        raise line.bad(
            "%(where)s: with an opponent the result should be one of 1 = 0 W D L + -, but it is “%(result)s”.",
            where=where,
            result=result,
        )
    played = running._replace(code=GAMES[result])
    if played.is_played and not played.colour:
        raise line.bad("%(where)s: a game that was played should have a colour, w or b.", where=where)
    return played
