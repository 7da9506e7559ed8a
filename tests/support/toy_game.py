"""A tiny game that has what Fortify lacks: any number of seats, turns at each seat's own pace, no draws if so wished.

First all seats pick secretly and at once: one number each, or two with ``picks``. When the last pick is in, all are
shown. Then the seats add in turn, once each (``add 3``). The highest sum wins, and equal sums share the win; the seed
gives each seat a bonus of 0 to 3. A player who gives up is out, and the last one left wins.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from engine.errors import BadOption, IllegalTurn, UnreadableTurn
from engine.game import Game
from engine.record.plain import parse_plain, plain_facts, write_plain
from engine.record.record import Record, RecordText
from engine.values import Decision, Draft, Option, Options, Outcome, Played, Side, Step, View
from i18n.text import say

OVER = "The match is over."
COLOURS = ("red", "green", "blue", "white", "black")


@dataclass(frozen=True)
class State:
    picks_each: int
    bonus: tuple[int, ...]
    picks: tuple[tuple[int, ...], ...]
    added: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    how: str = ""

    @property
    def seats(self) -> range:
        return range(len(self.picks))

    @property
    def playing(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats if seat not in self.out)

    @property
    def picking(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.playing if len(self.picks[seat]) < self.picks_each)

    @property
    def sums(self) -> tuple[int, ...]:
        return tuple(
            self.bonus[seat] + sum(self.picks[seat]) + (self.added[seat] if seat < len(self.added) else 0)
            for seat in self.seats
        )


class Toy(Game):
    slug = "toy"
    name = "Toy"
    seats = range(1, 6)
    has_chance = True
    can_idle = True

    def __init__(self, *, draws: bool = True) -> None:
        self.draws = draws  # type: ignore[misc]

    def sides(self, seats: int) -> tuple[Side, ...]:
        return tuple(Side(f"Seat {index}", colour) for index, colour in enumerate(COLOURS[:seats]))

    def options(self) -> tuple[Option, ...]:
        return (Option("picks", "Picks", "1", kind="text"),)

    def clean_options(self, raw: Mapping[str, str]) -> Options:
        picks = str(raw.get("picks") or "1")
        if picks not in {"1", "2"}:
            raise BadOption("picks", "There are 1 or 2 picks.")
        return {"picks": int(picks)}

    def describe_options(self, options: Options) -> str:
        return f"{options['picks']} picks"

    def start(self, options: Options, seats: int, seed: bytes) -> State:
        return State(options["picks"], tuple(byte % 4 for byte in seed[:seats]), ((),) * seats)

    def dump(self, state: State) -> dict[str, Any]:
        return {"version": 1, **{key: getattr(state, key) for key in state.__dataclass_fields__}}

    def load(self, data: Mapping[str, Any]) -> State:
        return State(
            picks_each=data["picks_each"],
            bonus=tuple(data["bonus"]),
            picks=tuple(tuple(picks) for picks in data["picks"]),
            added=tuple(data["added"]),
            out=tuple(data["out"]),
            how=data["how"],
        )

    def to_act(self, state: State) -> tuple[int, ...]:
        if self.outcome(state):
            return ()
        return state.picking or (self._adding(state),)

    def decision(self, state: State, seat: int) -> Decision:  # noqa: ARG002
        if state.picking:
            return Decision("pick", "Pick a number.", secret=True)
        return Decision("turn", "Add a number.")

    def may_judge_ahead(self, state: State) -> bool:
        return not state.picking

    def keeps_secret(self, state: State) -> bool:
        return bool(state.picking)

    def play(self, state: State, seat: int, text: str) -> Played:
        self._check_asked(state, seat)
        verb, number = self._read(text)
        if state.picking:
            return self._pick(state, seat, verb, number)
        if verb != "add":
            raise IllegalTurn(say("The picks are in; now add."))
        added = (*state.added, *(0 for _ in range(seat - len(state.added))), number)
        words = say("Adds %(number)s", number=number)
        return Played(replace(state, added=added), f"add {number}", words, words)

    def draft(self, state: State, seat: int, text: str = "") -> Draft:
        self._check_asked(state, seat)
        played = self.play(state, seat, text) if text else None
        view = self.view(state, seat)
        if played is not None:
            return Draft(played.text, played.words, (), True, view, played.reveals)
        kind = "pick" if state.picking else "add"
        texts = [f"{kind} {number}" for number in range(1, 10)]
        return Draft("", "", tuple(Step(text, text, kind, "Numbers", (), text) for text in texts), False, view)

    def sample(self, state: State, seat: int, rng: random.Random) -> str:  # noqa: ARG002
        return f"{'pick' if state.picking else 'add'} {rng.randint(1, 9)}"

    def imagine(self, state: State, seat: int, rng: random.Random) -> State:
        """Return a state that the seat can't tell from the real one.

        While numbers are picked, each seat knows only its own, and how many others have picked is hidden too.
        """
        if not state.picking:
            return state
        bonus = tuple(rng.randrange(4) for _ in state.seats)
        counts = [
            rng.randrange(state.picks_each) if index in state.picking else state.picks_each for index in state.seats
        ]
        drawn = [tuple(rng.randint(1, 9) for _ in range(count)) for count in counts]
        picks = tuple(state.picks[index] if index == seat else drawn[index] for index in state.seats)
        return replace(state, bonus=bonus, picks=picks)

    def forfeit(self, state: State, seat: int, how: Literal["resignation", "time"]) -> State:
        if self.outcome(state):
            raise IllegalTurn(OVER)
        if seat in state.out:
            raise IllegalTurn("This seat is out already.")
        out = (*state.out, seat)
        return replace(state, out=out, how=how if len(state.seats) - len(out) < 2 else "")

    def given_up(self, state: State) -> tuple[int, ...]:
        return state.out

    def idle_turn(self, state: State, seat: int) -> str | None:
        return "add 1" if seat in self.to_act(state) and not state.picking else None

    def agree_draw(self, state: State) -> State:
        if not self.draws:
            raise IllegalTurn("No draws here.")
        if self.outcome(state):
            raise IllegalTurn(OVER)
        return replace(state, how="agreement")

    def outcome(self, state: State) -> Outcome | None:
        done = not state.picking and (not state.playing or self._adding(state) >= len(state.seats))
        if not (done or state.how):
            return None
        if state.how == "agreement":
            winners = state.playing
        else:
            best = max((state.sums[seat] for seat in state.playing), default=0)
            winners = tuple(seat for seat in state.playing if state.how or state.sums[seat] == best)
        shares = tuple(Fraction(int(seat in winners), max(1, len(winners))) for seat in state.seats)
        words = say("Won by %(winners)s.", winners=", ".join(map(str, winners)) or "nobody")
        return Outcome(shares, state.sums, state.how or "points", words)

    def view(self, state: State, seat: int | None = None) -> View:
        hidden = bool(state.picking)
        return {
            "game": self.slug,
            "title": "Picks" if hidden else "Sums",
            "labels": [f"Seat {index}" for index in state.seats],
            "colours": list(COLOURS[: len(state.picks)]),
            "scores": [0 for _ in state.seats] if hidden else list(state.sums),
            "score_words": say("points so far"),
            "to_act": list(self.to_act(state)),
            "given_up": list(state.out),
            "last": "",
            "alt": "All seats pick." if hidden else f"The sums are {', '.join(map(str, state.sums))}.",
            "picks": [list(picks) if index == seat or not hidden else None for index, picks in enumerate(state.picks)],
        }

    def showcase(self) -> View:
        return {**self.view(self.start({"picks": 1}, 2, bytes(32))), "caption": "Two players"}

    def text_board(self, view: View) -> str:
        return " ".join(map(str, view["scores"]))

    def write_record(self, record: Record, seat: int | None = None) -> str:
        return write_plain(self, record, seat)

    def parse_record(self, text: str) -> RecordText:
        return parse_plain(self, text)

    def chance_drawn(self, state: State) -> dict[str, str]:
        is_new = not (any(state.picks) or state.added or state.out)
        return {"toy/bonus/0": " ".join(map(str, state.bonus))} if is_new else {}

    def record_facts(self, state: State, seed: bytes | None) -> dict[str, str]:  # noqa: ARG002
        return plain_facts(self, state)

    def _check_asked(self, state: State, seat: int) -> None:
        if seat not in self.to_act(state):
            raise IllegalTurn("It is another's turn." if self.to_act(state) else OVER)

    def _pick(self, state: State, seat: int, verb: str, number: int) -> Played:
        if verb != "pick":
            raise IllegalTurn("First every seat picks.")
        mine = (*state.picks[seat], number)
        after = replace(state, picks=tuple(mine if index == seat else picks for index, picks in enumerate(state.picks)))
        notes = () if after.picking else (say("The picks are shown."),)
        words = say("Picks %(number)s", number=number)
        public = say("Has picked") if after.picking else words
        return Played(after, f"pick {number}", words, public, bool(after.picking), notes, reveals=bool(notes))

    def _adding(self, state: State) -> int:
        """Return the seat that adds next; the number of seats when all have."""
        return min((seat for seat in state.playing if seat >= len(state.added)), default=len(state.picks))

    def _read(self, text: str) -> tuple[str, int]:
        verb, _, number = text.lower().partition(" ")
        if verb not in {"pick", "add"} or number not in set("123456789"):
            raise UnreadableTurn(f"“{text}” is neither a pick nor a sum, such as “pick 4” or “add 2”.")
        return verb, int(number)
