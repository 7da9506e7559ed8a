"""The Last Fairy Tale as one of the site's games: the functions of ``engine.game.Game`` over ``match.MatchState``."""

from __future__ import annotations

import random
from typing import ClassVar

from engine.errors import IllegalTurn
from engine.game import Game
from engine.questions import Questions
from engine.record.plain import parse_plain, plain_facts, write_plain
from engine.record.record import Record, RecordText
from engine.values import Options, Outcome, Place, Side, View
from i18n.text import in_one_language, say, seat_name

from .explain import describe, how_to_write
from .lesson import lesson_tasks
from .lookahead.lookahead import FairytaleLookahead
from .match import json_state, submit
from .match import measures as match_measures
from .match import options as match_options
from .match import state as match_state
from .match.events import outcome_words
from .match.imagine import imagine
from .match.state import MatchState
from .notation.words import parse_words
from .questions import QUESTIONS
from .rules.position import EDITION, SEATS
from .view.draft import build_draft
from .view.draw import draw_map, places
from .view.examples import EXAMPLES, SHOWCASE, draw_example
from .view.set_up import set_up as view_set_up
from .view.text_board import draw_board, draw_forest
from .view.view import build_view, player_colour


class Fairytale(Game):
    """One to five players against the forest. The deck and the dice are left to chance; everything else is open."""

    slug: ClassVar[str] = "fairytale"
    name: ClassVar[str] = "The Last Fairy Tale"
    seats: ClassVar[range] = SEATS
    draws: ClassVar[bool] = False
    has_chance: ClassVar[bool] = True
    first_turn: ClassVar[int] = 0  # with the first tiles
    has_lesson: ClassVar[bool] = True
    together: ClassVar[bool] = True
    has_baton: ClassVar[bool] = True
    edition: ClassVar[int] = EDITION
    questions: ClassVar[Questions] = QUESTIONS

    def sides(self, seats: int) -> tuple[Side, ...]:
        return tuple(Side(seat_name(seat), player_colour(seat)) for seat in range(seats))

    def summary(self) -> str:
        return say("For one to five, all on one side: lay a forest together and defend it against monsters.")

    def aim(self) -> str:
        return say(
            "Destroy three dark diamonds by walking onto them. You all lose when the third monster reaches the oak, or"
            " when no turns are left."
        )

    options = staticmethod(match_options.form_options)
    clean_options = staticmethod(match_options.clean_options)
    describe_options = staticmethod(match_options.describe_options)
    usual_turns = staticmethod(match_options.usual_turns)
    set_up = staticmethod(view_set_up)  # for its rules page alone

    def scores_name(self) -> str:
        return say("diamonds destroyed")

    measures = staticmethod(match_measures.measures)
    measure = staticmethod(match_measures.measure)

    def start(self, options: Options, seats: int, seed: bytes) -> MatchState:
        if seats not in self.seats:
            raise ValueError(f"The Last Fairy Tale has 1 to 5 seats, not {seats}")
        return match_state.new_match(match_options.setup_of(options), seats, seed)

    dump = staticmethod(json_state.dump)
    load = staticmethod(json_state.load)
    to_act = staticmethod(match_state.to_act)
    decision = staticmethod(submit.decision)

    def may_judge_ahead(self, state: MatchState) -> bool:
        return not state.waits

    def as_known(self, state: MatchState) -> MatchState:
        return state.as_known()

    play = staticmethod(in_one_language(submit.play))
    draft = staticmethod(in_one_language(build_draft))
    sample = staticmethod(submit.sample)
    pass_baton = staticmethod(submit.pass_baton)
    lookahead = staticmethod(FairytaleLookahead)
    forfeit = staticmethod(match_state.forfeit)
    given_up = staticmethod(match_state.given_up)
    notation = staticmethod(how_to_write.notation)
    step_counts = staticmethod(describe.step_counts)

    def read(self, state: MatchState, seat: int, text: str) -> None:
        parse_words(text)

    def marked(self) -> dict[str, str]:
        return {
            "tile": say("a tile below the map"),
            "way": say("a way to turn the tile"),
            "side": say("a side"),
            "figure": say("a figure"),
            "occupied": say("a marked tile"),
        }

    def imagine(self, state: MatchState, seat: int, rng: random.Random) -> MatchState:
        return imagine(state, rng)

    def agree_draw(self, state: MatchState) -> MatchState:
        raise IllegalTurn(say("In The Last Fairy Tale all win or lose together: there’s no draw."))

    def outcome(self, state: MatchState) -> Outcome | None:
        if state.ending is None:
            return None
        words = outcome_words(state.ending, state.position)
        return Outcome(match_state.shares(state), match_state.scores(state), state.ending.how, words)

    @in_one_language
    def view(self, state: MatchState, seat: int | None = None) -> View:
        return build_view(state)

    def showcase(self) -> View:
        return draw_example(SHOWCASE)

    def example(self, name: str) -> View:
        return draw_example(EXAMPLES[name])

    def draw_map(self, view: View, *, play: bool = False, small: bool = False, turned: bool = False) -> str:
        return draw_map(view, play=play, small=small)

    def places(self, view: View, *, turned: bool = False) -> tuple[Place, ...]:
        return places(view)

    text_board = staticmethod(in_one_language(draw_board))
    text_map = staticmethod(in_one_language(draw_forest))
    lesson = staticmethod(lesson_tasks)

    def write_record(self, record: Record, seat: int | None = None) -> str:
        return write_plain(self, record, seat)

    def parse_record(self, text: str) -> RecordText:
        return parse_plain(self, text)

    def record_facts(self, state: MatchState, seed: bytes | None) -> dict[str, str]:
        return plain_facts(self, state)

    chance_drawn = staticmethod(match_state.chance_drawn)
