"""Fortify as one of the site's games: the functions of ``engine.game.Game`` over ``match.MatchState``."""

from __future__ import annotations

from typing import ClassVar

from engine.game import Game
from engine.questions import Questions
from engine.record.record import Record
from engine.values import Options, Outcome, Side, View
from i18n.text import in_one_language, say

from .board.units import GREEN, RED, SIDE_WORDS
from .explain.unit_names import side_name
from .lesson import lesson_tasks
from .lookahead import lookahead as match_lookahead
from .match import json_state, submit
from .match import options as match_options
from .match import state as match_state
from .match.events import outcome_words
from .match.state import EDITION, MatchState
from .questions import QUESTIONS
from .record import record as match_record
from .record.reader import GAME_NAME, SEATS
from .view import draw
from .view.draft import build_draft
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
    questions: ClassVar[Questions] = QUESTIONS

    def sides(self, seats: int) -> tuple[Side, ...]:
        return tuple(Side(side_name(owner), SIDE_WORDS[owner]) for owner in (RED, GREEN))

    def summary(self) -> str:
        return say("For two: move troops by land, sea and air to hold a coast.")

    options = staticmethod(in_one_language(match_options.form_options))
    clean_options = staticmethod(match_options.clean_options)
    describe_options = staticmethod(match_options.describe_options)
    further_options = staticmethod(match_options.shortest_options)

    def scores_name(self) -> str:
        return say("volley points")

    def settled_words(self) -> str:
        return say("A volley in progress counts with its board as it is now.")

    def usual_turns(self, options: Options, seats: int = 2) -> int:
        return match_options.usual_turns(options)

    def start(self, options: Options, seats: int, seed: bytes) -> MatchState:
        if seats not in self.seats:
            raise ValueError(f"Fortify has 2 seats, not {seats}")
        return match_state.new_match(match_options.setup_of(options))

    dump = staticmethod(json_state.dump)
    load = staticmethod(json_state.load)
    to_act = staticmethod(match_state.seats_to_act)
    decision = staticmethod(submit.decision)

    def may_judge_ahead(self, state: MatchState) -> bool:
        """Return whether both armies are picked: nothing else is hidden, and nothing is left to chance."""
        return None not in state.armies

    def keeps_secret(self, state: MatchState) -> bool:
        """Return whether an army is still secret, as the first one picked is until both have been."""
        return None in state.armies

    play = staticmethod(in_one_language(submit.play))
    draft = staticmethod(in_one_language(build_draft))
    sample = staticmethod(submit.sample)
    idle_turn = staticmethod(submit.idle_turn)
    imagine = staticmethod(match_lookahead.imagine)
    lookahead = staticmethod(match_lookahead.FortifyLookahead)
    forfeit = staticmethod(match_state.forfeit)
    agree_draw = staticmethod(match_state.agree_draw)

    def read(self, state: MatchState, seat: int, text: str) -> None:
        submit.read_submission(state, text)

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

    def outcome(self, state: MatchState) -> Outcome | None:
        if state.end is None:
            return None
        words = outcome_words(state, match_state.labels(state))
        return Outcome(match_state.shares(state), state.scores, state.end.how, words)

    def showcase(self) -> View:
        return draw_example(SHOWCASE)

    def example(self, name: str) -> View:
        return draw_example(PICTURES[name])

    view = staticmethod(in_one_language(build_view))
    draw_map = staticmethod(draw.draw_map)
    text_board = staticmethod(in_one_language(draw_board))
    lesson = staticmethod(in_one_language(lesson_tasks))

    def write_record(self, record: Record, seat: int | None = None) -> str:
        return match_record.write_record(self, record, seat)

    def record_facts(self, state: MatchState, seed: bytes | None) -> dict[str, str]:
        return match_record.facts(state)

    parse_record = staticmethod(match_record.parse_record)
    record_summary = staticmethod(match_record.summary)
