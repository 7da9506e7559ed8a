"""A submission word by word (rules 4 and 8): the words that may come next, and their effects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from engine.fairytale.forest.forest import is_joined, touching, without
from engine.fairytale.forest.spaces import DIRECTIONS, LETTERS, OAK, ROOTS, Space, read_space
from engine.fairytale.forest.tiles import CATAPULT, DIAMOND, TRAPDOOR, Tile

from .lay import Laid, first_ways, free_roots, lay, ways_to_lay
from .monsters import MovingForest, move_monsters, new_monsters
from .position import (
    ALADDIN,
    BEAUTY,
    CALLED,
    EVERYWHERE,
    FIGURES,
    HUNTSMAN,
    PIGS,
    QUIET,
    RED,
    TAILOR,
    THUMB,
    UNCHOSEN,
    Figure,
    ForestEnding,
    Position,
)

_STEPS, _LONG_STEPS = 2, 4
_TILES, _MANY_TILES = 1, 3
_LAID: Final = re.compile(r"([A-Za-z]+)/([nesw])@([a-z0-9]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Turn:
    """A submission under way.

    ``is_called``: the side of a 5 has been named; ``is_new``: the figure was chosen in this turn; ``is_done``: it has
    ended, and ``position`` is the next player's. Then ``dice`` are those thrown for moving. ``called`` are the new
    monsters of a side that was named, ``moves`` what monsters did on each of the dice, and ``came`` the next player's
    new ones.
    """

    position: Position
    is_called: bool = False
    is_new: bool = False
    steps: int = 0
    has_flown: bool = False
    laid: int = 0
    has_cleared: bool = False
    has_removed: bool = False
    is_done: bool = False
    ending: ForestEnding | None = None
    dice: tuple[int, ...] = ()
    called: MovingForest | None = None
    moves: tuple[MovingForest, ...] = ()
    came: MovingForest | None = None


NextWords = dict[str, Callable[[], Turn]]


def take(turn: Turn, word: str) -> Turn | None:
    """Return the turn after one more word; ``None`` if the word may not come next."""
    act = next_words(turn, word).get(word)
    return act() if act else None


def next_words(turn: Turn, only: str | None = None) -> NextWords:
    """Return every word that may come next, each with a function that returns the turn after it.

    With ``only``, other words may be missing, but that one is there if it may come.
    """
    position = turn.position
    if turn.is_done or turn.ending or position.ending:
        return {}
    if position.turn == 0:
        return first_words(turn, free_roots(position)[0])
    if position.figure.word == UNCHOSEN:
        taken = {figure.word for figure in position.figures}
        return {f"as:{word}": partial(_choose, turn, word) for word in FIGURES if word not in taken}
    if position.die == CALLED and not turn.is_called:
        return {f"in:{LETTERS[side]}": partial(_call, turn, side) for side in DIRECTIONS}
    found: NextWords = {}
    for words in (_walks, _flights, _removals):
        found.update(words(turn))
    found.update({f"5:{LETTERS[side]}": partial(_end, turn, side) for side in DIRECTIONS})
    if only not in found:
        found.update(_layings(turn, only))
    return found


def first_words(turn: Turn, space: Space) -> NextWords:
    """Return the words by which a first tile is laid on a space.

    The first tiles may be laid in any order while a submission is put together.
    """
    return {str(laid): partial(_lay_first, turn, laid) for laid in first_ways(turn.position, space)}


# -- how it begins ---------------------------------------------------------------------------------------------------


def _lay_first(turn: Turn, laid: Laid) -> Turn:
    position = lay(turn.position, laid)
    if len(position.forest) < len(ROOTS):
        return replace(turn, position=position)
    if not position.seed:
        return Turn(position, is_done=True)
    return Turn(replace(position, turn=1).refilled(), is_done=True)


def _choose(turn: Turn, word: str) -> Turn:
    return replace(turn, position=turn.position.with_figure(Figure(word)), is_new=True)


def _call(turn: Turn, side: int) -> Turn:
    called = new_monsters(turn.position, CALLED, side)
    position = called.position
    return replace(turn, position=position, is_called=True, ending=position.ending, called=called)


# -- walking -----------------------------------------------------------------------------------------------------------


def _walks(turn: Turn) -> NextWords:
    """Return the steps to each space beside the figure."""
    figure, forest = turn.position.figure, turn.position.forest
    if turn.has_flown or turn.steps >= most_steps(turn.position):
        return {}
    after = replace(turn, steps=turn.steps + 1)
    found: NextWords = {}
    for direction in DIRECTIONS:
        space = figure.space.next(direction)
        if is_joined(forest, figure.space, direction) or (figure.word == RED and space in forest):
            found.update(_arrivals(after, "", space))
    return found


def most_steps(position: Position) -> int:
    """Return how many steps the figure whose turn it is may walk."""
    return _LONG_STEPS if position.figure.word == THUMB else _STEPS


def _flights(turn: Turn) -> NextWords:
    """Return Aladdin's flights, which he may take instead of walking (R43)."""
    figure = turn.position.figure
    if figure.word != ALADDIN or turn.has_flown or turn.steps:
        return {}
    after = replace(turn, has_flown=True)
    spaces = [OAK, *(space for space, tile in turn.position.forest.items() if not tile.monsters)]
    return {
        word: act for space in spaces if space != figure.space for word, act in _arrivals(after, "fly:", space).items()
    }  # fmt: skip


def _arrivals(turn: Turn, how: str, space: Space) -> NextWords:
    """Return the ways of arriving on a space, with and without firing the catapult there."""
    forest = turn.position.forest
    found: NextWords = {f"{how}{space}": partial(_arrive, turn, space, None)}
    if space in forest and forest[space].has(CATAPULT):
        for target in _with_monsters(turn.position, space):
            found[f"{how}{space}*{target}"] = partial(_arrive, turn, space, target)
    return found


def _with_monsters(position: Position, space: Space) -> Iterator[Space]:
    return (other for other in touching(position.forest, space) if position.forest[other].monsters)


def _arrive(turn: Turn, space: Space, target: Space | None) -> Turn:
    position = turn.position
    tile = position.forest.get(space)
    if tile and tile.code == DIAMOND:
        position = replace(position, forest=without(position.forest, space), broken=position.broken + 1)
        return replace(turn, position=position, ending=position.ending)
    if tile and tile.has(TRAPDOOR):
        position = replace(position, forest={**position.forest, space: tile._replace(spent=False)})
    position = position.with_figure(Figure(position.figure.word, space))
    return replace(turn, position=position if target is None else _remove(position, target, all_of_them=True))


# -- the other actions -------------------------------------------------------------------------------------------------


def _removals(turn: Turn) -> NextWords:
    """Return the ways to drive off monsters: on the figure's own tile or, for the Huntsman, on one beside it."""
    position = turn.position
    figure = position.figure
    if turn.has_removed:
        return {}
    after, found = replace(turn, has_removed=True), NextWords()
    if figure.space in position.forest and position.forest[figure.space].monsters:
        found["x"] = partial(_kill, after, figure.space, all_of_them=figure.word == TAILOR)
    if figure.word == HUNTSMAN:
        for space in _with_monsters(position, figure.space):
            found[f"x:{space}"] = partial(_kill, after, space, all_of_them=False)
    return found


def _kill(turn: Turn, space: Space, *, all_of_them: bool) -> Turn:
    return replace(turn, position=_remove(turn.position, space, all_of_them=all_of_them))


def _remove(position: Position, space: Space, *, all_of_them: bool) -> Position:
    tile = position.forest[space]
    left = 0 if all_of_them else tile.monsters - 1
    return replace(position, forest={**position.forest, space: tile._replace(monsters=left)})


def _layings(turn: Turn, only: str | None) -> NextWords:
    """Return the ways to lay a tile of the market, or to put the market under the deck if none can be laid (R32)."""
    if not may_lay(turn):
        return {}
    at = _LAID.match(only) if only else None
    if at:
        like = Tile(at[1], LETTERS.index(at[2]))
        ways = ways_to_lay(turn.position, like, read_space(at[3]))
        return {str(laid): partial(lay_tile, turn, laid) for laid in ways}
    found: NextWords = {str(laid): partial(lay_tile, turn, laid) for laid in ways_to_lay(turn.position)}
    if not found and not turn.laid and turn.position.market:
        found["clear"] = partial(_clear, turn)
    return found


def may_lay(turn: Turn) -> bool:
    """Return whether the player may still expand the forest in this turn."""
    most = _MANY_TILES if turn.position.figure.word == PIGS else _TILES
    return not turn.has_cleared and turn.laid < most


def lay_tile(turn: Turn, laid: Laid) -> Turn:
    """Return the turn after one of the ways to lay a tile."""
    return replace(turn, position=lay(turn.position, laid), laid=turn.laid + 1)


def _clear(turn: Turn) -> Turn:
    position = turn.position
    position = replace(position, market=(), deck=position.deck + position.market)
    return replace(turn, position=position, has_cleared=True)


# -- how it ends -----------------------------------------------------------------------------------------------------


def _end(turn: Turn, side: int) -> Turn:
    """Fill the market, move the monsters and bring in the next player's new ones; without a seed, only end the turn."""
    if not turn.position.seed:
        return replace(turn, is_done=True)
    position = turn.position.refilled()
    dice: tuple[int, ...] = ()
    moves: tuple[MovingForest, ...] = ()
    for _ in range(2 if is_beautys(position) and not turn.is_new else 1):
        if position.ending is None:
            die, position = position.throw()
            moving = {CALLED: side, EVERYWHERE: None}.get(die, die - 1)
            dice, moves = (*dice, die), (*moves, move_monsters(position, die, moving))
            position = moves[-1].position
    after = replace(turn, position=position, is_done=True, ending=position.ending, dice=dice, moves=moves)
    if after.ending:
        return after
    if position.turn == position.limit:
        return replace(after, ending=ForestEnding("midnight"))
    position, came = _next_turn(position)
    return replace(after, position=position, ending=position.ending, came=came)


def _next_turn(position: Position) -> tuple[Position, MovingForest | None]:
    """Return the next player's position, and the new monsters that came for it, if any did."""
    position = replace(position, turn=position.turn + 1, seat=position.next_seat(), die=QUIET)
    if position.is_quiet or is_beautys(position):
        return position, None
    die, position = position.throw()
    position = replace(position, die=die)
    if die == CALLED:
        return position, None
    came = new_monsters(position, die)
    return came.position, came


def is_beautys(position: Position) -> bool:
    """Return whether it is Sleeping Beauty's turn: from her second on, no new monsters come and more move.

    See R39 and R46.
    """
    return position.figure.word == BEAUTY and not position.is_alone
