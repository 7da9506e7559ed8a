"""Matches of computer players against each other, to see which is stronger."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import Any, Final, NamedTuple

from engine.chance import seed_digest
from engine.game import Game
from engine.games import game as find_game
from engine.values import Options

from .choose import choose_as
from .strengths import STRENGTHS, Strength

RANDOM: Final = "random"
NORMAL_95: Final = 1.959964
"""The number of standard deviations within which 95% of a normal distribution lies."""


@dataclass(frozen=True, slots=True)
class Series:
    """A series of matches.

    ``players`` are keys of strengths, ``RANDOM``, or numbers of nodes as text, one for each seat.
    """

    slug: str
    options: Options
    players: tuple[str, ...]
    seed: str


class Score(NamedTuple):
    """The score of a match for each player, in their order: shares, submissions made, and processor seconds used."""

    shares: tuple[float, ...]
    turns: tuple[int, ...]
    seconds: tuple[float, ...]

    def as_team(self) -> Score:
        """Return the score of a match that all win or lose together, as that of one player."""
        return Score(self.shares[:1], (sum(self.turns),), (sum(self.seconds),))


def strength_of(player: str) -> Strength | None:
    """Return the strength of a player, ``None`` for ``RANDOM``. Raises ``ValueError`` for an unknown player."""
    if player == RANDOM:
        return None
    strengths = {strength.key: strength for strength in STRENGTHS}
    if player in strengths:
        return strengths[player]
    if int(player) < 1:
        raise ValueError(f"a player judges at least one position, not {player}")
    return Strength(player, player, int(player), STRENGTHS[-1].misjudgement)


def play_series(series: Series, games: int, processes: int = 1) -> Iterator[Score]:
    """Play the matches of a series, one by one; the seats rotate from match to match."""
    play = partial(play_match, series)
    if processes == 1:
        yield from map(play, range(games))
        return
    with ProcessPoolExecutor(processes) as executor:
        yield from executor.map(play, range(games))


def play_match(series: Series, number: int) -> Score:
    """Play match ``number`` of a series; all its chance comes from the series' seed and that number."""
    game, players = find_game(series.slug), series.players
    count = len(players)
    rng = random.Random(seed_digest(f"{series.seed}/{number}".encode()))
    state = game.start(game.as_now(series.options), count, rng.randbytes(32))
    turns, seconds = [0] * count, [0.0] * count
    while asked := game.to_act(state):
        player = (asked[0] + number) % count
        begun = time.process_time()
        text = _submission(game, state, asked[0], strength_of(players[player]), rng)
        seconds[player] += time.process_time() - begun
        turns[player] += 1
        state = game.play(state, asked[0], text).state
    outcome = game.outcome(state)
    assert outcome is not None
    shares = tuple(float(outcome.shares[(player - number) % count]) for player in range(count))
    return Score(shares, tuple(turns), tuple(seconds))


def _submission(game: Game, state: Any, seat: int, strength: Strength | None, rng: random.Random) -> str:
    if strength is None:
        return game.sample(state, seat, rng)
    return choose_as(game, state, seat, strength, rng.randbytes(16)).text


def wilson(points: float, matches: int) -> tuple[float, float]:
    """Return the 95 % interval of a score, as a share of the matches (Wilson 1927).

    A draw counts as half a win, which makes the interval a little too wide, never too narrow.
    """
    share, spread = points / matches, NORMAL_95**2 / matches
    middle = share + spread / 2
    margin = NORMAL_95 * sqrt(share * (1 - share) / matches + spread / (4 * matches))
    return max(0.0, middle - margin) / (1 + spread), min(1.0 + spread, middle + margin) / (1 + spread)


def describe(players: Sequence[str], scores: Iterable[Score]) -> Iterator[str]:
    """Yield a line for each player: points, share with its interval, and time for a submission."""
    rows = list(scores)
    yield f"{'player':10}{'points':>14}{'score':>9}{'95% (Wilson)':>19}{'ms a turn':>12}"
    for player, name in enumerate(players):
        points = sum(row.shares[player] for row in rows)
        low, high = wilson(points, len(rows))
        turns, seconds = sum(row.turns[player] for row in rows), sum(row.seconds[player] for row in rows)
        interval = f"{low:.1%} to {high:.1%}"
        yield (
            f"{name:10}{points:>7g} of {len(rows):<4}{points / len(rows):>8.1%}{interval:>19}"
            f"{1000 * seconds / max(1, turns):>12.1f}"
        )
    yield f"Submissions a match: {sum(sum(row.turns) for row in rows) / len(rows):.1f}."


TEAM_HEAD: Final = f"{'level':10}{'players':>9}{'won':>14}{'share':>9}{'95% (Wilson)':>19}{'ms a turn':>12}"


def describe_team(level: str, seats: int, scores: Sequence[Score]) -> str:
    """Write a line under ``TEAM_HEAD`` on the matches of a team (``Score.as_team``)."""
    won, matches = sum(score.shares[0] for score in scores), len(scores)
    low, high = wilson(won, matches)
    turns, seconds = sum(score.turns[0] for score in scores), sum(score.seconds[0] for score in scores)
    return (
        f"{level:10}{seats:>9}{won:>7g} of {matches:<4}{won / matches:>8.1%}{f'{low:.1%} to {high:.1%}':>19}"
        f"{1000 * seconds / max(1, turns):>12.1f}"
    )
