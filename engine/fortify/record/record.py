"""A Fortify match as text, much like PGN in chess: headers in brackets, then the turns volley by volley.

::

    [Game "Fortify"]
    [Player1 "Ann"]
    [Player2 "Bob"]
    [Map "4x5"]
    [Format "points-2"]
    [Army1 "I4T4B4"]
    [Army2 "I4T4B4"]
    [Result "1-0"]
    [Points "23:18"]

    Volley 1: Player 1 is Red, Player 2 is Green
      1. Red    T@b3
      2. Green  I@a5&I@b5 b5-b4
    {Volley 1: Player 1 (Red) won by a 2x2; points 14:9}

    Player 2 chooses green

    Volley 2: Player 2 is Green, Player 1 is Red
      ...
    Player 2 resigns

Player 1 has seat 0. A header's value is one string, or one per line if it has several lines; ``\\"``, ``\\\\`` and
``\\u0000`` escape. Text in braces is a comment. Where lines are broken does not matter, so a record survives an email.
Headers that follow from the turns are checked by ``engine.record.check``. A record is in English, whoever writes it.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Final

from engine.errors import BadRecord
from engine.fortify.board.units import SIDE_NAMES, format_army
from engine.fortify.explain.describe import result_words
from engine.fortify.match.events import outcome_words
from engine.fortify.match.state import MatchState, VolleyResult, shares
from engine.game import Game
from engine.record.play_through import Walked, walk
from engine.record.record import Entry, Record, RecordLine, RecordText, result_text
from engine.record.statements import write_deed
from i18n.text import english

from .reader import FRAME, Heading, VolleyLine, parse

_PLAYERS: Final = ("Player 1", "Player 2")


def write_record(game: Game, record: Record, seat: int | None = None) -> str:
    """Write the record as text. Its entries must be legal; they are written in canonical notation.

    An army that ``seat`` (or, with ``None``, a bystander) may not see is left out, and so is the seed while the match
    runs. A header of ``record.headers`` with a name that the record itself uses is left out.
    """
    final, steps = walk(game, record)
    hidden = [index for index in (0, 1) if index != seat] if None in final.armies else []
    headers = FRAME.write(record, facts(final, hidden), is_over=record.ended or final.phase == "over")
    body = "\n".join(_body(steps, final, seat))
    return f"{headers}\n\n" + (body + "\n" if body else "")


def facts(final: MatchState, hidden: Collection[int] = ()) -> dict[str, str]:
    """Return the headers that follow from the turns, without the armies of the ``hidden`` seats."""
    found = {
        f"Army{index + 1}": format_army(army)
        for index, army in enumerate(final.armies)
        if army is not None and index not in hidden
    }
    found["Result"] = result_text(None if final.end is None else shares(final))
    first, second = final.scores
    found["Points" if final.setup.by_points else "Volleys"] = f"{first}:{second}"
    return found


def _body(steps: list[Walked], final: MatchState, seat: int | None) -> list[str]:
    lines: list[str] = []
    volley = 0
    for step in steps:
        if step.before.phase == "turn" and step.entry.kind == "play" and step.before.volley != volley:
            volley = step.before.volley
            lines += _volley_heading(step.before, first=not lines)
        if step.before.phase == "army" and step.entry.kind == "play" and _is_hidden(step, final, seat):
            lines.append(f"{{Player {_player(step.entry)} has picked an army, still secret}}")
        else:
            lines += _statement(step)
        if len(step.after.results) > len(step.before.results):
            lines += [f"{{{volley_words(len(step.after.results), step.after.results[-1])}}}"]
    return lines


def _is_hidden(step: Walked, final: MatchState, seat: int | None) -> bool:
    return None in final.armies and step.entry.seat != seat


def _volley_heading(state: MatchState, first: bool) -> list[str]:
    red, green = state.red + 1, 2 - state.red
    heading = f"Volley {state.volley}: Player {red} is Red, Player {green} is Green"
    return [heading] if first else ["", heading]


def _player(entry: Entry) -> int:
    assert entry.seat is not None
    return entry.seat + 1


def _statement(step: Walked) -> list[str]:
    entry, state = step.entry, step.before
    if entry.kind != "play":
        return ["", write_deed(entry)]
    if state.phase == "army":
        return [f"Player {_player(entry)} picks {step.text}"]
    if state.phase == "colour":
        return ["", f"Player {_player(entry)} chooses {step.text}"]
    assert state.position is not None
    return [f"{state.position.turn:3}. {SIDE_NAMES[state.position.side]:5}  {step.text}"]


def volley_words(number: int, result: VolleyResult) -> str:
    """Describe an ended volley: ``Volley 1: Player 1 (Red) won by a 2x2 after 23 turns; points 14:9``."""
    winner = None
    if result.winner is not None:
        winner = f"Player {result.winner + 1} ({SIDE_NAMES[result.winner ^ result.red]})"
    first, second = result.points
    return f"Volley {number}: {english(result_words(winner, result.how, result.turns))}; points {first}:{second}"


def parse_record(text: str) -> RecordText:
    """Read a record, with the volleys and turns under which it lists its entries. Raises ``BadRecord``."""
    parsed = parse(text)
    lines = tuple(
        RecordLine(line.line, str(line), None, partial(_check_heading, line))
        if isinstance(line, Heading)
        else RecordLine(line.line, str(line), line.entry, partial(_check_place, line))
        for line in parsed.lines
    )
    head = parsed.head
    return RecordText(parsed.record, head.digest, lines, head.claims, head.headers.lines)


def _check_heading(heading: Heading, state: MatchState) -> None:
    """Raise ``BadRecord`` unless the volley begins here, or will once the armies are picked, with these colours."""
    if state.phase not in ("army", "turn"):
        raise BadRecord("No volley begins here.")
    turn = state.position.turn if state.position else 1
    if (state.volley, turn) != (heading.volley, 1):
        raise BadRecord(f"Volley {state.volley}, turn {turn} is due here.")
    if state.red != heading.red:
        raise BadRecord(f"Player {state.red + 1} is Red in it, not Player {heading.red + 1}.")


def _check_place(line: VolleyLine, state: MatchState) -> None:
    """Raise ``BadRecord`` unless the match has reached the question answered or, for a turn, its volley and number."""
    if line.deed == "picks" and state.phase != "army":
        raise BadRecord("No army is to be picked here.")
    if line.deed == "chooses" and state.phase != "colour":
        raise BadRecord("No colour is to be chosen here.")
    if line.deed != "plays":
        return
    if state.phase != "turn" or state.position is None:
        raise BadRecord("No turn is due here.")
    if (state.volley, state.position.turn) != (line.volley, line.turn):
        raise BadRecord(f"Volley {state.volley}, turn {state.position.turn} is due here.")


def summary(state: MatchState) -> list[str]:
    """Summarise a match in English: the points of each volley, and the result."""
    found, key = facts(state), "Points" if state.setup.by_points else "Volleys"
    lines = [volley_words(number, result) for number, result in enumerate(state.results, start=1)]
    words = "not finished" if state.end is None else english(outcome_words(state, _PLAYERS)).rstrip(".")
    return [*lines, f"Result: {found['Result']}, {key.lower()} {found[key]} ({words})"]
