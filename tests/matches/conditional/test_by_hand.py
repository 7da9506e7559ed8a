"""A match in which turns are set ahead at random is the match in which the same turns were played by hand."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.fortify.game import Fortify
from matches.clocks.time_control import DAY, TimeControl
from matches.gate import turns
from matches.models import Match, Seat, Turn
from matches.verify.replay import differences
from tests.support.factories import MatchFactory, UserFactory
from tests.support.toy_game import Toy

from .random_players import set_at_random, turn_of

pytestmark = pytest.mark.django_db
BEGIN = datetime(2026, 5, 4, 9, tzinfo=UTC)
CONTROLS = [TimeControl.fixed(3), TimeControl(20 * DAY, DAY, 30 * DAY, weekends=True, nights=True)]
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
        seat = self.rng.choice([seat for seat in self.seats() if seat.number is not None])
        assert seat.number is not None
        turns.submit_turn(seat, seat.number, turn_of(self.now, seat, self.rng), Turn.Via.SITE)

    def set_ahead(self) -> None:
        for seat in self.seats():
            if seat.number is None:
                set_at_random(self.now, seat, self.rng)


def by_hand(match: Match, options: dict[str, str], clock: Any) -> Match:
    """The same turns at the same times, all sent by their players."""
    clock.move_to(match.started_at)
    players = [UserFactory(), UserFactory()]
    again: Match = MatchFactory(game_slug=match.game_slug, options=options, players=players, control=match.control)
    seats = list(again.seats.all())
    for turn in match.turns.select_related("seat").order_by("index"):
        clock.move_to(turn.at)
        assert turn.seat is not None
        assert turn.number is not None
        turns.submit_turn(seats[turn.seat.index], turn.number, turn.text, Turn.Via.SITE)
    return Match.objects.get(pk=again.pk)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 2**32),
    control=st.sampled_from(CONTROLS),
    kind=st.sampled_from([("toy", {"picks": "1"}), ("fortify", {}), ("fortify", {"special": "on", "map": "5x5"})]),
)
def test_turns_set_ahead_are_turns(
    seed: int, control: TimeControl, kind: tuple[str, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.games.games", lambda: (Toy(), Fortify()))
    rng = random.Random(seed)
    slug, options = kind
    with time_machine.travel(BEGIN, tick=False) as clock:
        table = Table(slug, options, control, rng)
        while not table.now.is_over and table.now.log_length < TURNS:
            clock.shift(timedelta(seconds=rng.choice([1, 3600, 40_000])))
            if rng.random() < 0.7:
                table.set_ahead()
            table.play_on()
            assert differences(table.now) == []
        played = table.now
        again = by_hand(played, options, clock)
    assert again.state == played.state
    assert (again.status, again.result_words, again.next_number) == (
        played.status,
        played.result_words,
        played.next_number,
    )
    for one, two in zip(again.seats.order_by("index"), played.seats.order_by("index"), strict=True):
        assert (one.number, one.bank, one.deadline, one.share) == (two.number, two.bank, two.deadline, two.share)
    lines = [(turn.text, turn.words, turn.notes, turn.clocks[0]["bank"]) for turn in again.turns.order_by("index")]
    last_at_once = {turn.at: turn.index for turn in played.turns.order_by("index")}
    for turn in played.turns.order_by("index"):
        text, words, notes, bank = lines[turn.index]
        assert (turn.text, turn.words, turn.notes) == (text, words, notes)
        assert turn.index != last_at_once[turn.at] or turn.clocks[0]["bank"] == bank
