"""The 001 record, read and written: one player, and the result of every round."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from competition.history import Code, Colour, Player, Result
from i18n.text import Text, say

from .document import Details
from .fields import PLAYER, FieldValue
from .line import MOST_ROUNDS, TrfLine

COLOUR_LETTERS = {"w": Colour.WHITE, "b": Colour.BLACK, "-": None, "": None}
BYE_RESULTS = {
    "H": Code.HALF_BYE, "F": Code.FULL_BYE, "U": Code.PAIRING_BYE, "Z": Code.ZERO_BYE, "": Code.ZERO_BYE,
    # The edition of 2006 had no letters for byes.
    "+": Code.PAIRING_BYE, "=": Code.HALF_BYE, "-": Code.ZERO_BYE,
}  # fmt: skip
GAMES = {code.value: code for code in Code if code.value in "1=0WDL+-"} | dict.fromkeys(("", "*", "X"), Code.RUNNING)


class PlayerRow(NamedTuple):
    """A player's line. ``entries`` has one entry for each round; ``None`` where the columns are blank."""

    line: TrfLine
    number: int
    name: str
    rating: int
    details: Details
    entries: tuple[Result | None, ...]


def read_player(line: TrfLine) -> PlayerRow:
    """Read a 001 record."""
    values = line.values(PLAYER.fields)
    number, name, rating = values.pop("number"), values.pop("name"), values.pop("rating")
    if number == 0:
        raise line.bad("starting numbers count from 1, but a player has the number 0.")
    return PlayerRow(line, number, name, rating or 0, Details(**values), _read_entries(line, number))


def _read_entries(line: TrfLine, number: int) -> tuple[Result | None, ...]:
    rounds = PLAYER.groups_in(line.text)
    if rounds > MOST_ROUNDS:
        raise line.bad(
            "there are results of %(rounds)s rounds; %(most)s is the most TRF has room for.",
            rounds=rounds,
            most=MOST_ROUNDS,
        )
    return tuple(_read_entry(line, number, round_number) for round_number in range(1, rounds + 1))


def _read_entry(line: TrfLine, number: int, round_number: int) -> Result | None:
    of_opponent, of_colour, of_result = PLAYER.group_at(round_number)
    where = say("player %(player)s, round %(round)s", player=number, round=round_number)
    if any(line.text[column - 1 : column].strip() for column in PLAYER.blanks_of_group(round_number)):
        raise line.bad(
            "%(where)s should be in columns %(first)s to %(first_2)s: four for the opponent, a blank, the "
            "colour, a blank and the result. One of the blanks is filled.",
            where=where,
            first=of_opponent.first,
            first_2=of_result.last,
        )
    colour, result = line.text_in(of_colour).lower(), line.text_in(of_result).upper()
    if not (line.text_in(of_opponent) or colour or result):
        return None
    if colour not in COLOUR_LETTERS:
        raise line.bad(
            "%(where)s: the colour in column %(first)s should be w, b or -, but it is “%(colour)s”.",
            where=where,
            first=of_colour.first,
            colour=colour,
        )
    opponent = line.value_in(of_opponent, say("%(where)s: the opponent", where=where))
    if not opponent:
        return _bye(line, where, colour, result)
    return _game(line, where, number, Result(Code.RUNNING, opponent, COLOUR_LETTERS[colour]), result)


def _bye(line: TrfLine, where: Text, colour: str, result: str) -> Result:
    if COLOUR_LETTERS[colour]:
        raise line.bad("%(where)s: there is a colour but no opponent; a bye has the colour -.", where=where)
    if result not in BYE_RESULTS:
        raise line.bad(
            "%(where)s: without an opponent the result should be H, F, U or Z, but it is “%(result)s”.",
            where=where,
            result=result,
        )
    return Result(BYE_RESULTS[result])


def _game(line: TrfLine, where: Text, number: int, running: Result, result: str) -> Result:
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


def write_player(player: Player, details: Details) -> str:
    """Write a 001 record; points and rank are 0 where the details have none."""
    values: dict[str, FieldValue] = {
        "number": player.number,
        "sex": details.sex,
        "title": details.title,
        "name": player.name,
        "rating": player.rating,
        "federation": details.federation,
        "fide_id": details.fide_id,
        "birth_date": details.birth_date,
        "points": details.points or Fraction(0),
        "rank": details.rank or 0,
    }
    return PLAYER.written(values, map(_written_entry, player.results))


def _written_entry(result: Result) -> dict[str, FieldValue]:
    code = "" if result.code is Code.RUNNING else result.code.value
    return {"opponent": result.opponent, "colour": result.colour or "-", "result": code}
