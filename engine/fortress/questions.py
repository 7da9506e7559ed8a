"""The questions about Fortress that a terminal answers (rules 10; see ``engine.questions``).

Players are named by their numbers, and steps are in canonical form.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final, Literal

from engine.errors import GameError, IllegalTurn, UnreadableTurn
from engine.questions import DEPTH, POSITION, Question, QuestionAnswer, QuestionField, Questions, read_depth
from i18n.text import english

from .cards.position import LENGTHS, OVER_PHASE, PACES, PLAYER_COUNTS, Length, Pace, Position, Setup
from .explain.illegal import why_illegal
from .notation.check import parse_position
from .notation.hidden_cards import format_view
from .notation.position import NONE, PositionError, format_position, read_player, read_seed
from .notation.step import parse_step
from .rules import perft as counting
from .rules.apply import Applied, apply
from .rules.deal import first_round
from .rules.forfeit import after_forfeit
from .rules.legal import steps
from .rules.playout import playout
from .rules.scoring import RoundEnd, winners

_HOWS: Final = ("resignation", "time")


def _start(seed: str, players: str, length: str, pace: str) -> QuestionAnswer:
    return {"position": format_position(first_round(_setup(seed, players, length, pace)))}


def _setup(seed: str, players: str, length: str, pace: str) -> Setup:
    """Return the setup described by four texts. Raises ``PositionError``."""
    if players not in map(str, PLAYER_COUNTS):
        raise PositionError(f"Fortress has 2 to 5 players, not “{players}”.")
    lengths: dict[str, Length] = {each: each for each in LENGTHS}
    paces: dict[str, Pace] = {each: each for each in PACES}
    if length not in lengths:
        raise PositionError(f"The length of a match is full, 1 or 2, not “{length}”.")
    if pace not in paces:
        raise PositionError(f"The pace of a match is single or whole, not “{pace}”.")
    return Setup(int(players), lengths[length], paces[pace], read_seed(seed))


def _actions(position: str) -> QuestionAnswer:
    return {"steps": _steps(parse_position(position))}


def _steps(position: Position) -> dict[str, list[str]]:
    """Return all legal steps of each player who is asked, by the player's number, sorted bytewise."""
    return {str(seat + 1): sorted(map(str, steps(position, seat))) for seat in position.asked}


def _apply(position: str, player: str, step: str) -> QuestionAnswer:
    after = _play(parse_position(position), player, step)
    return {
        "position": format_position(after.position),
        "round": _round(after.ended),
        "over": _over(after.position, "points"),
    }


def _play(position: Position, player: str, text: str) -> Applied:
    """Play a step in its canonical form. Raises ``GameError``."""
    seat = read_player(player, position.setup.players)
    if seat not in position.asked:
        asked = " and ".join([str(each + 1) for each in position.asked])
        raise IllegalTurn(f"Player {seat + 1} is not asked for a step now, but {asked} is.")
    step = next((step for step in steps(position, seat) if str(step) == text), None)
    if step is None:
        raise _refusal(position, seat, text)
    return apply(position, seat, step)


def _refusal(position: Position, seat: int, text: str) -> GameError:
    meant = parse_step(text, position.setup.players)
    if str(meant) != text:
        return UnreadableTurn(f"“{text[:40]}” is not written as {meant}.")
    return IllegalTurn(f"{english(why_illegal(position, seat, meant) or text)}.")


def _round(ended: RoundEnd | None) -> Any:
    return None if ended is None else {"how": ended.how, "points": list(ended.points)}


def _over(position: Position, how: Literal["points", "resignation", "time"]) -> Any:
    """Return how a match has ended with this position; ``None`` if it hasn't."""
    if position.phase != OVER_PHASE:
        return None
    return {"winners": [seat + 1 for seat in winners(position)], "how": how}


def _forfeit(text: str, player: str, how: str) -> QuestionAnswer:
    position = parse_position(text)
    seat = read_player(player, position.setup.players)
    if how not in _HOWS:
        raise GameError(f"A player gives up by resignation or time, not by “{how[:40]}”.")
    if position.hands[seat] is None:
        raise IllegalTurn(f"Player {seat + 1} has given up already.")
    after = after_forfeit(position, seat)
    return {"position": format_position(after), "over": _over(after, "time" if how == "time" else "resignation")}


def _perft(position: str, depth: str) -> QuestionAnswer:
    return {"perft": counting.perft(parse_position(position), read_depth(depth))}


def _divide(position: str, depth: str) -> QuestionAnswer:
    counts = counting.divide(parse_position(position), read_depth(depth, least=1))
    return {"divide": {str(step): count for step, count in counts.items()}}


def _view(text: str, player: str) -> QuestionAnswer:
    position = parse_position(text)
    return {"view": format_view(position, _viewer(position, player))}


def _viewer(position: Position, player: str) -> int | None:
    """Return the seat with a player's number, or ``None`` (a bystander) for ``-``. Raises ``PositionError``."""
    return None if player == NONE else read_player(player, position.setup.players)


def _playout(seed: str, chance: str, players: str, length: str, pace: str) -> QuestionAnswer:
    first = first_round(_setup(seed, players, length, pace))
    return {"playout": list(transcript(first, Random(chance)))}


def transcript(first: Position, random: Random) -> Iterator[str]:
    """Yield a playout as lines: each step with its player, the end of each round, the winners and the last position."""
    for played in playout(first, random):
        position, ended = played.after
        yield f"{played.seat + 1}:{played.step}"
        if ended:
            yield f"round {ended.how} {'/'.join(map(str, ended.points))}"
        if position.phase == OVER_PHASE:
            yield f"over points {'/'.join([str(seat + 1) for seat in winners(position)])}"
            yield format_position(position)


_SEED: Final = QuestionField("SEED", "64 hexadecimal digits in lower case", as_option=True)
_CHANCE: Final = QuestionField("CHANCE", "any text; the same seed and text give the same match", as_option=True)
_MATCH: Final = (
    QuestionField("PLAYERS", "2 to 5", "2", as_option=True),
    QuestionField("LENGTH", ", ".join(LENGTHS), "full", as_option=True),
    QuestionField("PACE", ", ".join(PACES), "single", as_option=True),
)
_PLAYER: Final = QuestionField("PLAYER", "the number of a player")
_VIEWER: Final = QuestionField("PLAYER", "a number, or - for a bystander")
_STEP: Final = QuestionField("STEP", "such as 'attack 4-5 right', as one argument")
_HOW: Final = QuestionField("HOW", " or ".join(_HOWS))

QUESTIONS: Final[Questions] = {
    "start": Question("print the position at the start of a match", (_SEED, *_MATCH), _start),
    "actions": Question("list the legal steps of each player who is asked", (POSITION,), _actions),
    "apply": Question("print the position after a step", (POSITION, _PLAYER, _STEP), _apply),
    "forfeit": Question("print the position after a player gave up", (POSITION, _PLAYER, _HOW), _forfeit),
    "perft": Question("count the sequences of N steps", (POSITION, DEPTH), _perft),
    "divide": Question("count them by first step", (POSITION, DEPTH), _divide),
    "view": Question("print what a player may see", (POSITION, _VIEWER), _view),
    "playout": Question("play a match of random steps", (_SEED, _CHANCE, *_MATCH), _playout),
}
