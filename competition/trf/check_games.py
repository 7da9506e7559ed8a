"""A check that the two players of each game report the same result."""

from __future__ import annotations

from collections.abc import Mapping

from competition.history import Code, Result
from i18n.text import say

from .player_line import PlayerRow

WINS, DRAWS = frozenset("1W"), frozenset("=D")
FORFEITS = {(Code.FORFEIT_WIN, Code.FORFEIT_LOSS), (Code.FORFEIT_LOSS, Code.FORFEIT_LOSS)}


def check_games(rows: Mapping[int, PlayerRow]) -> None:
    """Raise ``BadTrf`` for a game that its two players report differently."""
    for row in rows.values():
        for index, entry in enumerate(row.entries):
            if entry and entry.opponent:
                _check_game(row, index, entry, rows)


def _check_game(row: PlayerRow, index: int, entry: Result, rows: Mapping[int, PlayerRow]) -> None:
    where = say("player %(player)s, round %(round)s", player=row.number, round=index + 1)
    other = rows.get(entry.opponent)
    if other is None:
        raise row.line.bad(
            "%(where)s: the opponent is player %(opponent)s, who is not in this file.",
            where=where,
            opponent=entry.opponent,
        )
    theirs = other.entries[index] if index < len(other.entries) else None
    if theirs is None or theirs.opponent != row.number:
        if theirs and theirs.opponent:
            raise row.line.bad(
                "%(where)s: the opponent is player %(opponent)s, who by line %(line)s met player %(player)s in "
                "that round.",
                where=where,
                opponent=other.number,
                line=other.line.number,
                player=theirs.opponent,
            )
        raise row.line.bad(
            "%(where)s: the opponent is player %(opponent)s, who by line %(line)s met nobody in that round.",
            where=where,
            opponent=other.number,
            line=other.line.number,
        )
    if entry.colour and entry.colour == theirs.colour:
        raise row.line.bad(
            "%(where)s: both players have the same colour (see line %(line)s).", where=where, line=other.line.number
        )
    if not _results_agree(entry, theirs):
        raise row.line.bad(
            "%(where)s: the result %(result)s does not match the result %(other)s of player %(player)s in line "
            "%(line)s.",
            where=where,
            result=_shown(entry),
            other=_shown(theirs),
            player=other.number,
            line=other.line.number,
        )


def _results_agree(one: Result, other: Result) -> bool:
    """Return whether two results can belong to the same game.

    By decision of the organiser the two can add up to less than a whole game: a loss for both, or a draw against a
    loss.
    """
    if one.is_played and other.is_played:
        wins = (one.code in WINS) + (other.code in WINS)
        return wins == 0 or (wins == 1 and not (one.code in DRAWS or other.code in DRAWS))
    codes = (one.code, other.code)
    return codes in FORFEITS or codes[::-1] in FORFEITS or codes == (Code.RUNNING, Code.RUNNING)


def _shown(result: Result) -> str:
    return say("(blank)") if result.code is Code.RUNNING else str(result.code)
