"""The options of a match, as a form asks for them and as the game uses them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.editions import clean_edition, edition_of
from engine.fairytale.rules.position import DECKS, EDITION, LEVELS, Options
from engine.options import chosen_values
from engine.values import Choice, Option
from engine.values import Options as Cleaned
from i18n.text import Text, joined, noop, say

_WORDS: Final = {
    "easy": noop("easy"),
    "normal": noop("normal"),
    "hard": noop("hard"),
}
_TILES: Final = {"full": noop("all tiles"), "plain": noop("plain tiles")}
_CASTS: Final = {"chosen": noop("fairy-tale figures"), "plain": noop("plain heroes")}


def form_options() -> tuple[Option, ...]:
    """Return the options of a match in the order in which a form asks for them."""
    levels = (
        Choice("easy", say("Easy"), say("A small deck; diamonds may lie near the oak.")),
        Choice("normal", say("Normal"), say("The usual deck.")),
        Choice("hard", say("Hard"), say("A large deck; diamonds lie far out.")),
    )
    tiles = (
        Choice("full", say("All tiles"), say("With gates, walls, catapults, palaces and more.")),
        Choice("plain", say("Plain tiles"), say("Fewer symbols: best for a first match.")),
    )
    casts = (
        Choice("chosen", say("Fairy-tale figures"), say("Each player chooses a figure with a power of its own.")),
        Choice("plain", say("Plain heroes"), say("No figure has a special power; the deck is smaller.")),
    )
    usual = Options()
    return (
        Option("level", say("Level"), usual.level, choices=levels, is_level=True),
        Option("tiles", say("Tiles"), usual.tiles, choices=tiles),
        Option("cast", say("Figures"), usual.cast, choices=casts),
    )


def clean_options(raw: Mapping[str, str]) -> Cleaned:
    """Complete and check the options of a match. Raises ``BadOption``."""
    return {**chosen_values(form_options(), raw), **clean_edition(raw, EDITION)}


def setup_of(options: Cleaned) -> Options:
    """Return the setup described by cleaned options."""
    return Options(options["level"], options["tiles"], options["cast"], edition_of(options))


def usual_turns(options: Cleaned, seats: int = 2) -> int:
    """Return the usual number of turns of each player, including the laying of the first tiles."""
    setup = setup_of(options)
    turns = DECKS[setup.cast, setup.tiles][LEVELS.index(setup.level)]
    return -(-turns // seats) + 1


def describe_options(options: Cleaned) -> Text:
    """Describe options: "normal, all tiles, fairy-tale figures"."""
    setup = setup_of(options)
    return joined([say(_WORDS[setup.level]), say(_TILES[setup.tiles]), say(_CASTS[setup.cast])])
