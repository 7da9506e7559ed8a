"""A Fortify match as text, much as chess has PGN: headers in brackets, then the turns volley by volley.

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
Headers that follow from the turns (``DERIVED``) are checked by ``report``. A record is in English, whoever writes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from engine.fortify.board.units import SIDE_NAMES, format_army
from engine.fortify.explain.describe import result_words
from engine.fortify.match.events import outcome_words
from engine.fortify.match.state import MatchState, VolleyResult, shares
from engine.game import BadRecord, Entry, Game, GameError, Record
from i18n.text import english

from .headers import visible, write_header
from .reader import GAME_NAME, OPTION_HEADERS, RESERVED, Heading, Line, parse

PLAYERS: Final = ("Player 1", "Player 2")


def write(game: Game, record: Record, seat: int | None = None) -> str:
    """The record as text. Its entries must be legal; they are written in canonical notation.

    An army that ``seat`` (or, with ``None``, a bystander) may not see is left out, and so is the seed while the match
    runs. A header of ``record.headers`` with a name that the record itself uses is left out.
    """
    steps = list(_walk(game, record))
    final = steps[-1].after if steps else _start(game, record)
    body = "\n".join(_body(steps, final, seat))
    return "\n".join(_headers(record, final, seat)) + "\n\n" + (body + "\n" if body else "")


class _Step(NamedTuple):
    before: MatchState
    entry: Entry
    text: str
    after: MatchState


def _start(game: Game, record: Record) -> MatchState:
    state: MatchState = game.start(record.options, 2, record.seed or bytes(32))
    return state


def _walk(game: Game, record: Record) -> Iterator[_Step]:
    state = _start(game, record)
    for entry in record.entries:
        text = ""
        if entry.kind == "play" and entry.seat is not None:
            played = game.play(state, entry.seat, entry.text)
            text, after = played.text, played.state
        else:
            after = game.enter(state, entry)
        yield _Step(state, entry, text, after)
        state = after


def _headers(record: Record, final: MatchState, seat: int | None) -> list[str]:
    pairs = [("Game", GAME_NAME)]
    pairs += [(key, value) for key, value in record.headers.items() if key not in RESERVED]
    pairs += [(f"Player{index}", name) for index, name in enumerate(record.players, start=1)]
    pairs += [(name, record.options[key]) for key, name in OPTION_HEADERS.items() if record.options[key]]
    hidden = [index for index in (0, 1) if index != seat] if None in final.armies else []
    facts = _facts(final, hidden)
    if record.seed is not None and final.phase == "over":
        pairs.append(("Seed", record.seed.hex()))
    return [write_header(key, value) for key, value in [*pairs, *facts.items()]]


def _facts(final: MatchState, hidden: Collection[int] = ()) -> dict[str, str]:
    """The derived headers: what the turns lead to, without the armies of the ``hidden`` seats."""
    facts = {
        f"Army{index + 1}": format_army(army)
        for index, army in enumerate(final.armies)
        if army is not None and index not in hidden
    }
    facts["Result"] = result_text(final)
    first, second = final.scores
    facts["Points" if final.setup.by_points else "Volleys"] = f"{first}:{second}"
    return facts


def result_text(state: MatchState) -> str:
    """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the match runs."""
    return "*" if state.end is None else "-".join(map(str, shares(state)))


def _body(steps: list[_Step], final: MatchState, seat: int | None) -> list[str]:
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


def _is_hidden(step: _Step, final: MatchState, seat: int | None) -> bool:
    return None in final.armies and step.entry.seat != seat


def _volley_heading(state: MatchState, first: bool) -> list[str]:
    red, green = state.red + 1, 2 - state.red
    heading = f"Volley {state.volley}: Player {red} is Red, Player {green} is Green"
    return [heading] if first else ["", heading]


def _player(entry: Entry) -> int:
    assert entry.seat is not None
    return entry.seat + 1


def _statement(step: _Step) -> list[str]:
    entry, state = step.entry, step.before
    if entry.kind == "agreement":
        return ["", "Draw agreed"]
    if entry.kind == "resignation":
        return ["", f"Player {_player(entry)} resigns"]
    if entry.kind == "time":
        return ["", f"Player {_player(entry)} loses on time"]
    if state.phase == "army":
        return [f"Player {_player(entry)} picks {step.text}"]
    if state.phase == "colour":
        return ["", f"Player {_player(entry)} chooses {step.text}"]
    assert state.position is not None
    return [f"{state.position.turn:3}. {SIDE_NAMES[state.position.side]:5}  {step.text}"]


def volley_words(number: int, result: VolleyResult) -> str:
    """``Volley 1: Player 1 (Red) won by a 2x2 after 23 turns; points 14:9``."""
    winner = None
    if result.winner is not None:
        winner = f"Player {result.winner + 1} ({SIDE_NAMES[result.winner ^ result.red]})"
    first, second = result.points
    return f"Volley {number}: {english(result_words(winner, result.how, result.turns))}; points {first}:{second}"


def report(game: Game, text: str) -> tuple[int, list[str]]:
    """Replay a record through the rules: exit status and the lines to print.

    0: result and the points of each volley; 1: the turn at fault, or a derived header that the turns contradict;
    2: the text is no record.
    """
    try:
        parsed = parse(text)
    except BadRecord as error:
        return 2, [visible(str(error))]
    state = _start(game, parsed.record)
    for line in parsed.lines:
        try:
            if isinstance(line, Heading):
                _check_heading(state, line)
            else:
                _check_place(state, line)
                state = game.enter(state, line.entry)
        except GameError as error:
            return 1, [visible(f"{line}: {error}")]
    return _verdict(state, parsed.claims)


def _check_heading(state: MatchState, heading: Heading) -> None:
    """That the volley begins here (or will, once the armies are picked) with these colours."""
    if state.phase not in ("army", "turn"):
        raise BadRecord("No volley begins here.")
    turn = state.position.turn if state.position else 1
    if (state.volley, turn) != (heading.volley, 1):
        raise BadRecord(f"Volley {state.volley}, turn {turn} is due here.")
    if state.red != heading.red:
        raise BadRecord(f"Player {state.red + 1} is Red in it, not Player {heading.red + 1}.")


def _check_place(state: MatchState, line: Line) -> None:
    """That the match has come to such an answer or, for a turn, to the volley and turn under which it is given."""
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


def _verdict(state: MatchState, claims: dict[str, str]) -> tuple[int, list[str]]:
    facts = _facts(state)
    wrong = [
        visible(f"The {key} header says {claim}, but the turns lead to {facts.get(key, 'none')}.")
        for key, claim in claims.items()
        if claim != facts.get(key)
    ]
    if wrong:
        return 1, wrong
    lines = [volley_words(number, result) for number, result in enumerate(state.results, start=1)]
    key = "Points" if state.setup.by_points else "Volleys"
    words = "not finished" if state.end is None else english(outcome_words(state, PLAYERS)).rstrip(".")
    return 0, [*lines, f"Result: {facts['Result']}, {key.lower()} {facts[key]} ({words})"]
