"""The Last Fairy Tale's rules as a search plays them: a position is a ``SearchPosition``.

A tile is laid in one step, with everything that its symbols do. The side of a 5 isn't searched for: a turn ends with
the side whose monsters do the least harm when they move. The dice of an imagined seed are a step of their own after
that, so that a turn isn't judged by one throw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, NamedTuple

from engine.fairytale.forest.spaces import LETTERS
from engine.fairytale.match.state import MatchState
from engine.fairytale.rules.lay import Laid, ways_to_lay
from engine.fairytale.rules.position import UNCHOSEN
from engine.fairytale.rules.turn import Turn, lay_tile, may_lay, next_words, take
from engine.lookahead import Lookahead, Shares

from .judge import judge, side_to_name

SearchStep = str | Laid
THROW: Final = ""
"""The step after a turn's last word, taken by the dice."""
_END: Final = "5:"
_ANY_END: Final = f"{_END}{LETTERS[0]}"
_LIKED: Final = ("pigs", "beauty", "tailor", "thumb", "aladdin", "huntsman", "red", "cinderella", "soldier", "piper")
"""The figures, those first that do most for a team."""


class SearchPosition(NamedTuple):
    """A turn, with its last word if that has been said (``end``), and whether any word of it has been said."""

    turn: Turn
    under_way: bool = False
    end: str = ""


class FairytaleLookahead(Lookahead):
    misjudgements: ClassVar[Mapping[str, float]] = {"easy": 0.02, "medium": 0.005}
    """They are small, since one turn decides little in a long match that one team plays."""

    def begin(self, state: MatchState, seat: int) -> SearchPosition:  # noqa: ARG002 (one seat is asked at a time)
        return SearchPosition(Turn(state.position))

    def mover(self, position: SearchPosition) -> int | None:
        return None if position.turn.ending else position.turn.position.seat

    def steps(self, position: SearchPosition) -> Sequence[SearchStep]:
        turn, end = position.turn, position.end
        if end:
            return (THROW,)
        words = next_words(turn, _ANY_END)
        if _ANY_END not in words:
            return _begun(turn, list(words))
        found: list[SearchStep] = [word for word in words if not word.startswith(_END)]
        if may_lay(turn):
            lays = list(ways_to_lay(turn.position))
            found += lays or [word for word in next_words(turn) if word == "clear"]
        return [*found, f"{_END}{LETTERS[side_to_name(turn.position)]}"]

    def take(self, position: SearchPosition, step: SearchStep) -> SearchPosition:
        turn = position.turn
        if isinstance(step, Laid):
            return SearchPosition(lay_tile(turn, step), under_way=True)
        if step.startswith(_END):
            return SearchPosition(turn, under_way=True, end=step)
        after = take(turn, step or position.end)
        assert after is not None
        return (
            SearchPosition(Turn(after.position, ending=after.ending))
            if after.is_done
            else SearchPosition(after, under_way=True)
        )

    def is_between(self, position: SearchPosition) -> bool:
        return not position.under_way

    def judge(self, position: SearchPosition) -> Shares:
        turn = position.turn
        worth = float(turn.ending.won) if turn.ending else judge(turn.position)
        return (worth,) * len(turn.position.figures)

    def write(self, steps: Sequence[SearchStep]) -> str:
        return " ".join(str(step) for step in steps if step != THROW)


def _begun(turn: Turn, words: list[SearchStep]) -> list[SearchStep]:
    """Return the words that may begin a turn; of the free figures only the best is considered."""
    if turn.position.turn == 0 or turn.position.figure.word != UNCHOSEN:
        return words
    return [next(word for figure in _LIKED if (word := f"as:{figure}") in words)]
