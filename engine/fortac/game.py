"""Fortac as one of the site's games: the functions of ``engine.game.Game`` over ``match.MatchState``."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import ClassVar

from engine.game import Game
from engine.questions import Questions
from engine.record.plain import parse_plain, plain_facts, write_plain
from engine.record.record import Record, RecordText
from engine.values import Option, Options, Outcome, Side, View
from i18n.text import in_one_language, joined, say

from .board.cards import BLACK, CARD_WORDS, RED, SIDE_WORDS
from .board.position import Position, shuffles
from .explain.names import card_name, side_name
from .lesson import lesson_tasks
from .lookahead.lookahead import FortacLookahead, imagine
from .match import json_state, submit
from .match import state as match_state
from .match.events import DREW, RESHUFFLED, outcome_words
from .match.state import MatchState
from .notation.step import parse_step
from .questions import QUESTIONS
from .view import draw
from .view.draft import build_draft
from .view.examples import PICTURES, SHOWCASE, draw_example
from .view.text_board import draw_board
from .view.view import build_view

TURNS_OF_A_PLAYER = 18
"""The approximate number of turns of a player in a match between careful players (rules 10)."""


class Fortac(Game):
    """Two players, Red and Black; seat 0 is Red. The deck is left to chance; everything else is open."""

    slug: ClassVar[str] = "fortac"
    name: ClassVar[str] = "Fortac"
    seats: ClassVar[range] = range(2, 3)
    has_chance: ClassVar[bool] = True
    scores_count: ClassVar[bool] = False
    has_lesson: ClassVar[bool] = True
    asides: ClassVar[frozenset[str]] = frozenset({DREW, RESHUFFLED})
    questions: ClassVar[Questions] = QUESTIONS

    def sides(self, seats: int) -> tuple[Side, ...]:
        return tuple(Side(side_name(side), SIDE_WORDS[side]) for side in (RED, BLACK))

    def summary(self) -> str:
        return say("For two: four men each, moved by cards that lie open.")

    def options(self) -> tuple[Option, ...]:
        return ()

    def clean_options(self, raw: Mapping[str, str]) -> Options:
        return {}

    def describe_options(self, options: Options) -> str:
        return ""

    def scores_name(self) -> str:
        return say("combos")

    def usual_turns(self, options: Options, seats: int = 2) -> int:
        return TURNS_OF_A_PLAYER

    def start(self, options: Options, seats: int, seed: bytes) -> MatchState:
        if seats not in self.seats:
            raise ValueError(f"Fortac has 2 seats, not {seats}")
        return MatchState(Position.start(seed))

    dump = staticmethod(json_state.dump)
    load = staticmethod(json_state.load)
    to_act = staticmethod(match_state.seats_to_act)
    decision = staticmethod(submit.decision)

    def may_judge_ahead(self, state: MatchState) -> bool:
        return True  # hands are open

    def as_known(self, state: MatchState) -> MatchState:
        return state.as_known()

    play = staticmethod(in_one_language(submit.play))
    draft = staticmethod(in_one_language(build_draft))
    sample = staticmethod(submit.sample)
    lookahead = staticmethod(FortacLookahead)
    forfeit = staticmethod(match_state.forfeit)
    agree_draw = staticmethod(match_state.agree_draw)

    def read(self, state: MatchState, seat: int, text: str) -> None:
        parse_step(text)

    def step_counts(self) -> dict[str, str | tuple[str, str]]:
        return {word: joined([card_name(card), "%(number)s"], " ") for card, word in enumerate(CARD_WORDS)}

    def marked(self) -> dict[str, str]:
        return {"card": say("a marked card"), "occupied": say("a marked man")}

    def imagine(self, state: MatchState, seat: int, rng: random.Random) -> MatchState:
        return imagine(state, rng)

    def outcome(self, state: MatchState) -> Outcome | None:
        if state.end is None:
            return None
        words = outcome_words(state, match_state.labels())
        return Outcome(match_state.shares(state.end), state.scores, state.end.how, words)

    @in_one_language
    def view(self, state: MatchState, seat: int | None = None) -> View:
        return build_view(state)

    def showcase(self) -> View:
        return draw_example(SHOWCASE)

    def example(self, name: str) -> View:
        return draw_example(PICTURES[name])

    draw_map = staticmethod(draw.draw_map)
    text_board = staticmethod(in_one_language(draw_board))
    lesson = staticmethod(lesson_tasks)

    def write_record(self, record: Record, seat: int | None = None) -> str:
        return write_plain(self, record, seat)

    def parse_record(self, text: str) -> RecordText:
        return parse_plain(self, text)

    def record_facts(self, state: MatchState, seed: bytes | None) -> dict[str, str]:
        return plain_facts(self, state)

    def chance_drawn(self, state: MatchState) -> dict[str, str]:
        return shuffles(state.position)
