"""The rounds of a tournament from elsewhere, board by board."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from competition.history import Code, Colour, History, Player, Result


class PlayedBoard(NamedTuple):
    """A board of a round. ``black`` is 0 for a bye; codes are TRF's, empty while a game runs."""

    white: int
    black: int
    white_code: str
    black_code: str

    @property
    def is_open(self) -> bool:
        return not self.white_code


class PlayedRound(NamedTuple):
    number: int
    boards: tuple[PlayedBoard, ...]

    @property
    def is_open(self) -> bool:
        return any(board.is_open for board in self.boards)


def rounds_of(history: History) -> tuple[PlayedRound, ...]:
    """Return every paired round, with its boards in the order of FIDE C.04.2; byes come last.

    The order is by the higher score of the two, then by both together, then by the lower pairing number.
    """
    players = {player.number: player for player in history.players}
    return tuple(_round(history, players, number) for number in range(1, history.paired_rounds + 1))


def _round(history: History, players: dict[int, Player], number: int) -> PlayedRound:
    before = {each: history.points(player, number - 1) for each, player in players.items()}
    results = {each: player.results[number - 1] for each, player in players.items()}

    def order(board: PlayedBoard) -> tuple[bool, bool, Fraction, Fraction, int]:
        if not board.black:
            return True, board.white_code != Code.PAIRING_BYE, Fraction(0), Fraction(0), board.white
        scores = (before[board.white], before[board.black])
        return False, False, -max(scores), -sum(scores, Fraction(0)), min(board.white, board.black)

    return PlayedRound(number, tuple(sorted(_boards(results), key=order)))


def _boards(results: dict[int, Result]) -> Iterator[PlayedBoard]:
    for number, result in results.items():
        if not result.opponent:
            yield PlayedBoard(number, 0, result.code.value, "")
        elif _is_white(number, result, results[result.opponent]):
            yield PlayedBoard(number, result.opponent, _code(result), _code(results[result.opponent]))


def _is_white(number: int, own: Result, other: Result) -> bool:
    """Return whether the player was White.

    A forfeited game may have no colours: then the lower number counts as White.
    """
    if own.colour or other.colour:
        return own.colour is Colour.WHITE or other.colour is Colour.BLACK
    return number < own.opponent


def _code(result: Result) -> str:
    return "" if result.code is Code.RUNNING else result.code.value
