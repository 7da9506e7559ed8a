"""Fortress as a game of the house: the functions of ``engine.game.Game`` over ``match.MatchState``."""

from __future__ import annotations

import argparse
import random
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Literal

from engine.errors import IllegalTurn
from engine.game import Game
from engine.record.plain import parse_plain, plain_facts, write_plain
from engine.record.record import Record, RecordText
from engine.values import Decision, Draft, Option, Options, Order, Outcome, Played, Side, Task, View
from i18n.text import english, in_one_language, say, seat_name

from .cards.position import PLAYERS
from .cli import main as cli
from .explain.describe import points_words, round_words
from .lesson.judge import lesson
from .lookahead.lookahead import FortressLookahead
from .match import json_state
from .match.events import outcome_words
from .match.imagine import imagine
from .match.options import clean_options, describe_options, form_options, setup_of, shortest_options, usual_turns
from .match.orders import follow, orders
from .match.state import MatchState, chance_drawn, end_how, forfeit, given_up, new_match, shares
from .match.submit import decision, idle_turn, joins_lines, play, read, sample, series
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
    seats: ClassVar[range] = PLAYERS
    draws: ClassVar[bool] = False  # R24
    has_chance: ClassVar[bool] = True
    can_idle: ClassVar[bool] = True
    has_lesson: ClassVar[bool] = True

    def sides(self, seats: int) -> tuple[Side, ...]:
        return tuple(Side(seat_name(seat), player_colour(seat)) for seat in range(seats))

    def summary(self) -> str:
        return say("For two to five: build walls of hidden cards, and break down those of the others.")

    @in_one_language
    def options(self) -> tuple[Option, ...]:
        return form_options()

    def clean_options(self, raw: Mapping[str, str]) -> Options:
        return clean_options(raw)

    def describe_options(self, options: Options) -> str:
        return describe_options(options)

    def further_options(self, options: Options) -> Options:
        return shortest_options(options)

    def usual_turns(self, options: Options, seats: int = 2) -> int:
        return usual_turns(options, seats)

    def start(self, options: Options, seats: int, seed: bytes) -> MatchState:
        if seats not in self.seats:
            raise ValueError(f"Fortress has 2 to 5 seats, not {seats}")
        return new_match(setup_of(options, seats, seed))

    def dump(self, state: MatchState) -> dict[str, Any]:
        return json_state.dump(state)

    def load(self, data: Mapping[str, Any]) -> MatchState:
        return json_state.load(data)

    def to_act(self, state: MatchState) -> tuple[int, ...]:
        return state.position.asked

    def decision(self, state: MatchState, seat: int) -> Decision:
        return decision(state, seat)

    def may_judge_ahead(self, state: MatchState) -> bool:
        return not state.setup.seed  # as in the lesson: what is legal in a match depends on a hand

    @in_one_language
    def play(self, state: MatchState, seat: int, text: str) -> Played:
        return play(state, seat, text)

    def read(self, state: MatchState, seat: int, text: str) -> None:  # noqa: ARG002 (all seats write alike)
        read(state, text)

    def series(self, state: MatchState, seat: int, text: str) -> tuple[str, ...]:  # noqa: ARG002 (as above)
        return series(state, text)

    def joins_lines(self, state: MatchState, seat: int, lines: Sequence[str]) -> bool:  # noqa: ARG002 (as above)
        return joins_lines(state, lines)

    @in_one_language
    def draft(self, state: MatchState, seat: int, text: str = "") -> Draft:
        return build_draft(state, seat, text)

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

    def sample(self, state: MatchState, seat: int, rng: random.Random) -> str:
        return sample(state, seat, rng)

    @in_one_language
    def orders(self, state: MatchState, seat: int) -> tuple[Order, ...]:
        return orders(state, seat)

    def follow(self, state: MatchState, seat: int, keys: Collection[str]) -> str | None:
        return follow(state, seat, keys)

    def imagine(self, state: MatchState, seat: int | None, rng: random.Random) -> MatchState:
        return imagine(state, seat, rng)

    def lookahead(self) -> FortressLookahead:
        return FortressLookahead()

    def forfeit(self, state: MatchState, seat: int, how: Literal["resignation", "time"]) -> MatchState:
        if state.is_over:
            raise IllegalTurn(say("The match is over."))
        if state.position.hands[seat] is None:
            raise IllegalTurn(say("%(player)s is out of the match already.", player=seat_name(seat)))
        return forfeit(state, seat, how)

    def given_up(self, state: MatchState) -> tuple[int, ...]:
        return given_up(state)

    def idle_turn(self, state: MatchState, seat: int) -> str | None:
        return idle_turn(state, seat)

    def agree_draw(self, state: MatchState) -> MatchState:  # noqa: ARG002 (there is none, R24)
        raise IllegalTurn(say("In Fortress the players can’t agree a draw."))

    def outcome(self, state: MatchState) -> Outcome | None:
        how = end_how(state)
        if how is None:
            return None
        return Outcome(shares(state), state.position.totals, how, outcome_words(state))

    @in_one_language
    def view(self, state: MatchState, seat: int | None = None) -> View:
        return build_view(state, seat)

    def showcase(self) -> View:
        return draw_example(SHOWCASE)

    def example(self, name: str) -> View:
        return draw_example(EXAMPLES[name])

    def lesson(self) -> tuple[Task, ...]:
        return lesson()

    def draw_map(self, view: View, *, play: bool = False, small: bool = False, turned: bool = False) -> str:  # noqa: ARG002 (a table has no sides)
        return draw_map(view, play=play, small=small)

    @in_one_language
    def text_board(self, view: View) -> str:
        return draw_board(view)

    def position_text(self, view: View) -> str:
        return str(view["position"])

    def write_record(self, record: Record, seat: int | None = None) -> str:
        return write_plain(self, record, seat, DERIVED_HEADERS)

    def parse_record(self, text: str) -> RecordText:
        return parse_plain(self, text, DERIVED_HEADERS)

    def record_facts(self, state: MatchState, seed: bytes | None) -> dict[str, str]:  # noqa: ARG002 (nothing of it shows)
        rounds = [f"{ended.how} {':'.join(map(str, ended.points))}" for ended in state.rounds]
        return {**plain_facts(self, state), "Rounds": ", ".join(rounds) or "-"}

    def chance_drawn(self, state: MatchState) -> dict[str, str]:
        return chance_drawn(state)

    def record_summary(self, state: MatchState) -> list[str]:
        rounds = [
            f"Round {number}: {english(round_words(ended.how, ended.player))}; points"
            f" {english(points_words(ended.points, range(len(ended.points))))}"
            for number, ended in enumerate(state.rounds, start=1)
        ]
        return [*rounds, *super().record_summary(state)]

    def add_commands(self, parser: argparse.ArgumentParser) -> None:
        cli.add_commands(parser)
