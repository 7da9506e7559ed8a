"""The view of a match as JSON-able data: what everyone may see, the only source for pages, emails and pictures.

Everyone sees the same. The keys every game has are named in ``engine.game``; this game's own are below.

- ``phase`` (``first``, ``turn``, ``over``), ``turn`` and ``limit``, ``far``, ``reached`` and ``broken``, ``deck`` (how
  many tiles), ``visible`` (wood, gold and magic) and ``visible_words``, ``position`` (the line without deck and seed);
- ``left``: how many turns there are until midnight, the one under way included;
- ``die``, thrown for the new monsters of this turn (0: none was; 5: their side is still to be chosen), and ``dice``, by
  which monsters moved before it;
- ``spaces``: the oak, the tiles and the open spaces, the top row first: see ``_space``; ``west``, ``east``, ``south``
  and ``north``: how far they reach;
- ``market``: the tiles that may be laid, see ``_market``; ``players``: by seat, see ``_player``;
- ``choices``: what steps name that is neither a space nor in the market (see ``pieces``), each under a ``heading``;
- ``entries``: by space, the face of the die on which new monsters come in there, and ``faces``: where they go then;
- ``symbols``: those on the tiles of the forest and the market, each with its ``letter``, ``name`` and ``help``;
- ``lines``: all of it in words, a line for each thing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.fairytale.explain.names import (
    SYMBOLS,
    cost_words,
    figure_name,
    figure_power,
    goods_words,
    side_name,
    space_words,
    symbol_help,
    symbol_name,
    tile_help,
    tile_name,
)
from engine.fairytale.forest.forest import open_spaces, visible
from engine.fairytale.forest.spaces import DIRECTIONS, LETTERS, OAK, ROOTS, Space
from engine.fairytale.forest.tiles import DIAMOND, Tile
from engine.fairytale.match.state import MatchState, given_up, scores, to_act, turns_left
from engine.fairytale.notation.position import format_position
from engine.fairytale.notation.words import FLY, WALK, parse_words
from engine.fairytale.rules.lay import is_affordable
from engine.fairytale.rules.position import GONE, UNCHOSEN, Position
from engine.values import View
from i18n.text import Text, joined, listed, say, say_many, seat_name, translate

from .faces import entries, faces_view
from .in_words import alt, lines
from .pieces import opening_pieces, ways_view


def build_view(state: MatchState, drafted: Position | None = None, choices: Sequence[View] | None = None) -> View:
    """Build everyone's view of a match, with the board of a draft and the next choices, if there is one."""
    position = drafted or state.position
    view = {
        **_heading(state),
        **_counts(position),
        "die": position.die,
        "dice": list(state.dice),
        "position": _line(position),
        "spaces": _spaces(position, _marks(state, drafted)),
        "market": [_market(position, code) for code in dict.fromkeys(position.market)],
        "players": [_player(state, position, seat) for seat in range(len(position.figures))],
        "choices": opening_pieces(position) if choices is None else list(choices),
        "entries": {} if state.ending else entries(position),
        "faces": [] if state.ending else faces_view(position),
        "symbols": _symbols(position),
    }
    for key, least in (("west", min), ("south", min), ("east", max), ("north", max)):
        view[key] = least(space["east" if key in ("west", "east") else "north"] for space in view["spaces"])
    view["lines"] = lines(view)
    view["alt"] = alt(view)
    return view


def _heading(state: MatchState) -> View:
    position = state.position
    seats = range(len(position.figures))
    return {
        "game": "fairytale",
        "title": title(state),
        "labels": [seat_name(seat) for seat in seats],
        "colours": [player_colour(seat) for seat in seats],
        "scores": list(scores(state)),
        "score_words": say("diamonds destroyed"),
        "to_act": list(to_act(state)),
        "given_up": list(given_up(state)),
        "last": translate(state.last) if state.last else "",
        "phase": "over" if state.ending else "turn" if position.turn else "first",
        "turn": position.turn,
        "limit": position.limit,
        "left": turns_left(state),
        "far": position.far,
    }


def player_colour(seat: int) -> str:
    """Return a word for a player's colour, as stylesheets read it: "player-1" for seat 0."""
    return f"player-{seat + 1}"


def title(state: MatchState) -> Text:
    """Say where the match stands: "Turn 7 of 39"."""
    position = state.position
    if state.ending:
        return say("Match over in turn %(turn)s of %(limit)s", turn=position.turn, limit=position.limit)
    if position.turn == 0:
        return say("The first tiles")
    return say("Turn %(turn)s of %(limit)s", turn=position.turn, limit=position.limit)


def _counts(position: Position) -> View:
    goods = visible(position.forest)
    return {
        "reached": position.reached,
        "broken": position.broken,
        "deck": len(position.deck),
        "visible": list(goods),
        "visible_words": goods_words(goods),
    }


def _line(position: Position) -> str:
    """Write a position's text as far as it is known: without the last two fields."""
    return " ".join(format_position(position).split(" ")[:-2])


# -- the forest --------------------------------------------------------------------------------------------------------


def _marks(state: MatchState, drafted: Position | None) -> Mapping[Space, str]:
    """Return the marks that a draft, or else the last turn, leaves on spaces.

    A space is ``new`` if a tile was laid or turned there, and ``left`` if a figure came there or a tile was destroyed.
    """
    if drafted and drafted != state.position:
        before = state.position.forest
        tiles = {space: tile[:2] for space, tile in drafted.forest.items()}
        return {space: "new" for space, tile in tiles.items() if space not in before or before[space][:2] != tile}
    words = parse_words(state.done) if state.done else []
    laid = [word.laid for word in words if word.laid]
    left = [word.space for word in words if word.kind in (WALK, FLY)] + [each.bombed for each in laid]
    new = [space for each in laid for space in (each.space, each.swapped)]
    return {space: mark for mark, spaces in (("left", left), ("new", new)) for space in spaces if space}


def _spaces(position: Position, marks: Mapping[Space, str]) -> list[View]:
    forest = position.forest
    figures: dict[Space, list[int]] = {}
    for seat, figure in enumerate(position.figures):
        if figure.is_here:
            figures.setdefault(figure.space, []).append(seat)
    is_open = open_spaces(forest) if position.turn else {root for root in ROOTS if root not in forest}
    found = [_space(space, figures.get(space, []), "open") for space in is_open]
    found.append(_space(OAK, figures.get(OAK, []), "oak"))
    for space, tile in forest.items():
        shown = _space(space, figures.get(space, []), "tile")
        found.append({**shown, **_tile(tile)})
    for each in found:
        each["mark"] = marks.get(Space(each["east"], each["north"]), "")
        each["words"] = _space_words(position, each)
    return sorted(found, key=lambda each: (-each["north"], each["east"]))


def _space(space: Space, figures: list[int], kind: str) -> View:
    """Make the view of a space.

    ``kind`` is ``oak``, ``tile`` or ``open`` (a road leads there), ``figures`` are the seats whose figures are there,
    ``mark`` is what was done there (``new`` or ``left``, see ``_marks``), and ``words`` say all of it.
    """
    return {
        "ref": str(space),
        "east": space.east,
        "north": space.north,
        "kind": kind,
        "side": LETTERS[space.side] if space != OAK else "",
        "distance": space.distance,
        "figures": figures,
    }


def _tile(tile: Tile) -> View:
    """Return what a space with a tile has besides: the sides to which ``roads`` lead, and ``help`` on its symbols."""
    return {
        "code": tile.code,
        "top": LETTERS[tile.top],
        "roads": "".join(LETTERS[way] for way in DIRECTIONS if way in tile.roads),
        "symbols": tile.code[1:],
        "spent": tile.spent,
        "monsters": tile.monsters,
        "capacity": tile.capacity,
        "full": tile.is_full,
        "name": tile_name(tile.code),
        "help": tile_help(tile.code),
    }


def _space_words(position: Position, space: View) -> Text:
    parts: list[Text] = []
    if space["kind"] == "open":
        parts.append(say("open"))
    if space["kind"] == "tile":
        roads = [side_name(LETTERS.index(way)) for way in space["roads"]]
        parts += [space["name"], say("roads to the %(sides)s", sides=listed(roads))]
        if space["spent"]:
            parts.append(say("broken"))
        if space["monsters"]:
            parts.append(say_many("%(number)s monster", "%(number)s monsters", space["monsters"]))
    parts += [figure_name(position.figures[seat].word) for seat in space["figures"]]
    here = Space(space["east"], space["north"])
    return joined([space_words(here), *parts])


# -- beside it ---------------------------------------------------------------------------------------------------------


def _market(position: Position, code: str) -> View:
    """Make the view of a tile of the market, or of the first tiles.

    ``count`` is how many of them there are; ``needs`` is the cost in words.
    """
    return {
        "ref": f"tile:{code}",
        "code": code,
        "symbols": code[1:],
        "count": position.market.count(code),
        "name": tile_name(code),
        "help": tile_help(code),
        "needs": cost_words(code),
        "ways": ways_view(code),
        "affordable": is_affordable(position, visible(position.forest), code),
        "words": joined([say("%(code)s: %(name)s", code=code, name=tile_name(code))]),
    }


def _symbols(position: Position) -> list[View]:
    codes = [*(tile.code for tile in position.forest.values()), *position.market]
    letters = [letter for letter in SYMBOLS if any(letter in code[1:] for code in codes)]
    found: list[View] = [{"letter": each, "name": symbol_name(each), "help": symbol_help(each)} for each in letters]
    diamond = {"letter": DIAMOND[1:], "name": tile_name(DIAMOND), "help": tile_help(DIAMOND)}
    return [*found, diamond] if DIAMOND in codes else found


def _player(state: MatchState, position: Position, seat: int) -> View:
    """Make the view of a player: the figure, what it can do (``power``), and where it is ("" before it is chosen)."""
    figure = position.figures[seat]
    name: Text = say("no figure yet") if figure.word == UNCHOSEN else joined([])
    if figure.is_here:
        name = figure_name(figure.word)
    return {
        "seat": seat,
        "label": seat_name(seat),
        "colour": player_colour(seat),
        "word": figure.word,
        "name": say("has left") if figure.word == GONE else name,
        "power": figure_power(figure.word),
        "space": str(figure.space) if figure.is_here else "",
        "where": space_words(figure.space) if figure.is_here else "",
        "playing": figure.is_playing,
        "to_act": seat in to_act(state),
    }
