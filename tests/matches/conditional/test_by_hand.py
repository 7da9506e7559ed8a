"""A match in which turns are set ahead at random is the match in which the same turns were played by hand, and what its
log says."""

from __future__ import annotations

import contextlib
import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.fortify.game import Fortify
from matches.conditional.edit import drop, set_lines
from matches.gate import turns
from matches.gate.refused import MatchRefused
from matches.models import ConditionalTurns, LogEntry, Match, Seat
from matches.time_control.time_control import DAY, TimeControl
from matches.verify.replay import differences
from tests.matches.verify.test_replay import BEGIN, CONTROLS, Club, found
from tests.support.factories import MatchFactory, UserFactory
from tests.support.toy_game import Toy

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 5, 4, 9, tzinfo=UTC)
PACES = [TimeControl.fixed(3), TimeControl(20 * DAY, DAY, 30 * DAY, weekends=True, nights=True)]
TURNS = 25


class Table:
    """A match that is played at random, by hand and ahead."""

    def __init__(self, slug: str, options: dict[str, str], control: TimeControl, rng: random.Random) -> None:
        self.rng = rng
        self.match: Match = MatchFactory(
            game_slug=slug, options=options, players=[UserFactory(), UserFactory()], control=control
        )

    @property
    def now(self) -> Match:
        return Match.objects.get(pk=self.match.pk)

    def seats(self) -> list[Seat]:
        return list(self.match.seats.select_related("player", "match"))

    def play_on(self) -> None:
        """One of those who are asked plays by hand; most often what the other expects."""
        seat = self.rng.choice([seat for seat in self.seats() if seat.asked_turn is not None])
        assert seat.asked_turn is not None
        turns.submit_turn(seat, seat.asked_turn, turn_of(self.now, seat, self.rng), LogEntry.Via.SITE)

    def set_ahead(self) -> None:
        for seat in self.seats():
            if seat.asked_turn is None:
                set_at_random(self.now, seat, self.rng)


def by_hand(match: Match, options: dict[str, str], clock: Any) -> Match:
    """The same turns at the same times, all sent by their players."""
    clock.move_to(match.started_at)
    players = [UserFactory(), UserFactory()]
    again: Match = MatchFactory(game_slug=match.game_slug, options=options, players=players, control=match.control)
    seats = list(again.seats.all())
    for turn in match.log.select_related("seat").order_by("index"):
        clock.move_to(turn.at)
        assert turn.seat is not None
        assert turn.number is not None
        turns.submit_turn(seats[turn.seat.index], turn.number, turn.text, LogEntry.Via.SITE)
    return Match.objects.get(pk=again.pk)


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 2**32),
    control=st.sampled_from(PACES),
    kind=st.sampled_from([("toy", {"picks": "1"}), ("fortify", {}), ("fortify", {"special": "on", "map": "5x5"})]),
)
def test_turns_set_ahead_are_turns(
    seed: int, control: TimeControl, kind: tuple[str, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.games.games", lambda: (Toy(), Fortify()))
    rng = random.Random(seed)
    slug, options = kind
    with time_machine.travel(MONDAY, tick=False) as clock:
        table = Table(slug, options, control, rng)
        while not table.now.is_over and table.now.log_length < TURNS:
            clock.shift(timedelta(seconds=rng.choice([1, 3600, 40_000])))
            if rng.random() < 0.7:
                table.set_ahead()
            table.play_on()
            assert table.now.log_length % 5 or differences(table.now) == []
        played = table.now
        again = by_hand(played, options, clock)
    assert again.state == played.state
    assert (again.status, again.result_words, again.next_number) == (
        played.status,
        played.result_words,
        played.next_number,
    )
    for one, two in zip(again.seats.order_by("index"), played.seats.order_by("index"), strict=True):
        assert (one.asked_turn, one.bank, one.deadline, one.share) == (
            two.asked_turn,
            two.bank,
            two.deadline,
            two.share,
        )
    lines = [(turn.text, turn.words, turn.notes, turn.clocks[0]["bank"]) for turn in again.log.order_by("index")]
    last_at_once = {turn.at: turn.index for turn in played.log.order_by("index")}
    for turn in played.log.order_by("index"):
        text, words, notes, bank = lines[turn.index]
        assert (turn.text, turn.words, turn.notes) == (text, words, notes)
        assert turn.index != last_at_once[turn.at] or turn.clocks[0]["bank"] == bank


# -- whatever else happens to the match, playing its log again leads to it --------------------------------------------


class FarsightedClub(Club):
    """In which players set turns ahead, and drop them."""

    def __init__(self, control: TimeControl, rng: random.Random) -> None:
        super().__init__(control, "fortify", rng)
        self.acts += [*[self.set_ahead] * 10, self.drop]

    def play_on(self, seat: Seat) -> None:
        if seat.asked_turn is not None:
            match = Match.objects.get(pk=self.match.pk)
            turns.submit_turn(seat, seat.asked_turn, turn_of(match, seat, self.rng), LogEntry.Via.SITE)

    def set_ahead(self, seat: Seat) -> None:
        match = Match.objects.get(pk=self.match.pk)
        if seat.asked_turn is None and not match.is_over:
            set_at_random(match, seat, self.rng)

    def drop(self, seat: Seat) -> None:
        drop(seat)

    def strays(self) -> set[int]:
        """Seats that say they have set something and have not, or have and do not say so, or while they are asked."""
        seats = self.match.seats.filter(ahead=Seat.Ahead.SET)
        say_so = set(seats.values_list("pk", flat=True))
        have = set(ConditionalTurns.objects.filter(seat__match=self.match).values_list("seat", flat=True))
        return (say_so ^ have) | set(seats.exclude(asked_turn=None).values_list("pk", flat=True))


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), control=st.sampled_from(CONTROLS))
def test_every_match_with_turns_set_ahead_is_what_its_log_says(seed: int, control: TimeControl) -> None:
    rng = random.Random(seed)
    with time_machine.travel(BEGIN, tick=False) as clock:
        club = FarsightedClub(control, rng)
        for _ in range(50):
            clock.shift(timedelta(seconds=rng.choice([1, 60, 3600, 20_000, 90_000])))
            club.let_time_pass()
            club.do_something()
            assert club.strays() == set()
        assert found(club.match) == []


# -- players who set ahead, and play, as chance has it ---------------------------------------------------------------


def turn_of(match: Match, seat: Seat, rng: random.Random) -> str:
    """What a seat that is asked plays: most often what the other expects."""
    row = ConditionalTurns.objects.filter(seat__match=match).exclude(seat=seat).first()
    if row is not None and rng.random() < 0.7:
        return str(rng.choice(row.tree)["if"])
    return match.game.sample(match.loaded_state, seat.index, rng)


def set_at_random(match: Match, seat: Seat, rng: random.Random) -> None:
    """Branches as many and as long as they happen to be, unless they give two answers to one turn, or none can be set
    now."""
    branches = [_branch(match, seat.index, rng) for _ in range(rng.randint(1, 3))]
    with contextlib.suppress(MatchRefused):
        set_lines(seat, "; ".join(branches), LogEntry.Via.SITE)


def _branch(match: Match, own: int, rng: random.Random) -> str:
    game = match.game
    parts: list[str] = []
    state: Any = match.loaded_state
    for _ in range(rng.randint(1, 4)):
        for word, seat in (("if", 1 - own), ("then", own)):
            if game.to_act(state) != (seat,):
                return " ".join(parts)
            played = game.play(state, seat, game.sample(state, seat, rng))
            parts += [word, played.text]
            state = played.state
    return " ".join(parts)
