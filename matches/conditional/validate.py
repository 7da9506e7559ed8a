"""Validation of conditional turns: the game judges each turn of each branch on the board after the one before.

The opponent's turns are judged as if the opponent played them. In games that hide something, the judgement could betray
it, so nothing is judged ahead unless the game allows it, and then on the state as all know it (``Game.as_known``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.errors import GameError, UnreadableTurn
from engine.game import Game
from engine.values import Played, Step
from i18n.text import Text, joined, noop, say, say_many
from matches.gate.ahead import Node, Tree, awaits_turn
from matches.input.text import cut

from .parse import Branch, BranchNumber

MOST_EXAMPLES: Final = 8
LONGEST_QUOTE: Final = 60


class Wrong(ValueError):
    """A branch that can't be kept; the message is for the player. ``unreadable``: it isn't the game's notation."""

    def __init__(self, message: str, *, unreadable: bool = False) -> None:
        super().__init__(message)
        self.unreadable = unreadable


def check(game: Game, state: Any, *, own: int, other: int, who: str, branches: Sequence[Branch]) -> Tree:
    """Return the branches as one tree in canonical notation. Raises ``Wrong``.

    ``who`` is the name of the player on seat ``other``, who is asked in this state.
    """
    checking = _Checking(game, own, other, who)
    root: _Answers = {}
    known = game.as_known(state)
    for number, branch in enumerate(branches, start=1):
        checking.add(root, known, branch, number, len(branches))
    return _tree(root)


@dataclass
class _Begun:
    reply: str
    branch: int
    then: _Answers = field(default_factory=dict)


_Answers = dict[str, _Begun]


def _tree(answers: _Answers) -> Tree:
    return tuple(Node(condition, begun.reply, _tree(begun.then)) for condition, begun in answers.items())


@dataclass(frozen=True)
class _Checking:
    game: Game
    own: int
    other: int
    who: str

    def add(self, root: _Answers, state: Any, branch: Branch, number: int, of: int) -> None:
        at, answers, says_more = BranchNumber(number, of), root, False
        for place, pair in enumerate(branch):
            if place and not awaits_turn(self.game, state, self.other):
                raise Wrong(at.says(no_turn_to_wait_for(branch[place - 1].reply, self.who)))
            condition = self._judge(state, self.other, pair.condition, at)
            if not awaits_turn(self.game, condition.state, self.own):
                raise Wrong(at.says(no_answer(self.game, condition)))
            reply = self._judge(condition.state, self.own, pair.reply, at)
            begun = answers.get(condition.text)
            if begun is None:
                says_more = True
                begun = answers[condition.text] = _Begun(reply.text, number)
            elif begun.reply != reply.text:
                words = say(
                    "your answer to “%(turn)s” is “%(answer)s” here, but “%(other)s” in branch %(number)s. Choose one.",
                    turn=condition.text,
                    answer=reply.text,
                    other=begun.reply,
                    number=begun.branch,
                )
                raise Wrong(at.says(words))
            answers, state, earlier = begun.then, reply.state, begun.branch
        if not says_more:
            raise Wrong(at.says(say("it adds nothing to branch %(number)s.", number=earlier)))

    def _judge(self, state: Any, seat: int, text: str, at: BranchNumber) -> Played:
        try:
            return self.game.play(state, seat, text)
        except GameError as error:
            fault = joined([self._cannot(seat, text), _sentence(error), *self._legal(state, seat)], " ")
            raise Wrong(at.says(fault), unreadable=isinstance(error, UnreadableTurn)) from error

    def _cannot(self, seat: int, text: str) -> Text:
        if seat == self.own:
            return say("“then %(turn)s”: you can’t play that.", turn=_cut(text))
        return say("“if %(turn)s”: %(name)s can’t play that.", turn=_cut(text), name=self.who)

    def _legal(self, state: Any, seat: int) -> Iterator[Text]:
        """Yield a sentence with some of the ways to begin a turn there; nothing if there are none.

        The first of each kind come first.
        """
        texts = [step.next for step in one_per_group(self.game.draft(state, seat).steps)]
        if not texts:
            return
        shown, more = ", ".join(texts[:MOST_EXAMPLES]), len(texts) - MOST_EXAMPLES
        if more <= 0:
            yield say("Legal turns there begin with %(beginnings)s.", beginnings=shown)
        else:
            yield say_many(
                "Legal turns there begin with %(beginnings)s or %(number)s other.",
                "Legal turns there begin with %(beginnings)s or %(number)s others.",
                more,
                beginnings=shown,
            )


def no_turn_to_wait_for(reply: str, who: str) -> Text:
    """Return the fault of a branch in which the opponent, ``who``, has no turn after the player's answer."""
    return say(noop("%(name)s has no turn to wait for after “then %(turn)s”."), turn=_cut(reply), name=who)


def no_answer(game: Game, condition: Played) -> Text:
    """Return the fault of a branch in which the player has no turn after the opponent's."""
    words = noop("it isn’t your turn after “if %(turn)s”.")
    if game.outcome(condition.state) is not None:
        words = noop("after “if %(turn)s” the match is over, so you have no turn.")
    return say(words, turn=condition.text)


def _cut(text: str) -> str:
    return cut(text, LONGEST_QUOTE)


def _sentence(error: GameError) -> str:
    words = str(error)
    return words if words.endswith((".", "!", "?")) else joined([words, "."], "")


def one_per_group(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return the steps sorted so that the first few are of as many groups as possible, to be shown as examples."""
    groups: dict[str, list[Step]] = {}
    for step in steps:
        groups.setdefault(step.group, []).append(step)
    rounds = max(map(len, groups.values()), default=0)
    return tuple(group[place] for place in range(rounds) for group in groups.values() if place < len(group))
