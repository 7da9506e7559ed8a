"""Matches of every game, in which every two of its options' values meet, played at random."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Any

import pytest

from engine.game import Game
from engine.games import games
from engine.record.record import Entry
from engine.values import Option, Options
from tests.support.toy_game import Toy

SEED = bytes(range(32))
STATES_LOOKED_AT = 12


def _values(option: Option) -> list[str]:
    if option.kind == "choice":
        return [choice.value for choice in option.choices]
    return ["", "on"] if option.kind == "flag" else [option.default]


def _all_options(game: Game) -> Iterator[Options]:
    """Every combination that can be had without typing text."""
    settings = [option for option in game.options() if option.when is None]
    texts = {option.when for option in game.options() if option.kind == "text" and option.when}
    for values in product(*(_values(option) for option in settings)):
        raw = {option.key: value for option, value in zip(settings, values, strict=True)}
        if not texts & set(raw.items()):
            yield game.as_now(game.clean_options(raw))


def _tables(game: Game) -> list[tuple[Options, int]]:
    """Options and seats: every two values of options meet at one table, and every number of seats is at one."""
    playable = list(_all_options(game))
    unmet = {pair for options in playable for pair in _pairs(options)}
    tables: list[tuple[Options, int]] = []
    while unmet or len(tables) < len(game.seats):
        options = max(playable, key=lambda each: len(_pairs(each) & unmet))
        unmet -= _pairs(options)
        tables.append((options, _rarest_seats(game, options, tables)))
    return tables


def _pairs(options: Options) -> set[frozenset[tuple[str, Any]]]:
    """And each value alone."""
    return {frozenset(values) for size in (1, 2) for values in combinations(options.items(), size)}


def _rarest_seats(game: Game, options: Options, tables: list[tuple[Options, int]]) -> int:
    """The number of seats with which the fewest tables have been set, and of these the fewest with such options."""

    def at(seats: int) -> tuple[int, int]:
        others = [set(other.items()) for other, number in tables if number == seats]
        return len(others), sum(len(other & set(options.items())) for other in others)

    return min(game.seats, key=at)


def _cases(playable: Iterable[Game]) -> pytest.MarkDecorator:
    cases = [
        pytest.param(game, options, seats, id=f"{game.slug}, {game.describe_options(options)}, {seats} seats")
        for game in playable
        for options, seats in _tables(game)
    ]
    return pytest.mark.parametrize(("game", "options", "seats"), cases)


every_case = _cases((*games(), Toy()))
"""Each game, and the toy, with all values of its options, and all its numbers of seats."""
every_offered_case = _cases(games())
"""The same without the toy, which says nothing in other languages."""


def _submission(game: Game, state: Any, seat: int, rng: random.Random) -> str:
    """A submission put together from a draft's steps, or by the game where a draft offers none."""
    draft = game.draft(state, seat)
    while draft.steps:
        if draft.may_send and rng.random() < 0.2:
            break
        step = rng.choice(draft.steps)
        draft = game.draft(state, seat, step.next)
    return draft.text if draft.may_send else game.sample(state, seat, rng)


Rows = list[tuple[Any, Entry | None]]
_played: dict[str, Rows] = {}


def random_match(game: Game, options: Options, seats: int) -> Rows:
    """Each state of a random match with the entry that is played on it; the same match for every test."""
    key = json.dumps([game.slug, options, seats])
    if key not in _played:
        _played[key] = list(_playthrough(game, options, seats, random.Random(key)))
    return _played[key]


def _playthrough(game: Game, options: Options, seats: int, rng: random.Random) -> Iterator[tuple[Any, Entry | None]]:
    state = game.start(options, seats, SEED)
    for number in range(5000):
        asked = game.to_act(state)
        if not asked:
            break
        seat = rng.choice(asked)
        drafted = number < STATES_LOOKED_AT
        text = _submission(game, state, seat, rng) if drafted else game.sample(state, seat, rng)
        entry = Entry("play", seat, text)
        yield state, entry
        state = game.enter(state, entry)
    yield state, None


def some_of(rows: Rows) -> Rows:
    """The first states, every eightieth, and the last ones."""
    return [row for index, row in enumerate(rows) if index < STATES_LOOKED_AT or index % 80 == 0 or row[1] is None]
