"""Whatever else happens to a match in which turns are set ahead, playing its log again leads to it."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
import time_machine
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches import conditional
from matches.clocks.time_control import TimeControl
from matches.gate import turns
from matches.models import ConditionalTurns, Match, Seat, Turn
from tests.matches.verify.test_replay import BEGIN, CONTROLS, Club, found

from .random_players import set_at_random, turn_of

pytestmark = pytest.mark.django_db


class FarsightedClub(Club):
    """In which players set turns ahead, and drop them."""

    def __init__(self, control: TimeControl, rng: random.Random) -> None:
        super().__init__(control, "fortify", rng)
        self.acts += [*[self.set_ahead] * 10, self.drop]

    def play_on(self, seat: Seat) -> None:
        if seat.number is not None:
            match = Match.objects.get(pk=self.match.pk)
            turns.submit_turn(seat, seat.number, turn_of(match, seat, self.rng), Turn.Via.SITE)

    def set_ahead(self, seat: Seat) -> None:
        match = Match.objects.get(pk=self.match.pk)
        if seat.number is None and not match.is_over:
            set_at_random(match, seat, self.rng)

    def drop(self, seat: Seat) -> None:
        conditional.drop(seat)

    def strays(self) -> set[int]:
        """Seats that say they have set something and have not, or have and do not say so, or while they are asked."""
        seats = self.match.seats.filter(ahead=Seat.Ahead.SET)
        say_so = set(seats.values_list("pk", flat=True))
        have = set(ConditionalTurns.objects.filter(seat__match=self.match).values_list("seat", flat=True))
        return (say_so ^ have) | set(seats.exclude(number=None).values_list("pk", flat=True))


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
