"""The options of a Fortify match, as a form asks for them and as the game uses them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import ceil
from typing import Final

from engine.editions import clean_edition, dated, edition_of
from engine.errors import BadOption
from engine.fortify.board.maps import MAP_NAMES, Map, MapError, load_map
from engine.fortify.board.units import INFANTRY, SPECIAL_SIZE, STANDARD_ARMY
from engine.options import chosen_values
from engine.values import Choice, Option, Options
from i18n.text import Text, joined, say

from .state import EDITION, VOLLEYS, Format, Setup

OWN_MAP: Final = "own"
MAX_MAP_TEXT: Final = 2000
ACTIONS: Final = 2  # of a turn
FORMATS: Final[Mapping[str, Format]] = {name: name for name in VOLLEYS}


def form_options() -> tuple[Option, ...]:
    """Return the options of a match in the order in which a form asks for them."""
    maps = (
        Choice("4x5", "4x5", say("4 columns, 5 rows")),
        Choice("5x5", "5x5", say("5 columns, 5 rows; recommended for Special Warfare")),
        Choice(OWN_MAP, say("A map of your own"), say("2 to 8 columns and rows, written as text")),
    )
    formats = (
        Choice(
            "points-2",
            say("2 volleys for points"),
            say("Usual here. Both are played; the higher total wins."),
        ),
        Choice("points-4", say("4 volleys for points"), say("All four are played; the highest total wins.")),
        Choice(
            "standard",
            say("Standard, first to win 2 volleys"),
            say("The rules’ base game. Up to 3 volleys, changing colours each time."),
        ),
    )
    special_help = say(
        "Each player secretly picks 10 units out of 4 Infantry, 4 Tanks, 4 Battleships, 1 Chopper and 1 Artillery."
    )
    return (
        Option("map", say("Map"), "4x5", choices=maps),
        Option("own_map", say("Your map"), "", kind="text", help=_map_help(), when=("map", OWN_MAP)),
        Option("format", say("Format"), "points-2", choices=formats),
        Option("special", say("Special Warfare"), "", kind="flag", help=special_help),
    )


def _map_help() -> Text:
    return say(
        "A line “name: …”, a line “slots: …” (1 to 9 slots of the reinforcement track), then the rows from the top,"
        " each space L for Land, W for Water or S for Shore."
    )


def clean_options(raw: Mapping[str, str]) -> Options:
    """Complete and check the options of a match; a custom map is kept as canonical text. Raises ``BadOption``."""
    values = chosen_values(form_options(), raw)
    if values["special"] not in ("on", ""):
        raise BadOption("special", say("Special Warfare must be on or left out."))
    values["own_map"] = _own_map(values["own_map"]) if values["map"] == OWN_MAP else ""
    return {**values, **clean_edition(raw, EDITION)}


def _own_map(text: str) -> str:
    if not text.strip():
        raise BadOption("own_map", say("Add the text of your map. %(help)s", help=_map_help()))
    if len(text) > MAX_MAP_TEXT:
        raise BadOption("own_map", say("The map’s text is longer than %(most)s characters.", most=MAX_MAP_TEXT))
    try:
        return Map.from_text(text).to_text()
    except MapError as error:
        raise BadOption("own_map", str(error)) from error


def setup_of(options: Options) -> Setup:
    """Return the setup described by cleaned options."""
    form = FORMATS[options["format"]]
    return Setup(_map(options["map"], options["own_map"]), form, options["special"] == "on", edition_of(options))


@lru_cache(maxsize=64)
def _map(name: str, text: str) -> Map:
    return Map.from_text(text) if name == OWN_MAP else load_map(name)


def options_of(setup: Setup) -> Options:
    """Return the options that describe a setup."""
    shipped = setup.map.name in MAP_NAMES and load_map(setup.map.name) == setup.map
    options = {
        "map": setup.map.name if shipped else OWN_MAP,
        "own_map": "" if shipped else setup.map.to_text(),
        "format": setup.format,
        "special": "on" if setup.special else "",
    }
    return dated(options, setup.edition)


def shortest_options(options: Options) -> Options:
    """Return options for two volleys on the same map, in which each player has each colour once."""
    return {**options, "format": "points-2"}


def usual_turns(options: Options) -> int:
    """Return how many turns a player needs to bring a whole army onto the board and fortify it, in every volley.

    That is an action for each unit, but only one for two Infantry, and then another for each; and a turn to pick an
    army.
    """
    setup = setup_of(options)
    units = SPECIAL_SIZE if setup.special else sum(STANDARD_ARMY)
    actions = units - STANDARD_ARMY[INFANTRY] // 2 + units
    return setup.volleys * ceil(actions / ACTIONS) + int(setup.special)


def describe_options(options: Options) -> Text:
    """Describe options: "2 volleys for points, map 5x5, Special Warfare"."""
    setup = setup_of(options)
    if not setup.by_points:
        volleys = say("first to win 2 volleys")
    else:
        volleys = say("4 volleys for points") if setup.volleys == 4 else say("2 volleys for points")
    own = options["map"] == OWN_MAP
    board = say("own map %(name)s", name=setup.map.name) if own else say("map %(name)s", name=setup.map.name)
    return joined([volleys, board, say("Special Warfare")] if setup.special else [volleys, board])
