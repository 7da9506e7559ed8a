"""A match between simulated players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from random import Random

from engine.players.choose import choose
from matches.gate import draws, timeout, turns
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import GRACE
from timekeeping import clock

from .habits import WHOLE_MATCH, Habits

SITE = LogEntry.Via.SITE
A_MOMENT = timedelta(seconds=1)


class SimulatedMatch:
    """A match as it is now. ``worth`` says how strong each player is, by id; those in ``absent`` play no turn."""

    def __init__(
        self, match_id: int, random: Random, habits: Habits, worth: Mapping[int, float], absent: set[int]
    ) -> None:
        self.match = Match.objects.get(pk=match_id)
        self.seats = list(Seat.objects.filter(match=match_id).order_by("index"))
        self.random, self.habits, self.worth, self.absent = random, habits, worth, absent

    @property
    def asked(self) -> Seat | None:
        return next((seat for seat in self.seats if seat.asked_turn is not None), None)

    def waits_until(self) -> datetime | None:
        """Return when the player to move will lose on time; ``None`` if that player plays now, or no clock runs."""
        seat = self.asked
        if seat is None or seat.deadline is None:
            return None
        is_silent = seat.player_id in self.absent or self._lapses()
        return seat.deadline + GRACE + A_MOMENT if is_silent or clock.now() > seat.deadline else None

    def go_on(self) -> bool:
        """Play a turn, let the time run out or end the match; return whether it is over."""
        seat = self.asked
        if seat is None:
            return True
        assert seat.asked_turn is not None
        if self.waits_until() is not None:
            timeout.time_out(seat.pk, seat.asked_turn)
        elif self.habits.turns and self.match.log_length >= self.habits.turns and seat.player_id not in self.absent:
            self._finish()
        elif seat.player_id not in self.absent:
            self.play_turn(seat)
        return Match.objects.filter(pk=self.match.pk).exclude(status=Match.Status.RUNNING).exists()

    def play_turn(self, seat: Seat) -> None:
        """Play a legal turn of the player to move."""
        assert seat.asked_turn is not None
        turns.submit_turn(seat, seat.asked_turn, self._chosen(seat.index), SITE)

    def _chosen(self, index: int) -> str:
        game, state = self.match.game, self.match.loaded_state
        if self.habits.strength:
            return choose(game, state, index, self.habits.strength, self.random.randbytes(16)).text
        return game.sample(state, index, self.random)

    def agree_draw(self) -> None:
        draws.offer_draw(self.seats[0], SITE)
        draws.accept_draw(self.seats[1], SITE)

    def _lapses(self) -> bool:
        """Return whether a player lets their time run out in this turn; the same each time it is asked."""
        chances = Random(self.match.seed)
        is_one = chances.random() < self.habits.lapses
        return is_one and self.match.log_length == chances.randrange(self.habits.turns or WHOLE_MATCH)

    def _finish(self) -> None:
        """End the match: a team gives up, two players may agree a draw, and else all but the winner resign."""
        if self.match.game.together:
            self._resign(self.seats)
            return
        best, *others = self.seats
        for other in others:
            lead = self.worth.get(best.player_id or 0, 0.0) - self.worth.get(other.player_id or 0, 0.0)
            winner = self.habits.winner(lead, self.random, draws=self.match.draws and len(others) == 1)
            if winner is None:
                self.agree_draw()
                return
            best = (best, other)[winner]
        self._resign([seat for seat in self.seats if seat != best])

    def _resign(self, seats: Iterable[Seat]) -> None:
        for seat in seats:
            if Match.objects.filter(pk=self.match.pk, status=Match.Status.RUNNING).exists():
                turns.resign(seat, SITE)
