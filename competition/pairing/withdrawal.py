"""The matches of a player who leaves a round robin.

FIDE Tournament Rules (C.06, V.4): players who leave with less than half of their games completed keep these in the
crosstable and in the ratings, but points won by them or from them don't count in the standings. Players who completed
at least half keep the points; their remaining games are "-" for them and "+" for the opponents.

Half means half of all the matches that the schedule gives the player, in both cycles of a double round robin. Byes
don't count, nor do matches annulled earlier because the opponent left. Completed matches are those played to a result:
that rule calls games marked "+" and "-" unplayed, and so do the rules of tie-breaks (C.07, article 15). So neither a
win nor a loss by forfeit is a completed match, and neither is a match still running.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from competition.history import Code, History, Result
from i18n.text import Text, noop, say, say_many

from .berger import BergerRound


class Policy(StrEnum):
    """The way in which an event settles the matches of a player who leaves."""

    HALF = "half"  # annul before half of the matches are done, forfeit from then on
    FORFEIT = "forfeit"
    ANNUL = "annul"


class Fate(StrEnum):
    """The way in which one match of the player who left is settled."""

    STANDS = "stands"
    FORFEITED = "forfeited"
    ANNULLED = "annulled"


class Settled(NamedTuple):
    """A match of the player who left.

    The codes are what counts from now on for that player and for the opponent; both are ``None`` for a match that no
    longer counts.
    """

    round: int
    opponent: int
    fate: Fate
    code: Code | None
    opponent_code: Code | None


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """The settled matches of a player who left; ``played`` of ``matches`` were completed.

    ``why`` is the sentence below the standings.
    """

    number: int
    played: int
    matches: int
    games: tuple[Settled, ...]
    why: Text


class _Game(NamedTuple):
    round: int
    opponent: int
    code: Code | None  # None and RUNNING: not decided
    opponent_code: Code | None

    @property
    def is_open(self) -> bool:
        return self.code in (None, Code.RUNNING)


def withdrawn(
    history: History, schedule: Sequence[BergerRound], number: int, policy: Policy, annulled: Collection[int] = ()
) -> Withdrawal:
    """Settle every match of player ``number``.

    Rounds that have results come from ``history``, later ones from ``schedule``. ``annulled`` are the players who left
    before and whose matches no longer count.
    """
    games = [game for game in _games(history, schedule, number) if game.opponent not in annulled]
    played = sum(Result(game.code).is_played for game in games if game.code)
    annul = policy is Policy.ANNUL or (policy is Policy.HALF and 2 * played < len(games))
    settled = tuple(_annulled(game) if annul else _kept(game) for game in games)
    name = next(player.name for player in history.players if player.number == number)
    name = name or say("Player %(number)s", number=number)
    return Withdrawal(number, played, len(games), settled, _why(name, played, settled, policy, annul))


def _games(history: History, schedule: Sequence[BergerRound], number: int) -> Iterator[_Game]:
    results = {player.number: player.results for player in history.players}
    for index, result in enumerate(results[number]):
        if result.opponent:
            yield _Game(index + 1, result.opponent, result.code, results[result.opponent][index].code)
    for index, pairs in enumerate(schedule[len(results[number]) :], len(results[number])):
        for pair in pairs:
            if number in pair and not pair.is_bye:
                yield _Game(index + 1, pair.other(number), None, None)


def _annulled(game: _Game) -> Settled:
    return Settled(game.round, game.opponent, Fate.ANNULLED, None, None)


def _kept(game: _Game) -> Settled:
    if game.is_open:
        return Settled(game.round, game.opponent, Fate.FORFEITED, Code.FORFEIT_LOSS, Code.FORFEIT_WIN)
    return Settled(game.round, game.opponent, Fate.STANDS, game.code, game.opponent_code)


def _why(name: str, played: int, games: Sequence[Settled], policy: Policy, annul: bool) -> Text:
    done = say_many("%(played)s of %(number)s match", "%(played)s of %(number)s matches", len(games), played=played)
    outcome = _outcome(games, annul)
    if policy is not Policy.HALF:
        return say(
            "%(name)s left after %(done)s: %(outcome)s, as for everyone who leaves this event.",
            name=name,
            done=done,
            outcome=outcome,
        )
    fewer = noop("%(name)s left after %(done)s, fewer than half: %(outcome)s.")
    enough = noop("%(name)s left after %(done)s, at least half: %(outcome)s.")
    return say(fewer if annul else enough, name=name, done=done, outcome=outcome)


def _outcome(games: Sequence[Settled], annul: bool) -> Text:
    if annul:
        return say("none of them counts in the standings")
    lost = sum(game.fate is Fate.FORFEITED for game in games)
    if not lost:
        return say("all results stand")
    return say_many(
        "the results stand, and the match still open is lost by forfeit",
        "the results stand, and the %(number)s matches still open are lost by forfeit",
        lost,
    )
