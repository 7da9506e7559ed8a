"""The initial colour of a tournament whose file does not say it."""

from __future__ import annotations

from itertools import count

from tournaments.history import Code, Colour, History, Player


def initial_colour(history: History) -> Colour | None:
    """As the history says, or read from the first round in which anybody has a colour: number all who were paired by
    then; the first has the initial colour, the second the other, and so on. The first of them who has a colour tells
    (C.04.3, Art. 5.2.5). ``None`` while no round has been paired.
    """
    if history.initial_colour is not None:
        return history.initial_colour
    for index in range(history.paired_rounds):
        if any(player.results[index].colour for player in history.players):
            return _read(history, index)
    return None


def _read(history: History, index: int) -> Colour | None:
    paired = (player for player in history.players if _was_paired(player, index))
    for number, player in zip(count(1), paired):
        colour = player.results[index].colour
        if colour is not None:
            return colour if number % 2 else colour.other
    return None


def _was_paired(player: Player, index: int) -> bool:
    return any(result.opponent or result.code is Code.PAIRING_BYE for result in player.results[: index + 1])
