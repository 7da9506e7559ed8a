"""The questions of ``fortress batch`` (rules 10). Players are named by their numbers, and steps in canonical form."""

from __future__ import annotations

from typing import Any, Final, Literal

from engine.cli.arguments import read_depth
from engine.cli.batch import Answer, Command, Commands
from engine.errors import GameError, IllegalTurn, UnreadableTurn
from engine.fortress.cards.position import LENGTHS, OVER, PACES, PLAYERS, Length, Pace, Position, Setup
from engine.fortress.explain.illegal import why_not
from engine.fortress.notation.check import parse_position
from engine.fortress.notation.position import NONE, PositionError, format_position, read_player, read_seed
from engine.fortress.notation.step import parse_step
from engine.fortress.notation.view_line import format_view
from engine.fortress.rules.apply import Applied, apply
from engine.fortress.rules.deal import first_round
from engine.fortress.rules.forfeit import forfeit
from engine.fortress.rules.legal import steps
from engine.fortress.rules.perft import perft
from engine.fortress.rules.scoring import RoundEnd, winners
from i18n.text import english

HOWS: Final = ("resignation", "time")


def _start(seed: str, players: str, length: str, pace: str) -> Answer:
    return {"position": format_position(first_round(read_setup(seed, players, length, pace)))}


def read_setup(seed: str, players: str, length: str, pace: str) -> Setup:
    """The setup that four texts name. Raises ``PositionError``."""
    if players not in map(str, PLAYERS):
        raise PositionError(f"Fortress has 2 to 5 players, not “{players}”.")
    lengths: dict[str, Length] = {each: each for each in LENGTHS}
    paces: dict[str, Pace] = {each: each for each in PACES}
    if length not in lengths:
        raise PositionError(f"The length of a match is full, 1 or 2, not “{length}”.")
    if pace not in paces:
        raise PositionError(f"The pace of a match is single or whole, not “{pace}”.")
    return Setup(int(players), lengths[length], paces[pace], read_seed(seed))


def _actions(position: str) -> Answer:
    return {"steps": list_steps(parse_position(position))}


def list_steps(position: Position) -> dict[str, list[str]]:
    """By the number of each player who is asked, all legal steps, sorted bytewise."""
    return {str(seat + 1): sorted(map(str, steps(position, seat))) for seat in position.asked}


def _apply(position: str, player: str, step: str) -> Answer:
    after = apply_text(parse_position(position), player, step)
    return {
        "position": format_position(after.position),
        "round": _round(after.ended),
        "over": over(after.position, "points"),
    }


def apply_text(position: Position, player: str, text: str) -> Applied:
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
    return IllegalTurn(f"{english(why_not(position, seat, meant) or text)}.")


def _round(ended: RoundEnd | None) -> Any:
    return None if ended is None else {"how": ended.how, "points": list(ended.points)}


def over(position: Position, how: Literal["points", "resignation", "time"]) -> Any:
    """How a match has ended with this position, or ``None``."""
    if position.phase != OVER:
        return None
    return {"winners": [seat + 1 for seat in winners(position)], "how": how}


def _forfeit(text: str, player: str, how: str) -> Answer:
    position = parse_position(text)
    seat = read_player(player, position.setup.players)
    if how not in HOWS:
        raise GameError(f"A player gives up by resignation or time, not by “{how[:40]}”.")
    if position.hands[seat] is None:
        raise IllegalTurn(f"Player {seat + 1} has given up already.")
    after = forfeit(position, seat)
    return {"position": format_position(after), "over": over(after, "time" if how == "time" else "resignation")}


def _perft(position: str, depth: str) -> Answer:
    return {"perft": perft(parse_position(position), read_depth(depth))}


def _view(text: str, player: str) -> Answer:
    position = parse_position(text)
    return {"view": format_view(position, read_viewer(position, player))}


def read_viewer(position: Position, player: str) -> int | None:
    """The seat of a player's number; ``None``, a bystander, for ``-``. Raises ``PositionError``."""
    return None if player == NONE else read_player(player, position.setup.players)


COMMANDS: Final[Commands] = {
    "start": Command(("SEED", "PLAYERS", "LENGTH", "PACE"), _start),
    "actions": Command(("POSITION",), _actions),
    "apply": Command(("POSITION", "PLAYER", "STEP"), _apply),
    "forfeit": Command(("POSITION", "PLAYER", "HOW"), _forfeit),
    "perft": Command(("POSITION", "N"), _perft),
    "view": Command(("POSITION", "PLAYER"), _view),
}
