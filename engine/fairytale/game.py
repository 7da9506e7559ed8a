"""The Last Fairy Tale as a game of the house: the functions of ``engine.game.Game`` over ``match.MatchState``."""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from engine.errors import IllegalTurn
from engine.game import Game
from engine.record.plain import parse_plain, plain_facts, write_plain
from engine.record.record import Record, RecordText
from engine.values import Decision, Draft, Measure, Option, Options, Outcome, Place, Played, Side, Task, View, Written
from i18n.text import in_one_language, say, seat_name

from .cli import main as cli
from .explain.describe import step_counts
from .explain.how_to_write import notation
from .lesson.judge import lesson
from .lookahead.lookahead import FairytaleLookahead
from .match import json_state
from .match.events import outcome_words
from .match.imagine import imagine
from .match.measures import measure, measures
from .match.options import clean_options, describe_options, form_options, setup_of, usual_turns
from .match.state import MatchState, chance_drawn, forfeit, given_up, hand_on, new_match, scores, shares, to_act
from .match.submit import check_asked, decision, play, sample
from .notation.words import parse_words
from .rules.position import EDITION, SEATS
from .view.draft import build_draft
from .view.draw import draw_map, places
from .view.examples import EXAMPLES, SHOWCASE, draw_example
from .view.set_up import SetUp, set_up
from .view.text_board import draw_board, draw_forest
from .view.view import build_view, player_colour


class Fairytale(Game):
    """One to five players against the forest. The deck and the dice are left to chance, and all else is open."""

    slug: ClassVar[str] = cli.SLUG
    name: ClassVar[str] = cli.NAME
    seats: ClassVar[range] = SEATS
    draws: ClassVar[bool] = False
    has_chance: ClassVar[bool] = True
    first_turn: ClassVar[int] = 0  # with the first tiles
    has_lesson: ClassVar[bool] = True
    together: ClassVar[bool] = True
    has_baton: ClassVar[bool] = True
    edition: ClassVar[int] = EDITION

    def sides(self, seats: int) -> tuple[Side, ...]:
        return tuple(Side(seat_name(seat), player_colour(seat)) for seat in range(seats))

    def summary(self) -> str:
        return say("For one to five, all on one side: lay a forest together and defend it against monsters.")

    def aim(self) -> str:
        return say(
            "Destroy three dark diamonds by walking onto them. You all lose when the third monster reaches the oak, or"
            " when no turns are left."
        )

    def options(self) -> tuple[Option, ...]:
        return form_options()

    def clean_options(self, raw: Mapping[str, str]) -> Options:
        return clean_options(raw)

    def describe_options(self, options: Options) -> str:
        return describe_options(options)

    def set_up(self) -> SetUp:
        """For its rules page alone."""
        return set_up()

    def scores_name(self) -> str:
        return say("diamonds destroyed")

    def measures(self) -> tuple[Measure, ...]:
        return measures()

    def measure(self, state: MatchState) -> tuple[int, ...]:
        return measure(state)

    def usual_turns(self, options: Options, seats: int = 2) -> int:
        return usual_turns(options, seats)

    def start(self, options: Options, seats: int, seed: bytes) -> MatchState:
        if seats not in self.seats:
            raise ValueError(f"The Last Fairy Tale has 1 to 5 seats, not {seats}")
        return new_match(setup_of(options), seats, seed)

    def dump(self, state: MatchState) -> dict[str, Any]:
        return json_state.dump(state)

    def load(self, data: Mapping[str, Any]) -> MatchState:
        return json_state.load(data)

    def to_act(self, state: MatchState) -> tuple[int, ...]:
        return to_act(state)

    def decision(self, state: MatchState, seat: int) -> Decision:
        check_asked(state, seat)
        return decision(state)

    def may_judge_ahead(self, state: MatchState) -> bool:
        return not state.waits

    def as_known(self, state: MatchState) -> MatchState:
        return state.as_known()

    @in_one_language
    def play(self, state: MatchState, seat: int, text: str) -> Played:
        return play(state, seat, text)

    def read(self, state: MatchState, seat: int, text: str) -> None:  # noqa: ARG002 (all seats write alike)
        parse_words(text)

    @in_one_language
    def draft(self, state: MatchState, seat: int, text: str = "") -> Draft:
        return build_draft(state, seat, text)

    def notation(self) -> tuple[Written, ...]:
        return notation()

    def step_counts(self) -> dict[str, str | tuple[str, str]]:
        return step_counts()

    def marked(self) -> dict[str, str]:
        return {
            "tile": say("a tile below the map"),
            "way": say("a way to turn the tile"),
            "side": say("a side"),
            "figure": say("a figure"),
            "occupied": say("a marked tile"),
        }

    def sample(self, state: MatchState, seat: int, rng: random.Random) -> str:
        return sample(state, seat, rng)

    def imagine(self, state: MatchState, seat: int, rng: random.Random) -> MatchState:  # noqa: ARG002 (all see the same)
        return imagine(state, rng)

    def lookahead(self) -> FairytaleLookahead:
        return FairytaleLookahead()

    def forfeit(self, state: MatchState, seat: int, how: Literal["resignation", "time"]) -> MatchState:
        if state.ending:
            raise IllegalTurn(say("The match is over."))
        if seat in given_up(state):
            raise IllegalTurn(say("%(player)s is out of the match already.", player=seat_name(seat)))
        return forfeit(state, seat, how)

    def given_up(self, state: MatchState) -> tuple[int, ...]:
        return given_up(state)

    def pass_baton(self, state: MatchState, seat: int) -> MatchState:
        check_asked(state, seat)
        if state.position.is_alone:
            raise IllegalTurn(say("There’s no other player who could take this turn over."))
        return hand_on(state)

    def agree_draw(self, state: MatchState) -> MatchState:  # noqa: ARG002 (there is none)
        raise IllegalTurn(say("In The Last Fairy Tale all win or lose together: there’s no draw."))

    def outcome(self, state: MatchState) -> Outcome | None:
        if state.ending is None:
            return None
        words = outcome_words(state.ending, state.position)
        return Outcome(shares(state), scores(state), state.ending.how, words)

    @in_one_language
    def view(self, state: MatchState, seat: int | None = None) -> View:  # noqa: ARG002 (all see the same)
        return build_view(state)

    def showcase(self) -> View:
        return draw_example(SHOWCASE)

    def example(self, name: str) -> View:
        return draw_example(EXAMPLES[name])

    def draw_map(self, view: View, *, play: bool = False, small: bool = False, turned: bool = False) -> str:  # noqa: ARG002 (the forest is seen from one side)
        return draw_map(view, play=play, small=small)

    def places(self, view: View, *, turned: bool = False) -> tuple[Place, ...]:  # noqa: ARG002 (as above)
        return places(view)

    def lesson(self) -> tuple[Task, ...]:
        return lesson()

    @in_one_language
    def text_board(self, view: View) -> str:
        return draw_board(view)

    @in_one_language
    def text_map(self, view: View) -> str:
        return draw_forest(view)

    def position_text(self, view: View) -> str:
        return str(view["position"])

    def write_record(self, record: Record, seat: int | None = None) -> str:
        return write_plain(self, record, seat)

    def parse_record(self, text: str) -> RecordText:
        return parse_plain(self, text)

    def record_facts(self, state: MatchState, seed: bytes | None) -> dict[str, str]:  # noqa: ARG002 (turns say it)
        return plain_facts(self, state)

    def chance_drawn(self, state: MatchState) -> dict[str, str]:
        return chance_drawn(state)

    def add_commands(self, parser: argparse.ArgumentParser) -> None:
        cli.add_commands(parser)
