"""Fortify as a game of the house: the functions of ``engine.game.Game`` over ``match.MatchState``."""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from engine.errors import IllegalTurn
from engine.game import Game
from engine.lookahead import Lookahead
from engine.record.record import Record, RecordText
from engine.values import Decision, Draft, Option, Options, Outcome, Played, Side, Task, View
from i18n.text import in_one_language, say

from .board.units import GREEN, RED, SIDE_WORDS
from .cli import main as cli
from .explain.unit_names import side_name
from .lesson.judge import lesson
from .lookahead.lookahead import FortifyLookahead, imagine
from .match import json_state
from .match.events import outcome_words
from .match.options import (
    clean_options,
    describe_options,
    form_options,
    setup_of,
    shortest_options,
    usual_turns,
)
from .match.state import EDITION, MatchState, agree_draw, forfeit, labels, new_match, seats_to_act, shares
from .match.submit import decision, idle_turn, play, read, sample
from .record.reader import GAME_NAME, SEATS
from .record.record import facts, parse_record, summary, write
from .view.draft import build_draft
from .view.draw import draw_map
from .view.examples import PICTURES, SHOWCASE, draw_example
from .view.text_board import draw_board
from .view.view import build_view


class Fortify(Game):
    """Two players, Red and Green; seat 0 is Red in the first volley. Nothing in it is left to chance."""

    slug: ClassVar[str] = "fortify"
    name: ClassVar[str] = GAME_NAME
    seats: ClassVar[range] = SEATS
    can_idle: ClassVar[bool] = True
    has_lesson: ClassVar[bool] = True
    edition: ClassVar[int] = EDITION

    def sides(self, seats: int) -> tuple[Side, ...]:  # noqa: ARG002 (there are two)
        return tuple(Side(side_name(owner), SIDE_WORDS[owner]) for owner in (RED, GREEN))

    def summary(self) -> str:
        return say("For two: move troops by land, sea and air to hold a coast.")

    @in_one_language
    def options(self) -> tuple[Option, ...]:
        return form_options()

    def clean_options(self, raw: Mapping[str, str]) -> Options:
        return clean_options(raw)

    def describe_options(self, options: Options) -> str:
        return describe_options(options)

    def scores_name(self) -> str:
        return say("volley points")

    def settled_words(self) -> str:
        return say("A volley in progress counts with its board as it is now.")

    def further_options(self, options: Options) -> Options:
        return shortest_options(options)

    def usual_turns(self, options: Options, seats: int = 2) -> int:  # noqa: ARG002 (there are two)
        return usual_turns(options)

    def start(self, options: Options, seats: int, seed: bytes) -> MatchState:  # noqa: ARG002 (there is no chance in it)
        if seats not in self.seats:
            raise ValueError(f"Fortify has 2 seats, not {seats}")
        return new_match(setup_of(options))

    def dump(self, state: MatchState) -> dict[str, Any]:
        return json_state.dump(state)

    def load(self, data: Mapping[str, Any]) -> MatchState:
        return json_state.load(data)

    def to_act(self, state: MatchState) -> tuple[int, ...]:
        return seats_to_act(state)

    def decision(self, state: MatchState, seat: int) -> Decision:
        return decision(state, seat)

    def may_judge_ahead(self, state: MatchState) -> bool:
        """Armies are picked in secret; nothing else is hidden, and nothing is left to chance."""
        return None not in state.armies

    def keeps_secret(self, state: MatchState) -> bool:
        """Both armies are shown when both are picked. One that never was stays a secret."""
        return None in state.armies

    @in_one_language
    def play(self, state: MatchState, seat: int, text: str) -> Played:
        return play(state, seat, text)

    def read(self, state: MatchState, seat: int, text: str) -> None:  # noqa: ARG002 (both seats write alike)
        read(state, text)

    @in_one_language
    def draft(self, state: MatchState, seat: int, text: str = "") -> Draft:
        return build_draft(state, seat, text)

    def step_counts(self) -> dict[str, str | tuple[str, str]]:
        return {
            "enlist": say("enlist %(number)s"),
            "move": say("move %(number)s"),
            "fortify": say("fortify %(number)s"),
            "attack": say("attack %(number)s"),
            "end": say("end %(number)s"),
            "colour": say("choose a colour %(number)s"),
        }

    def marked(self) -> dict[str, str]:
        unit = say("a marked unit")
        return {"occupied": unit, "supply": unit, "enlist+": say("a space for a second Infantry")}

    def sample(self, state: MatchState, seat: int, rng: random.Random) -> str:
        return sample(state, seat, rng)

    def imagine(self, state: MatchState, seat: int, rng: random.Random) -> MatchState:
        return imagine(state, seat, rng)

    def lookahead(self) -> Lookahead:
        return FortifyLookahead()

    def forfeit(self, state: MatchState, seat: int, how: Literal["resignation", "time"]) -> MatchState:
        self._check_running(state)
        return forfeit(state, seat, how)

    def idle_turn(self, state: MatchState, seat: int) -> str | None:
        return idle_turn(state, seat)

    def agree_draw(self, state: MatchState) -> MatchState:
        self._check_running(state)
        return agree_draw(state)

    def outcome(self, state: MatchState) -> Outcome | None:
        if state.end is None:
            return None
        words = outcome_words(state, labels(state))
        return Outcome(shares(state), state.scores, state.end.how, words)

    @in_one_language
    def view(self, state: MatchState, seat: int | None = None) -> View:
        return build_view(state, seat)

    def showcase(self) -> View:
        return draw_example(SHOWCASE)

    def example(self, name: str) -> View:
        return draw_example(PICTURES[name])

    def draw_map(self, view: View, *, play: bool = False, small: bool = False, turned: bool = False) -> str:
        return draw_map(view, play=play, small=small, turned=turned)

    @in_one_language
    def lesson(self) -> tuple[Task, ...]:
        return lesson()

    @in_one_language
    def text_board(self, view: View) -> str:
        return draw_board(view)

    def position_text(self, view: View) -> str:
        return str(view["position"])

    def write_record(self, record: Record, seat: int | None = None) -> str:
        return write(self, record, seat)

    def parse_record(self, text: str) -> RecordText:
        return parse_record(text)

    def record_facts(self, state: MatchState, seed: bytes | None) -> dict[str, str]:  # noqa: ARG002 (no chance in it)
        return facts(state)

    def record_summary(self, state: MatchState) -> list[str]:
        return summary(state)

    def add_commands(self, parser: argparse.ArgumentParser) -> None:
        cli.add_commands(parser)

    @staticmethod
    def _check_running(state: MatchState) -> None:
        if state.phase == "over":
            raise IllegalTurn(say("The match is over."))
