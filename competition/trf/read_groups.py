"""Reading records that name players by number: byes, forbidden pairs, acceleration, points by decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from competition.history import Code, Forbidden, Result, Scoring
from i18n.text import say

from .document import PlannedBye
from .fields import ACCELERATION, POINTS_BY_DECISION, VIRTUAL_POINTS, TrfField
from .line import TrfLine, decimal, whole

BYE_CODES = {"F": Code.FULL_BYE, "H": Code.HALF_BYE, "Z": Code.ZERO_BYE, "U": Code.PAIRING_BYE}  # U in some programs
BY_DECISION = {
    "W": "1W", "D": "=D", "L": "0L", "F": "F", "H": "H", "Z": "Z", "+": "+", "-": "-",
}  # fmt: skip
MOST_VIRTUAL_POINTS = 200_000
Numbers = Mapping[int, tuple[Result, ...]]
ByRound = dict[tuple[int, int], Fraction]


def known(line: TrfLine, texts: list[str], players: Numbers) -> list[int]:
    """Read players' numbers. Raises ``BadTrf`` for players who are not in the file."""
    numbers = line.wholes(texts, say("the players"))
    for number in numbers:
        if number not in players:
            raise line.bad("there is no player %(number)s in this file.", number=number)
    return numbers


def read_240(line: TrfLine, players: Numbers) -> Iterator[PlannedBye]:
    """Yield the byes of a record 240, which is read word by word."""
    letter, round_text, *numbers = [*line.value.split(), "", ""]
    if letter.upper() not in BYE_CODES:
        raise line.bad("record 240 should say which bye (F, H or Z) in column 5, not “%(letter)s”.", letter=letter)
    round_number = line.round_number(whole(round_text))
    for number in known(line, numbers[:-2], players):
        yield PlannedBye(BYE_CODES[letter.upper()], round_number, number)


def read_forbidden(line: TrfLine, players: Numbers, rounds: int) -> Forbidden:
    """Read a record 260 (with its first and last round) or XXP (for all rounds), word by word."""
    words, first, last = line.value.split(), 1, max(rounds, 1)
    if line.tag == "260":
        first, last = (line.round_number(whole(word)) for word in ([*words, "", ""])[:2])
        words = words[2:]
        if first > last:
            raise line.bad(
                "the first round (%(first)s) comes after the last (%(last)s).",
                first=first,
                last=last,
            )
    together = frozenset(known(line, words, players))
    if len(together) < 2:
        raise line.bad("name at least two players who may not meet.")
    return Forbidden(together, first, last)


def read_250(line: TrfLine, players: Numbers) -> ByRound:
    """Read virtual points for a range of rounds and players."""
    _check_no_match_points(line, ACCELERATION["match_points"])
    points, first, last, lowest, highest = (line.value_in(field) for field in ACCELERATION.fields[1:])
    first = line.round_number(first, ACCELERATION["first_round"].said)
    last = first if last is None else line.round_number(last, ACCELERATION["last_round"].said)
    highest = lowest if highest is None else highest
    if first > last or lowest > highest:
        raise line.bad("the first round and the first player should not come after the last ones.")
    numbers = [number for number in players if lowest <= number <= highest]
    check_size(line, len(numbers) * (last - first + 1))
    return {(number, player): points for number in range(first, last + 1) for player in numbers if points}


def check_size(line: TrfLine, virtual_points: int) -> None:
    """Raise ``BadTrf`` for more virtual points than a tournament can have."""
    if virtual_points > MOST_VIRTUAL_POINTS:
        raise line.bad("this accelerates too many players in too many rounds.")


def _check_no_match_points(line: TrfLine, field: TrfField) -> None:
    text = line.text_in(field)
    if text and decimal(text) != 0:
        raise line.bad(
            "columns %(first)s to %(last)s are for the match points of teams and should be blank.",
            first=field.first,
            last=field.last,
        )


def read_xxa(line: TrfLine, players: Numbers) -> ByRound:
    """Read the virtual points of one player, round by round."""
    (player,) = known(line, [line.text_in(VIRTUAL_POINTS["player"])], players)
    found = {}
    for index in range(1, VIRTUAL_POINTS.groups_in(line.text) + 1):
        (field,) = VIRTUAL_POINTS.group_at(index)
        points = line.value_in(field, say("the virtual points of round %(round)s", round=index))
        if points:
            found[index, player] = points
    return found


def read_299(line: TrfLine, players: Numbers, scoring: Scoring) -> ByRound:
    """Return how many points the players get more (or less) than their result is worth.

    In a record without a letter, the points come on top of the result.
    """
    values = line.values(POINTS_BY_DECISION.fields[:-1])
    letter, points = values["letter"].upper(), values["points"]
    if letter and letter not in BY_DECISION:
        raise line.bad(
            "column 5 should hold one of %(by_decision)s or be blank, not “%(letter)s”.",
            by_decision=" ".join(BY_DECISION),
            letter=letter,
        )
    _check_no_match_points(line, POINTS_BY_DECISION["match_points"])
    chosen = whole(line.text_in(POINTS_BY_DECISION["round"])) or 0
    if not chosen and not letter:
        raise line.bad("columns 20 to 22 should say in which round the points were given or taken.")
    found = {}
    for number in known(line, line.text[POINTS_BY_DECISION["round"].last :].split(), players):
        for index, result in enumerate(players[number], 1):
            if chosen in (0, index) and (not letter or result.code in BY_DECISION[letter]):
                found[index, number] = points - (scoring.points(result.code) if letter else 0)
    return found
