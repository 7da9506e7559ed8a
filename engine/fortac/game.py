"""Fortac as a game of the house: the functions of ``engine.game.Game`` over ``match.MatchState``."""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from engine.errors import IllegalTurn
from engine.game import Game
from engine.lookahead import Lookahead
from engine.record.plain import parse_plain, plain_facts, write_plain
from engine.record.record import Record, RecordText
from engine.values import Decision, Draft, Option, Options, Outcome, Played, Side, Task, View
from i18n.text import in_one_language, joined, say

from .board.cards import BLACK, RED, SIDE_WORDS, WORDS
from .board.position import Position, shuffles
from .cli import main as cli
from .explain.names import card_name, side_name
from .lesson.judge import lesson
from .lookahead.lookahead import FortacLookahead, imagine
from .match import json_state
from .match.events import DREW, RESHUFFLED, outcome_words
from .match.state import MatchState, agree_draw, forfeit, labels, seats_to_act, shares
from .match.submit import decision, play, sample
from .notation.step import parse_step
from .view.draft import build_draft
from .view.draw import draw_map
from .view.examples import PICTURES, SHOWCASE, draw_example
from .view.text_board import draw_board
from .view.view import build_view

TURNS_OF_A_PLAYER = 18
"""About how many turns a player has in a match between careful players (rules 10)."""


class Fortac(Game):
    """Two players, Red and Black; seat 0 is Red. The deck is left to chance, and all else is open."""

    slug: ClassVar[str] = "fortac"
    name: ClassVar[str] = "Fortac"
    seats: ClassVar[range] = range(2, 3)
    has_chance: ClassVar[bool] = True
    scores_count: ClassVar[bool] = False
    has_lesson: ClassVar[bool] = True
    asides: ClassVar[frozenset[str]] = frozenset({DREW, RESHUFFLED})

    def sides(self, seats: int) -> tuple[Side, ...]:  # noqa: ARG002 (there are two)
        return tuple(Side(side_name(side), SIDE_WORDS[side]) for side in (RED, BLACK))

    def summary(self) -> str:
        return say("For two: four men each, moved by cards that lie open.")

    def options(self) -> tuple[Option, ...]:
        return ()

    def clean_options(self, raw: Mapping[str, str]) -> Options:  # noqa: ARG002 (there are none)
        return {}

    def describe_options(self, options: Options) -> str:
        return ""

    def scores_name(self) -> str:
        return say("combos")

    def usual_turns(self, options: Options, seats: int = 2) -> int:  # noqa: ARG002 (there is one kind of match)
        return TURNS_OF_A_PLAYER

    def start(self, options: Options, seats: int, seed: bytes) -> MatchState:
        if seats not in self.seats:
            raise ValueError(f"Fortac has 2 seats, not {seats}")
        return MatchState(Position.start(seed))

    def dump(self, state: MatchState) -> dict[str, Any]:
        return json_state.dump(state)

    def load(self, data: Mapping[str, Any]) -> MatchState:
        return json_state.load(data)

    def to_act(self, state: MatchState) -> tuple[int, ...]:
        return seats_to_act(state)

    def decision(self, state: MatchState, seat: int) -> Decision:
        return decision(state, seat)

    def may_judge_ahead(self, state: MatchState) -> bool:  # noqa: ARG002 (hands are open)
        return True

    def as_known(self, state: MatchState) -> MatchState:
        return state.as_known()

    @in_one_language
    def play(self, state: MatchState, seat: int, text: str) -> Played:
        return play(state, seat, text)

    def read(self, state: MatchState, seat: int, text: str) -> None:  # noqa: ARG002 (both seats write alike)
        parse_step(text)

    @in_one_language
    def draft(self, state: MatchState, seat: int, text: str = "") -> Draft:
        return build_draft(state, seat, text)

    def step_counts(self) -> dict[str, str | tuple[str, str]]:
        return {word: joined([card_name(card), "%(number)s"], " ") for card, word in enumerate(WORDS)}

    def marked(self) -> dict[str, str]:
        return {"card": say("a marked card"), "occupied": say("a marked man")}

    def sample(self, state: MatchState, seat: int, rng: random.Random) -> str:
        return sample(state, seat, rng)

    def imagine(self, state: MatchState, seat: int, rng: random.Random) -> MatchState:  # noqa: ARG002 (all see the same)
        return imagine(state, rng)

    def lookahead(self) -> Lookahead:
        return FortacLookahead()

    def forfeit(self, state: MatchState, seat: int, how: Literal["resignation", "time"]) -> MatchState:
        self._check_running(state)
        return forfeit(state, seat, how)

    def agree_draw(self, state: MatchState) -> MatchState:
        self._check_running(state)
        return agree_draw(state)

    def outcome(self, state: MatchState) -> Outcome | None:
        if state.end is None:
            return None
        return Outcome(shares(state.end), state.scores, state.end.how, outcome_words(state, labels()))

    @in_one_language
    def view(self, state: MatchState, seat: int | None = None) -> View:  # noqa: ARG002 (all see the same)
        return build_view(state)

    def showcase(self) -> View:
        return draw_example(SHOWCASE)

    def example(self, name: str) -> View:
        return draw_example(PICTURES[name])

    def draw_map(self, view: View, *, play: bool = False, small: bool = False, turned: bool = False) -> str:
        return draw_map(view, play=play, small=small, turned=turned)

    def lesson(self) -> tuple[Task, ...]:
        return lesson()

    @in_one_language
    def text_board(self, view: View) -> str:
        return draw_board(view)

    def position_text(self, view: View) -> str:
        return str(view["position"])

    def write_record(self, record: Record, seat: int | None = None) -> str:
        return write_plain(self, record, seat)

    def parse_record(self, text: str) -> RecordText:
        return parse_plain(self, text)

    def record_facts(self, state: MatchState, seed: bytes | None) -> dict[str, str]:  # noqa: ARG002 (turns say it)
        return plain_facts(self, state)

    def chance_drawn(self, state: MatchState) -> dict[str, str]:
        return shuffles(state.position)

    def add_commands(self, parser: argparse.ArgumentParser) -> None:
        cli.add_commands(parser)

    @staticmethod
    def _check_running(state: MatchState) -> None:
        if state.end:
            raise IllegalTurn(say("The match is over."))
