"""The options of a Fortify match: what a form asks for, and what is made of the answers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine.fortify.maps import MAP_NAMES, Map, MapError, load_map
from engine.fortify.match import VOLLEYS, Format, Setup
from engine.game import BadOption, Choice, Option, Options

OWN: Final = "own"
MAX_MAP_TEXT: Final = 2000
FORMATS: Final[Mapping[str, Format]] = {name: name for name in VOLLEYS}
MAP_HELP: Final = (
    "A line “name: …”, a line “slots: …” (1 to 9 slots of the reinforcement track), then the rows from the top,"
    " each space L for Land, W for Water or S for Shore."
)

OPTIONS: Final = (
    Option(
        "map",
        "Map",
        "4x5",
        choices=(
            Choice("4x5", "4x5", "4 columns, 5 rows"),
            Choice("5x5", "5x5", "5 columns, 5 rows; recommended for Special Warfare"),
            Choice(OWN, "A map of your own", "2 to 8 columns and rows, written as text"),
        ),
    ),
    Option("own_map", "Your map", "", kind="text", help=MAP_HELP, when=("map", OWN)),
    Option(
        "format",
        "Format",
        "points-2",
        choices=(
            Choice("points-2", "2 volleys for points", "Both are played; the higher total wins."),
            Choice("points-4", "4 volleys for points", "All four are played; the highest total wins."),
            Choice("standard", "Standard, first to win 2 volleys", "Up to 3 volleys, changing colours each time."),
        ),
    ),
    Option(
        "special",
        "Special Warfare",
        "",
        kind="flag",
        help="Each player secretly picks 10 units out of 4 Infantry, 4 Tanks, 4 Battleships, 1 Chopper and "
        "1 Artillery.",
    ),
)


def clean(raw: Mapping[str, str]) -> Options:
    """Complete and checked options; a map of one's own is kept as canonical text. Raises ``BadOption``."""
    values = {option.key: raw.get(option.key, option.default) for option in OPTIONS}
    for option in OPTIONS:
        if option.kind == "choice" and values[option.key] not in {choice.value for choice in option.choices}:
            allowed = ", ".join(choice.value for choice in option.choices)
            raise BadOption(option.key, f"{option.label} must be one of {allowed}, not “{values[option.key][:40]}”.")
    if values["special"] not in ("on", ""):
        raise BadOption("special", "Special Warfare is either on or left out.")
    values["own_map"] = _own_map(values["own_map"]) if values["map"] == OWN else ""
    return dict(values)


def _own_map(text: str) -> str:
    if not text.strip():
        raise BadOption("own_map", f"A map of your own needs its text. {MAP_HELP}")
    if len(text) > MAX_MAP_TEXT:
        raise BadOption("own_map", f"The map's text is longer than {MAX_MAP_TEXT} characters.")
    try:
        return Map.from_text(text).to_text()
    except MapError as error:
        raise BadOption("own_map", str(error)) from error


def setup_of(options: Options) -> Setup:
    """What cleaned options mean."""
    form = FORMATS[options["format"]]
    return Setup(_map(options["map"], options["own_map"]), form, options["special"] == "on")


@lru_cache(maxsize=64)
def _map(name: str, text: str) -> Map:
    return Map.from_text(text) if name == OWN else load_map(name)


def options_of(setup: Setup) -> Options:
    """The options from which ``setup`` was made."""
    shipped = setup.map.name in MAP_NAMES and load_map(setup.map.name) == setup.map
    return {
        "map": setup.map.name if shipped else OWN,
        "own_map": "" if shipped else setup.map.to_text(),
        "format": setup.format,
        "special": "on" if setup.special else "",
    }


def describe(options: Options) -> str:
    """ "2 volleys for points, map 5x5, Special Warfare"."""
    setup = setup_of(options)
    volleys = f"{setup.volleys} volleys for points" if setup.by_points else "first to win 2 volleys"
    own = "own map" if options["map"] == OWN else "map"
    return f"{volleys}, {own} {setup.map.name}" + (", Special Warfare" if setup.special else "")
