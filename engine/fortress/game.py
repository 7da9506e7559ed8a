"""Fortress as one of the site's games: the functions of ``engine.game.Game`` over ``match.MatchState``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.errors import IllegalTurn
from engine.game import Game
from engine.questions import Questions
from engine.record.plain import parse_plain, plain_facts, write_plain
from engine.record.record import Record, RecordText
from engine.values import Options, Outcome, Side, View
from i18n.text import english, in_one_language, say, seat_name

from .cards.position import PLAYER_COUNTS
from .explain.describe import points_words, round_words
from .lesson import lesson_tasks
from .lookahead.lookahead import FortressLookahead
from .match import imagine as imagining
from .match import json_state, submit
from .match import options as match_options
from .match import orders as match_orders
from .match import state as match_state
from .match.events import outcome_words
from .match.state import MatchState
from .questions import QUESTIONS
from .view.draft import build_draft
from .view.draw import draw_map
from .view.examples import EXAMPLES, SHOWCASE, draw_example
from .view.text_board import draw_board
from .view.view import build_view, player_colour

DERIVED_HEADERS = "Result|Scores|Rounds"


class Fortress(Game):
    """Two to five players with hands that nobody else sees; player 1 has seat 0."""

    slug: ClassVar[str] = "fortress"
    name: ClassVar[str] = "Fortress"
    seats: ClassVar[range] = PLAYER_COUNTS
    draws: ClassVar[bool] = False  # R24
    has_chance: ClassVar[bool] = True
    can_idle: ClassVar[bool] = True
    has_lesson: ClassVar[bool] = True
    questions: ClassVar[Questions] = QUESTIONS

    def sides(self, seats: int) -> tuple[Side, ...]:
        return tuple(Side(seat_name(seat), player_colour(seat)) for seat in range(seats))

    def summary(self) -> str:
        return say("For two to five: build walls of hidden cards, and break down those of the others.")

    options = staticmethod(in_one_language(match_options.form_options))
    clean_options = staticmethod(match_options.clean_options)
    describe_options = staticmethod(match_options.describe_options)
    further_options = staticmethod(match_options.shortest_options)
    usual_turns = staticmethod(match_options.usual_turns)

    def start(self, options: Options, seats: int, seed: bytes) -> MatchState:
        if seats not in self.seats:
            raise ValueError(f"Fortress has 2 to 5 seats, not {seats}")
        return match_state.new_match(match_options.setup_of(options, seats, seed))

    dump = staticmethod(json_state.dump)
    load = staticmethod(json_state.load)

    def to_act(self, state: MatchState) -> tuple[int, ...]:
        return state.position.asked

    decision = staticmethod(submit.decision)

    def may_judge_ahead(self, state: MatchState) -> bool:
        return not state.setup.seed  # as in the lesson; in a match, the legal steps depend on a hidden hand

    play = staticmethod(in_one_language(submit.play))
    draft = staticmethod(in_one_language(build_draft))
    sample = staticmethod(submit.sample)
    idle_turn = staticmethod(submit.idle_turn)
    orders = staticmethod(in_one_language(match_orders.orders))
    follow = staticmethod(match_orders.follow)
    imagine = staticmethod(imagining.imagine)
    lookahead = staticmethod(FortressLookahead)
    forfeit = staticmethod(match_state.forfeit)
    given_up = staticmethod(match_state.given_up)

    def read(self, state: MatchState, seat: int, text: str) -> None:
        submit.read_submission(state, text)

    def series(self, state: MatchState, seat: int, text: str) -> tuple[str, ...]:
        return submit.series(state, text)

    def joins_lines(self, state: MatchState, seat: int, lines: Sequence[str]) -> bool:
        return submit.joins_lines(state, lines)

    def step_counts(self) -> dict[str, str | tuple[str, str]]:
        return {
            "attack": say("attack %(number)s"),
            "ace": say("discard an ace %(number)s"),
            "pass": say("pass %(number)s"),
            "done": say("call done %(number)s"),
            "shift": say("move a card %(number)s"),
            "keep": say("keep the hand %(number)s"),
            "place": say("place the card %(number)s"),
            "start": say("choose who starts %(number)s"),
        }

    def marked(self) -> dict[str, str]:
        return {
            "card": say("a marked card"),
            "deck": say("the deck"),
            "end": say("an end of your hand"),
            "player": say("a marked player"),
            "target": say("an end of the target’s hand"),
        }

    def agree_draw(self, state: MatchState) -> MatchState:
        raise IllegalTurn(say("In Fortress the players can’t agree a draw."))  # R24

    def outcome(self, state: MatchState) -> Outcome | None:
        how = match_state.end_how(state)
        if how is None:
            return None
        return Outcome(match_state.shares(state), state.position.totals, how, outcome_words(state))

    view = staticmethod(in_one_language(build_view))
    text_board = staticmethod(in_one_language(draw_board))
    lesson = staticmethod(lesson_tasks)

    def showcase(self) -> View:
        return draw_example(SHOWCASE)

    def example(self, name: str) -> View:
        return draw_example(EXAMPLES[name])

    def draw_map(self, view: View, *, play: bool = False, small: bool = False, turned: bool = False) -> str:
        return draw_map(view, play=play, small=small)

    def write_record(self, record: Record, seat: int | None = None) -> str:
        return write_plain(self, record, seat, DERIVED_HEADERS)

    def parse_record(self, text: str) -> RecordText:
        return parse_plain(self, text, DERIVED_HEADERS)

    def record_facts(self, state: MatchState, seed: bytes | None) -> dict[str, str]:
        rounds = [f"{ended.how} {':'.join(map(str, ended.points))}" for ended in state.rounds]
        return {**plain_facts(self, state), "Rounds": ", ".join(rounds) or "-"}

    def record_summary(self, state: MatchState) -> list[str]:
        rounds = [
            f"Round {number}: {english(round_words(ended.how, ended.player))}; points"
            f" {english(points_words(ended.points, range(len(ended.points))))}"
            for number, ended in enumerate(state.rounds, start=1)
        ]
        return [*rounds, *super().record_summary(state)]

    chance_drawn = staticmethod(match_state.chance_drawn)
