"""Fortify as a game of the house: the functions of ``engine.game.Game`` over ``match.MatchState``."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from engine.game import Decision, Draft, Game, IllegalTurn, Option, Options, Outcome, Played, Record, View
from i18n.text import in_one_language, say

from .board.units import RED
from .explain.unit_names import side_name
from .match import events, json_state, sample, submit
from .match import options as match_options
from .match import state as match
from .match.state import MatchState
from .record import record as records
from .record.reader import GAME_NAME, parse
from .view import draft as drafts
from .view import examples
from .view import text_board as textboard
from .view import view as views


class Fortify(Game):
    """Two players, Red and Green; seat 0 is Red in the first volley. Nothing in it is left to chance."""

    slug: ClassVar[str] = "fortify"
    name: ClassVar[str] = GAME_NAME
    seats: ClassVar[range] = range(2, 3)

    @property
    def first_seat(self) -> str:
        return side_name(RED)

    @in_one_language
    def options(self) -> tuple[Option, ...]:
        return match_options.options()

    def clean_options(self, raw: Mapping[str, str]) -> Options:
        return match_options.clean(raw)

    def describe_options(self, options: Options) -> str:
        return match_options.describe(options)

    def further_options(self, options: Options) -> Options:
        return match_options.shortest(options)

    def usual_turns(self, options: Options) -> int:
        return match_options.usual_turns(options)

    def start(self, options: Options, seats: int, seed: bytes) -> MatchState:  # noqa: ARG002 (there is no chance in it)
        if seats not in self.seats:
            raise ValueError(f"Fortify has 2 seats, not {seats}")
        return match.new_match(match_options.setup_of(options))

    def dump(self, state: MatchState) -> dict[str, Any]:
        return json_state.dump(state)

    def load(self, data: Mapping[str, Any]) -> MatchState:
        return json_state.load(data)

    def to_act(self, state: MatchState) -> tuple[int, ...]:
        return match.seats_to_act(state)

    def decision(self, state: MatchState, seat: int) -> Decision:
        return submit.decision(state, seat)

    def is_open(self, state: MatchState) -> bool:
        """Armies are picked in secret; nothing else is hidden, and nothing is left to chance."""
        return None not in state.armies

    @in_one_language
    def play(self, state: MatchState, seat: int, text: str) -> Played:
        return submit.play(state, seat, text)

    def read(self, state: MatchState, seat: int, text: str) -> None:  # noqa: ARG002 (both seats write alike)
        submit.read(state, text)

    @in_one_language
    def draft(self, state: MatchState, seat: int, text: str = "") -> Draft:
        return drafts.draft(state, seat, text)

    def step_counts(self) -> dict[str, str]:
        return {
            "enlist": say("enlist %(number)s"),
            "move": say("move %(number)s"),
            "fortify": say("fortify %(number)s"),
            "attack": say("attack %(number)s"),
            "end": say("end %(number)s"),
        }

    def sample(self, state: MatchState, seat: int, rng: random.Random) -> str:
        return sample.sample(state, seat, rng)

    def forfeit(self, state: MatchState, seat: int, how: Literal["resignation", "time"]) -> MatchState:
        self._check_running(state)
        return match.forfeit(state, seat, how)

    def idle_turn(self, state: MatchState, seat: int) -> str | None:
        return submit.idle_turn(state, seat)

    def agree_draw(self, state: MatchState) -> MatchState:
        self._check_running(state)
        return match.agree_draw(state)

    def outcome(self, state: MatchState) -> Outcome | None:
        if state.end is None:
            return None
        words = events.outcome_words(state, match.labels(state))
        return Outcome(match.shares(state), state.scores, state.end.how, words)

    @in_one_language
    def view(self, state: MatchState, seat: int | None = None) -> View:
        return views.build(state, seat)

    def showcase(self) -> View:
        return examples.draw(examples.SHOWCASE)

    def example(self, name: str) -> View:
        return examples.draw(examples.PICTURES[name])

    @in_one_language
    def text_board(self, view: View) -> str:
        return textboard.draw(view)

    def write_record(self, record: Record, seat: int | None = None) -> str:
        return records.write(self, record, seat)

    def read_record(self, text: str) -> Record:
        return parse(text).record

    @staticmethod
    def _check_running(state: MatchState) -> None:
        if state.phase == "over":
            raise IllegalTurn(say("The match is over."))
