"""The options of a Fortress match, as a form asks for them and as the game uses them."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Final

from engine.fortress.cards.position import LENGTHS, PACES, Length, Pace, Setup
from engine.options import chosen_values
from engine.values import Choice, Option, Options
from i18n.text import Text, joined, noop, say

_LENGTHS: Final[Mapping[str, Length]] = {length: length for length in LENGTHS}
_PACES: Final[Mapping[str, Pace]] = {pace: pace for pace in PACES}
_LENGTH_WORDS: Final = {"1": noop("1 round"), "2": noop("2 rounds"), "full": noop("full match")}
_PACE_WORDS: Final = {
    "single": noop("cards placed one by one"),
    "whole": noop("all cards of a round placed together"),
}
FULL_ROUNDS: Final = {2: 6, 3: 5, 4: 4, 5: 3}
ATTACKING_TURNS: Final = {"full": {2: 56, 3: 62, 4: 56, 5: 54}, "2": {2: 18, 3: 26, 4: 32, 5: 37}}
"""The attacking turns of all players together, by length and number of players (rules 11)."""


def form_options() -> tuple[Option, ...]:
    """Return the options of a match in the order in which a form asks for them."""
    lengths = (
        Choice("2", say("2 rounds"), say("Three to five weeks at a day a turn.")),
        Choice("1", say("1 round"), say("The shortest match.")),
        Choice(
            "full",
            say("Full match"),
            say(
                "Up to a total of 21 with two players, 17 with three, 14 with four, 12 with five. Five usually need two"
                " or three rounds."
            ),
        ),
    )
    paces = (
        Choice("single", say("Card by card"), say("You see one drawn card at a time, as at a table.")),
        Choice("whole", say("All at once"), say("You see all your cards and place them in one turn: best by email.")),
    )
    return (
        Option("length", say("Length"), "2", choices=lengths),
        Option("pace", say("Fortifying"), "single", choices=paces, by_days="whole"),
    )


def clean_options(raw: Mapping[str, str]) -> Options:
    """Complete and check the options of a match. Raises ``BadOption``."""
    return dict(chosen_values(form_options(), raw))


def setup_of(options: Options, players: int, seed: bytes) -> Setup:
    """Return the setup described by cleaned options."""
    return Setup(players, _LENGTHS[options["length"]], _PACES[options["pace"]], seed)


def shortest_options(options: Options) -> Options:
    """Return the given options with one round."""
    return {**options, "length": "1"}


def usual_turns(options: Options, seats: int = 2) -> int:
    """Return the number of attacking turns of each player (rules 11), plus one submission a round to fortify."""
    length = options["length"]
    if length == "full":
        return ceil(ATTACKING_TURNS["full"][seats] / seats) + FULL_ROUNDS[seats]
    rounds = int(length)
    return ceil(ATTACKING_TURNS["2"][seats] * rounds / 2 / seats) + rounds


def describe_options(options: Options) -> Text:
    """Describe options: "2 rounds, cards placed one by one"."""
    length, pace = _LENGTH_WORDS[options["length"]], _PACE_WORDS[options["pace"]]
    return joined([say(length), say(pace)])
