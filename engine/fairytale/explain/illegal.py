"""Reasons why a word can't come next (rules 1, 2 and 4): which tile, which side, which cost, and what is possible.

``rules.turn`` alone decides what may come; this only explains.
"""

from __future__ import annotations

from engine.fairytale.forest.forest import Forest, is_joined, open_spaces, touching, visible, wanted_roads, without
from engine.fairytale.forest.spaces import DIRECTIONS, OAK, ROOTS, Space
from engine.fairytale.forest.tiles import BOMB, CATAPULT, DIAMOND, SWAP, Tile, cost, tops
from engine.fairytale.notation.words import CALL, CHOOSE, FLY, Word
from engine.fairytale.rules.lay import LONGEST_SIDE, Laid, bare_ways, free_roots, is_affordable, is_closed, is_worn
from engine.fairytale.rules.position import ALADDIN, CALLED, FIGURES, HUNTSMAN, UNCHOSEN, Position
from engine.fairytale.rules.turn import Turn, may_lay, most_steps
from i18n.text import Text, listed, say

from .names import cost_words, figure_name, goods_words, named_tile, side_name, space_words, tiles_listed


def why_illegal(turn: Turn, word: Word) -> Text:
    """Explain why a word can't come next: "“n2”: no road joins n1 and n2"."""
    return say("“%(word)s”: %(reason)s", word=str(word), reason=_reason(turn, word))


def _reason(turn: Turn, word: Word) -> Text:
    position = turn.position
    if turn.is_done or turn.ending:
        return say("the turn, or the match, ends before it")
    if position.turn == 0:
        return _first(position, word)
    if due := _due(turn, word.kind):
        return due
    match word.kind:
        case "as":
            return _choosing(position, word.figure)
        case "in":
            return say("the side of new monsters is only named when the die shows 5, and only once")
        case "clear":
            return _clearing(turn)
        case "x":
            return _removing(turn, word.space)
        case "lay":
            assert word.laid
            return _laying(turn, word.laid)
    assert word.space is not None
    return _moving(turn, word.space, word.target, flies=word.kind == FLY)


def _due(turn: Turn, kind: str) -> Text | None:
    """Say what must be chosen before a word of the given kind; return ``None`` if nothing must."""
    position = turn.position
    if position.figure.word == UNCHOSEN and kind != CHOOSE:
        return say("first choose a figure, as in “%(word)s”", word=f"as:{free_figures(position)[0]}")
    if position.die == CALLED and not turn.is_called and kind not in (CHOOSE, CALL):
        return say("the die shows 5: first say from which side the new monsters come, as in “in:n”")
    return None


def missing(turn: Turn) -> Text:
    """Say what a submission that ends too early still needs."""
    position = turn.position
    if position.turn == 0:
        return say("lay the four first tiles in one go; still free: %(space)s", space=_roots_left(position))
    due = _due(turn, "")
    return due or say("to end the turn, name the side that moves if the die shows 5, as in “5:n”")


def free_figures(position: Position) -> list[str]:
    """Return the figures that no player has taken."""
    taken = {figure.word for figure in position.figures}
    return [word for word in FIGURES if word not in taken]


def _choosing(position: Position, figure: str) -> Text:
    if position.figure.word == UNCHOSEN:
        names = listed([f"as:{word}" for word in free_figures(position)])
        return say("%(figure)s is taken; still free: %(names)s", figure=figure_name(figure), names=names)
    return say("your figure for the whole match: %(figure)s", figure=figure_name(position.figure.word))


def _first(position: Position, word: Word) -> Text:
    left = tiles_listed(dict.fromkeys(position.market))
    if word.laid is None:
        return say("first lay the four first tiles, on n1, e1, s1 and w1; still to lay: %(tiles)s", tiles=left)
    laid = word.laid
    if laid.space not in free_roots(position):
        return say("the first tiles are laid on n1, e1, s1 and w1; still free: %(space)s", space=_roots_left(position))
    if laid.tile.code not in position.market:
        return say("it isn’t among the first tiles; still to lay: %(tiles)s", tiles=left)
    if laid.bombed or laid.swap:
        return say("the first tiles have no bomb or swap")
    return say("a first tile needs a road to the oak: %(tops)s", tops=_ways_round({}, laid.space, laid.tile.code))


def _roots_left(position: Position) -> Text:
    return listed([str(root) for root in free_roots(position)])


# -- moving and removing -----------------------------------------------------------------------------------------------


def _moving(turn: Turn, space: Space, target: Space | None, *, flies: bool) -> Text:
    position, forest = turn.position, turn.position.forest
    figure = position.figure
    here = space_words(figure.space)
    if flies and figure.word != ALADDIN:
        return say("only Aladdin can fly")
    if turn.has_flown or (flies and turn.steps) or turn.steps >= most_steps(position):
        return say("your figure has no steps left: it has %(number)s in a turn", number=most_steps(position))
    if space == figure.space:
        return say("your figure stands there already")
    if space != OAK and space not in forest:
        return say("there’s no tile on %(space)s", space=str(space))
    if flies and space != OAK and forest[space].monsters:
        return say("there are monsters on %(space)s", space=str(space))
    if not flies and space not in map(figure.space.next, DIRECTIONS):
        return say(
            "%(space)s doesn’t touch %(here)s, where your figure stands",
            space=space_words(space), here=here,
        )  # fmt: skip
    if not flies and not any(is_joined(forest, figure.space, way) for way in _ways_to(figure.space, space)):
        return say("no road joins %(here)s and %(space)s", here=here, space=space_words(space))
    if target is None:
        return say("it can’t be done here")
    if space not in forest or not forest[space].has(CATAPULT):
        return say("there’s no catapult on %(space)s", space=space_words(space))
    return _nothing_there(forest, space, target)


def _ways_to(here: Space, there: Space) -> list[int]:
    return [way for way in DIRECTIONS if here.next(way) == there]


def _nothing_there(forest: Forest, here: Space, space: Space) -> Text:
    if space not in touching(forest, here):
        return say("there’s no tile on %(space)s that touches %(here)s", space=space_words(space), here=str(here))
    return say("there are no monsters on %(space)s", space=str(space))


def _removing(turn: Turn, space: Space | None) -> Text:
    figure = turn.position.figure
    if turn.has_removed:
        return say("monsters are driven off once a turn")
    if space is None:
        return say("there are no monsters on %(space)s", space=space_words(figure.space))
    if figure.word != HUNTSMAN:
        return say("only the Huntsman reaches a touching tile")
    return _nothing_there(turn.position.forest, figure.space, space)


# -- laying ------------------------------------------------------------------------------------------------------------


def _clearing(turn: Turn) -> Text:
    if turn.has_cleared or turn.laid:
        return say("you’ve already laid a tile or cleared the market in this turn")
    found = min(bare_ways(turn.position), key=lambda laid: laid.space.nearness, default=None)
    if found is None:
        return say("the market is empty")
    return say("a tile of the market can be laid: “%(laid)s”, for example", laid=str(found))


def _laying(turn: Turn, laid: Laid) -> Text:
    position, forest = turn.position, turn.position.forest
    code = laid.tile.code
    if not may_lay(turn):
        return say("you can’t lay another tile in this turn")
    if code not in position.market:
        return say("it isn’t in the market, which has %(tiles)s", tiles=tiles_listed(dict.fromkeys(position.market)))
    if not is_affordable(position, visible(forest), code):
        return _too_dear(forest, code)
    if laid.space not in open_spaces(forest):
        return _not_open(forest, laid.space)
    if code == DIAMOND and laid.space.distance < position.far:
        return say("a diamond goes on a space at least %(far)s from the oak", far=position.far)
    return _turned(position, laid)


def _not_open(forest: Forest, space: Space) -> Text:
    if space == OAK or space in forest:
        return say("%(space)s isn’t free", space=space_words(space))
    return say("no open road leads to %(space)s", space=str(space))


def _turned(position: Position, laid: Laid) -> Text:
    """Explain why a tile can't be laid on an open space the way it is turned, or with that bomb or swap."""
    forest = position.forest
    if not _fits(forest, laid.space, laid.tile):
        return _unfit(forest, laid.space, laid.tile)
    if next(bare_ways(position, laid.tile, laid.space), None) is None:
        return say("the forest would be more than %(most)s spaces long", most=LONGEST_SIDE)
    if laid.bombed:
        return _bombing(position, laid, laid.bombed)
    if laid.swap and laid.swapped:
        return _swapping(position, laid, laid.swapped, laid.swap)
    return say("it would leave the forest without an open road")


def _too_dear(forest: Forest, code: str) -> Text:
    goods = visible(forest)
    return say(
        "it needs %(cost)s to be visible in the forest, which has %(goods)s",
        cost=cost_words(code), goods=_visible_of(goods, cost(code)),
    )  # fmt: skip


def _visible_of(goods: tuple[int, ...], needed: tuple[int, ...]) -> Text:
    """Say how much is visible of the goods that a tile needs."""
    return goods_words([there if need else None for there, need in zip(goods, needed, strict=True)])


def _fits(forest: Forest, space: Space, tile: Tile) -> bool:
    wanted = wanted_roads(forest, space)
    return any(wanted.values()) and not _misfits(wanted, tile)


def _misfits(wanted: dict[int, bool], tile: Tile) -> list[int]:
    return [way for way, is_wanted in wanted.items() if is_wanted != (way in tile.roads)]


def _unfit(forest: Forest, space: Space, tile: Tile) -> Text:
    wanted = wanted_roads(forest, space)
    side = _misfits(wanted, tile)[0]
    message = (
        say("%(space)s needs a road to the %(side)s", space=str(space), side=side_name(side))
        if wanted[side]
        else say("%(space)s can’t have a road to the %(side)s", space=str(space), side=side_name(side))
    )
    return say("%(reason)s; %(tops)s", reason=message, tops=_ways_round(forest, space, tile.code))


def _ways_round(forest: Forest, space: Space, code: str) -> Text:
    """Say how a tile can be turned on a space: "it fits as T/e"."""
    ways = [Tile(code, top) for top in tops(code)]
    fitting = [str(tile) for tile in ways if _fits(forest, space, tile)]
    if not fitting:
        return say("it doesn’t fit there, whichever way it’s turned")
    return say("it fits as %(tiles)s", tiles=listed(fitting))


def _bombing(position: Position, laid: Laid, space: Space) -> Text:
    forest = {**position.forest, laid.space: laid.tile}
    if not laid.tile.has(BOMB):
        return say("it has no bomb")
    if space not in touching(forest, laid.space):
        return _untouched(laid, space)
    if space in ROOTS:
        return say("a root, beside the oak, can’t be destroyed")
    if forest[space].code == DIAMOND:
        return say("a diamond can’t be destroyed by a bomb")
    if any(figure.is_here and figure.space == space for figure in position.figures):
        return say("a figure stands on %(space)s", space=str(space))
    return say("without %(space)s, some tile would have no way by road to the oak", space=str(space))


def _untouched(laid: Laid, space: Space) -> Text:
    return say("no tile on %(space)s touches %(here)s", space=space_words(space), here=str(laid.space))


def _swapping(position: Position, laid: Laid, space: Space, tile: Tile) -> Text:
    forest = {**position.forest, laid.space: laid.tile}
    if not laid.tile.has(SWAP):
        return say("it has no swap")
    if space not in touching(forest, laid.space):
        return _untouched(laid, space)
    old = forest[space]
    if space in ROOTS:
        return say("a root, beside the oak, can’t be swapped")
    if DIAMOND in (old.code, tile.code):
        return say("a diamond can’t be swapped")
    market = list(position.market)
    market.remove(laid.tile.code)
    is_same = tile[:2] == old[:2]
    if is_same and not (is_worn(position, old) and tile.code in market):
        return say("%(tile)s lies on %(space)s already", tile=str(tile), space=str(space))
    if tile.code not in (*market, old.code):
        return say("%(code)s isn’t in the market, which has %(tiles)s", code=tile.code, tiles=tiles_listed(market))
    if (is_same or tile.code != old.code) and not is_affordable(position, visible(forest), tile.code):
        return _too_dear(forest, tile.code)
    if tile.code != old.code and old.monsters and is_closed(tile.code):
        return say("%(tile)s can’t be put under monsters", tile=named_tile(tile.code))
    if not _fits(without(forest, space), space, tile):
        return _unfit(without(forest, space), space, tile)
    return say("it would leave the forest without an open road")
