"""Monte Carlo tree search over the steps of a game (UCT with a guess for each step), for any number of seats.

What is hidden is imagined afresh in each pass (information set Monte Carlo tree search, Cowling, Powley and Whitehouse
2012): a node stands for the steps that led there, and its edges are the steps that were legal there in any pass. In
each pass the search follows the steps that look best, weighed against those seldom tried, and judges all steps of the
first node it has not seen; each node on the way remembers what its own mover got. For games in which much is hidden,
``sampling`` serves better.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from math import exp, sqrt
from typing import Any, Final, NamedTuple

from engine.lookahead import Lookahead, Shares

CURIOSITY: Final = 0.6
"""The strength of the preference for steps seldom tried."""
WARMTH: Final = 0.08
"""The temperature of a softmax: how much worse than the best a step may look and still count as likely."""


class FoundSubmission(NamedTuple):
    """A submission, and the share of the result that the searching seat may expect after it."""

    text: str
    value: float


class _Edge:
    """A step, and what its mover got from it: ``guess`` at first sight, and ``total`` in ``visits`` passes.

    ``weight`` says how likely the step looked at first sight. ``position`` is the position after it, if that is always
    the same, which it is when nothing is hidden.
    """

    __slots__ = ("guess", "node", "position", "total", "visits", "weight")

    def __init__(self, guess: float, weight: float, position: Any) -> None:
        self.guess = guess
        self.weight = weight
        self.position = position
        self.total = 0.0
        self.visits = 0
        self.node: _Node | None = None

    @property
    def mean(self) -> float:
        return (self.guess + self.total) / (1 + self.visits)


class _Node:
    """A place in the tree, known by the steps that lead to it.

    ``best`` is the best guess among the first edges, and ``mass`` the sum of all weights. ``legal`` are the edges that
    are legal in every pass, if that is known.
    """

    __slots__ = ("best", "edges", "legal", "mass", "visits")

    def __init__(self) -> None:
        self.edges: dict[Hashable, _Edge] = {}
        self.legal: list[tuple[_Edge, Hashable]] = []
        self.visits = 0
        self.best = 0.0
        self.mass = 0.0


class Search:
    """A search of the tree of steps.

    ``imagine`` returns a state to look into, in which ``seat`` is asked: the same one each time if nothing is hidden.
    By chance a step may look better than it is by up to ``misjudgement``, so that a player doesn't always play the
    same.
    """

    def __init__(
        self, lookahead: Lookahead, imagine: Callable[[], Any], seat: int, rng: random.Random, misjudgement: float = 0
    ) -> None:
        self.lookahead = lookahead
        self.seat = seat
        self.rng = rng
        self.misjudgement = misjudgement
        self.judged = 0
        self._imagine = imagine
        self._state = imagine()
        self._is_open = imagine() is self._state
        self._root = _Node()

    def best(self, nodes: int) -> FoundSubmission:
        """Return the best submission found with about ``nodes`` positions judged."""
        position = self._begin()
        while self.judged < nodes:
            self._pass(position)
            if not self._is_open:
                position = self._begin()
        return self._best_line(position)

    def _begin(self) -> Any:
        return self.lookahead.begin(self._state if self._is_open else self._imagine(), self.seat)

    def _pass(self, position: Any) -> None:
        """Go down to a new node, or to the end of the match, and credit its worth to all edges on the way."""
        node, way, is_known = self._root, [], True
        while True:
            mover = self.lookahead.mover(position)
            if mover is None:
                value = self._judge(position)
                break
            if not node.edges:
                value = self._open(node, position, mover)
                break
            edge, position = self._follow(node, position, mover, is_known)
            way.append((edge, mover))
            is_known = is_known and not self.lookahead.is_between(position)
            node.visits += 1
            node = edge.node = edge.node or _Node()
        for edge, mover in way:
            edge.visits += 1
            edge.total += value[mover]

    def _judge(self, position: Any) -> Shares:
        self.judged += 1
        return self.lookahead.judge(position) or self.lookahead.play_on(position, self.rng)

    def _open(self, node: _Node, position: Any, mover: int) -> Shares:
        """Judge all steps of a node; return the value of its mover's best one."""
        take, judge, chance, misjudgement = self.lookahead.take, self._judge, self.rng.random, self.misjudgement
        seen, best = [], None
        for step in self.lookahead.steps(position):
            after = take(position, step)
            value = judge(after)
            seen.append((step, value[mover] + misjudgement * chance(), after))
            if best is None or value[mover] > best[mover]:
                best = value
        assert best is not None
        node.best = max(guess for _, guess, _ in seen)
        for step, guess, after in seen:
            self._add(node, step, guess, after)
        return best

    def _add(self, node: _Node, step: Hashable, guess: float, after: Any) -> _Edge:
        weight = exp(min(0.0, guess - node.best) / WARMTH)
        node.mass += weight
        node.edges[step] = edge = _Edge(guess, weight, after if self._is_open else None)
        return edge

    def _follow(self, node: _Node, position: Any, mover: int, is_known: bool) -> tuple[_Edge, Any]:
        """Return the edge of the step most worth trying next, and the position after it.

        ``is_known``: every pass finds the same steps here, as it does until a submission ends.
        """
        bonus = CURIOSITY * sqrt(node.visits + 1) / node.mass
        if self._is_open:
            edge = max(node.edges.values(), key=lambda edge: _worth(edge, bonus))
            return edge, edge.position
        legal = node.legal or [
            (self._edge(node, position, step, mover), step) for step in self.lookahead.steps(position)
        ]
        if is_known:
            node.legal = legal
        edge, step = max(legal, key=lambda each: _worth(each[0], bonus))
        return edge, self.lookahead.take(position, step)

    def _edge(self, node: _Node, position: Any, step: Hashable, mover: int) -> _Edge:
        """Return the edge of a step, judging the step first if no pass has seen it."""
        edge = node.edges.get(step)
        if edge is None:
            value = self._judge(self.lookahead.take(position, step))
            edge = self._add(node, step, value[mover] + self.misjudgement * self.rng.random(), None)
        return edge

    def _best_line(self, position: Any) -> FoundSubmission:
        """Return the submission made of the steps tried most often, or of those that look best if none was tried."""
        lookahead, node = self.lookahead, self._root
        line: list[Any] = []
        value = None
        while not line or (not lookahead.is_between(position) and lookahead.mover(position) == self.seat):
            if not node.edges:
                self._open(node, position, self.seat)
            legal = [(self._edge(node, position, step, self.seat), step) for step in lookahead.steps(position)]
            edge, step = max(legal, key=lambda each: (each[0].visits, each[0].mean))
            value = edge.mean if value is None else value
            line.append(step)
            position, node = lookahead.take(position, step), edge.node or _Node()
        assert value is not None
        return FoundSubmission(lookahead.write(line), min(1.0, max(0.0, value)))


def _worth(edge: _Edge, bonus: float) -> float:
    return (edge.guess + edge.total + edge.weight * bonus) / (1 + edge.visits)
