"""``python -m engine match``: computer players against each other."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from engine.errors import BadOption, GameError
from engine.game import Game
from engine.games import game as find_game
from engine.games import games
from engine.values import Choice, Options

from .series import RANDOM, TEAM_HEAD, Score, Series, describe, describe_team, play_series, strength_of
from .strengths import STRENGTHS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``play_from_arguments`` to a parser."""
    names = ", ".join(strength.key for strength in STRENGTHS)
    players = f"one for each seat: {names}, {RANDOM}, or the number of positions to judge for a turn"
    parser.add_argument("players", metavar="PLAYER", nargs="+", help=players)
    parser.add_argument("--games", type=int, default=20, metavar="N", help="how many matches (20)")
    parser.add_argument("--game", default=games()[0].slug, help=f"by default {games()[0].slug}")
    teams = "of a game played together: how many of its matches are won at each level by so many of that player"
    parser.add_argument("--teams", nargs="+", type=int, default=[], metavar="SEATS", help=teams)
    options = "options of a match, such as map=5x5 special=on"
    parser.add_argument("--options", nargs="+", default=[], metavar="KEY=VALUE", help=options)
    parser.add_argument("--seed", default="1", help="any text; the same seed plays the same matches (1)")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="how many at once (1)")
    parser.set_defaults(run=play_from_arguments)


def play_from_arguments(given: argparse.Namespace) -> Iterator[str]:
    """Play the matches asked for and yield the lines to print. Raises ``GameError`` for arguments that fit no game."""
    game, players = _game(given.game), tuple(given.players)
    if given.teams:
        yield from _play_teams(game, given)
        return
    _check(game, players, given)
    options = _clean(game, _raw(given))
    words = ", ".join(filter(None, [game.name, str(game.describe_options(options))]))
    yield f"{words}; seed {given.seed}"
    series, scores = Series(game.slug, options, players, given.seed), list[Score]()
    if game.together:
        players = (" + ".join(players),)
    for score in play_series(series, given.games, given.processes):
        scores.append(score.as_team() if game.together else score)
        if len(scores) % max(1, given.games // 10) == 0 and len(scores) < given.games:
            points = (f"{name} {sum(row.shares[player] for row in scores):g}" for player, name in enumerate(players))
            yield f"  {len(scores)} of {given.games}: {', '.join(points)}"
    yield from describe(players, scores)


def _game(slug: str) -> Game:
    try:
        return find_game(slug)
    except LookupError as error:
        raise GameError(
            f"There is no game {slug}: the games are {', '.join(game.slug for game in games())}."
        ) from error


def _play_teams(game: Game, given: argparse.Namespace) -> Iterator[str]:
    """Yield a line for each level and number of players, as soon as its matches have been played."""
    if not game.together:
        raise GameError(f"In {game.name} players don’t win together, so there are no teams to count.")
    if len(given.players) != 1:
        raise GameError("With --teams name one player: all of a team are the same.")
    teams = [given.players * seats for seats in given.teams]
    for players in teams:
        _check(game, players, given)
    raw = _raw(given)
    level = next((option.key for option in game.options() if option.is_level), "")
    yield f"{', '.join([game.name, *given.options, given.players[0]])}; seed {given.seed}"
    yield TEAM_HEAD
    for choice in game.levels() or (Choice("", ""),):
        options = _clean(game, raw | ({level: choice.value} if level else {}))
        for players in teams:
            series = Series(game.slug, options, tuple(players), given.seed)
            scores = play_series(series, given.games, given.processes)
            yield describe_team(choice.value or "–", len(players), [score.as_team() for score in scores])


def _raw(given: argparse.Namespace) -> dict[str, str]:
    return dict(option.partition("=")[::2] for option in given.options)


def _clean(game: Game, raw: dict[str, str]) -> Options:
    try:
        return game.clean_options(raw)
    except BadOption as error:
        raise GameError(f"{error.key}: {error}") from error


def _check(game: Game, players: Sequence[str], given: argparse.Namespace) -> None:
    if len(players) not in game.seats:
        most = game.seats[-1]
        seats = f"{most}" if len(game.seats) == 1 else f"{game.seats[0]} to {most}"
        raise GameError(f"{game.name} is for {seats} players, not {len(players)}.")
    if min(given.games, given.processes) < 1:
        raise GameError("At least one match is played, in at least one process.")
    unknown = {option.partition("=")[0] for option in given.options} - {option.key for option in game.options()}
    if unknown:
        raise GameError(f"{game.name} has no option {min(unknown)}.")
    for player in players:
        try:
            strength_of(player)
        except ValueError as error:
            raise GameError(f"There is no player {player}.") from error
