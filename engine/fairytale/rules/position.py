"""A match between two submissions (rules 8), and its beginning (rules 3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from engine.chance import below, chance_words, shuffled
from engine.fairytale.forest.forest import Forest
from engine.fairytale.forest.spaces import OAK, Space
from engine.fairytale.forest.tiles import DIAMOND, SETS, is_plain

SEATS: Final = range(1, 6)
FIGURES: Final = (
    "tailor", "thumb", "soldier", "pigs", "piper", "beauty", "huntsman", "red", "cinderella", "aladdin",
)  # fmt: skip
TAILOR, THUMB, SOLDIER, PIGS, PIPER, BEAUTY, HUNTSMAN, RED, CINDERELLA, ALADDIN = FIGURES
HERO, UNCHOSEN, GONE = "hero", "?", "-"
"""The figure of a plain cast, one not chosen yet, and one that has left."""

LOST_AT: Final = 3  # monsters at the oak
WON_AT: Final = 3  # diamonds destroyed
MARKET: Final = 3
FIRST_TILES: Final = 4
PILES: Final = 3
QUIET: Final = 0  # no die was thrown for new monsters
CALLED: Final = 5  # the player names the side
EVERYWHERE: Final = 6
_EXTRA_TURNS: Final = 12
_BOX: Final = "fairytale/box/0"

LEVELS: Final = ("easy", "normal", "hard")
TILES: Final = tuple(SETS)
CASTS: Final = ("chosen", "plain")
FAR: Final = {"easy": 2, "normal": 3, "hard": 4}
DECKS: Final = {
    ("chosen", "full"): (21, 27, 33),
    ("chosen", "plain"): (19, 25, 31),
    ("plain", "full"): (15, 18, 20),
    ("plain", "plain"): (14, 16, 18),
}
"""The number of tiles in the deck at each level, by cast and tiles."""


EDITION: Final = 2
"""The newest edition of the rules. In the first one, a spent tile could not be swapped for one of its own code."""


class Options(NamedTuple):
    """The settings of a match (rules 7), with the edition of the rules it is played by."""

    level: str = "normal"
    tiles: str = "full"
    cast: str = "chosen"
    edition: int = EDITION

    @property
    def words(self) -> tuple[str, str, str]:
        """The settings that players choose."""
        return self.level, self.tiles, self.cast


class Figure(NamedTuple):
    """A seat's figure and the space it is on; one that is not chosen or has left is nowhere."""

    word: str
    space: Space = OAK

    @property
    def is_here(self) -> bool:
        return self.word not in (UNCHOSEN, GONE)

    @property
    def is_playing(self) -> bool:
        return self.word != GONE


class ForestEnding(NamedTuple):
    """The ending of a match: ``diamonds`` (won), ``oak``, ``midnight`` or ``left``."""

    how: str

    @property
    def won(self) -> bool:
        return self.how == "diamonds"


@dataclass(frozen=True, slots=True)
class Position:
    """A position between two submissions.

    At turn 0 ``market`` has the first tiles; ``throws`` counts the dice thrown so far.
    """

    turn: int
    limit: int
    far: int
    seat: int
    die: int
    reached: int
    broken: int
    figures: tuple[Figure, ...]
    forest: Forest
    market: tuple[str, ...]
    deck: tuple[str, ...]
    seed: bytes
    throws: int
    edition: int = EDITION

    @property
    def figure(self) -> Figure:
        """The figure whose turn it is."""
        return self.figures[self.seat]

    @property
    def ending(self) -> ForestEnding | None:
        """The ending of the match, as far as the forest tells."""
        if self.broken >= WON_AT:
            return ForestEnding("diamonds")
        return ForestEnding("oak") if self.reached >= LOST_AT else None

    @property
    def is_quiet(self) -> bool:
        """True in the first round, in which no new monsters come (R26)."""
        return self.turn <= len(self.figures)

    @property
    def is_alone(self) -> bool:
        """True when only one figure is in play (R46)."""
        return sum(figure.is_playing for figure in self.figures) == 1

    def with_figure(self, figure: Figure) -> Position:
        """Give the seat whose turn it is another figure, or its figure another place."""
        figures = (*self.figures[: self.seat], figure, *self.figures[self.seat + 1 :])
        return replace(self, figures=figures)

    def place_of(self, word: str) -> Space | None:
        """Return where a figure stands; ``None`` when it is not in play."""
        return next((figure.space for figure in self.figures if figure.word == word), None)

    def next_seat(self) -> int:
        """Return the seat of the next player in order."""
        order = [*range(self.seat + 1, len(self.figures)), *range(self.seat + 1)]
        playing: list[int] = [seat for seat in order if self.figures[seat].is_playing]
        return playing[0]

    def throw(self) -> tuple[int, Position]:
        """Throw the next die; return it, and the position after it."""
        number = self.throws + 1
        die = 1 + below(chance_words(self.seed, die_label(number)), 6)
        return die, replace(self, throws=number)

    def refilled(self) -> Position:
        """Fill the market from the deck, as far as the deck lasts (R30, R33)."""
        missing = MARKET - len(self.market)
        return replace(self, market=self.market + self.deck[:missing], deck=self.deck[missing:])


def start(options: Options, seats: int, seed: bytes) -> Position:
    """Return the position before the first tiles are laid."""
    drawn = shuffles(options, seed)
    box = drawn.pop(_BOX)
    figure = Figure(UNCHOSEN if options.cast == "chosen" else HERO)
    return Position(
        turn=0,
        limit=turn_limit(options),
        far=FAR[options.level],
        seat=0,
        die=QUIET,
        reached=0,
        broken=0,
        figures=(figure,) * seats,
        forest={},
        market=tuple(box[place] for place in _first_of(box)),
        deck=tuple(code for pile in drawn.values() for code in pile),
        seed=seed,
        throws=0,
        edition=options.edition,
    )


def shuffles(options: Options, seed: bytes) -> dict[str, list[str]]:
    """Draw the box and three piles for the start, each by its label, the top first.

    Each pile has a diamond in it.
    """
    box = shuffled(seed, _BOX, SETS[options.tiles])
    first = _first_of(box)
    rest = [code for place, code in enumerate(box) if place not in first]
    cuts = pairwise(accumulate(_pile_sizes(_deck_size(options)), initial=0))
    piles = [[*rest[begin:end], DIAMOND] for begin, end in cuts]
    labels = [f"fairytale/pile/{number}" for number in range(1, PILES + 1)]
    return {_BOX: box, **{label: shuffled(seed, label, pile) for label, pile in zip(labels, piles, strict=True)}}


def die_label(number: int) -> str:
    """Return the label of a throw; throws count from 1."""
    return f"fairytale/die/{number}"


def _first_of(box: list[str]) -> list[int]:
    """Return the places in the box of the tiles to lay first."""
    return [place for place, code in enumerate(box) if is_plain(code)][:FIRST_TILES]


def _deck_size(options: Options) -> int:
    return DECKS[options.cast, options.tiles][LEVELS.index(options.level)]


def turn_limit(options: Options) -> int:
    """Return the number of the last turn (R1)."""
    return _deck_size(options) + _EXTRA_TURNS


def _pile_sizes(size: int) -> list[int]:
    return [size // PILES + (pile < size % PILES) for pile in range(PILES)]
