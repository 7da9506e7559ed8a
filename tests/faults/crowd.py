"""People at play: each match has its own thread, and its two players send turns one after the other."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass
from http.client import HTTPException

from django.db import Error, connection

from accounts.models import User
from matches.models import LogEntry, Seat
from tests.support.factories import MatchFactory, UserFactory
from tests.support.patience import PATIENCE

from .site import until
from .tally import Tally
from .visitor import Visitor

SENT = 303
PAUSE = 0.05
THOUGHT = 0.2  # seconds before each turn, since the machine has other work, too


@dataclass(frozen=True)
class Sent:
    """A turn that the site has confirmed, and the seconds that took, retries included."""

    seat: int
    number: int
    text: str
    seconds: float


class Crowd:
    """Players who repeat a turn unchanged if they get no answer, or hear that the site is out of order.

    ``odd`` are answers that no player should see, ``errors`` how often the site said that it was out of order.
    """

    def __init__(self, address: str, tables: int, *, seed: int = 7) -> None:
        self.address = address
        self.sent: list[Sent] = []
        self.odd: list[str] = []
        self.errors = 0
        self.unanswered = 0
        self._stopping = threading.Event()
        self._seeds = random.Random(seed)
        pairs = [[UserFactory(), UserFactory()] for _ in range(tables)]
        self._threads = [threading.Thread(target=self._sit, args=(pair, self._seeds.random())) for pair in pairs]

    def __enter__(self) -> Crowd:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        for thread in self._threads:
            thread.join(PATIENCE)
        assert not any(thread.is_alive() for thread in self._threads), "somebody still waits for an answer"

    def _sit(self, players: list[User], seed: float) -> None:
        luck = random.Random(seed)
        visitors = {player.pk: Visitor(self.address, player) for player in players}
        try:
            while not self._stopping.wait(THOUGHT):
                self._play_one(players, visitors, luck)
        finally:
            connection.close()

    def _play_one(self, players: list[User], visitors: dict[int, Visitor], luck: random.Random) -> None:
        try:
            seat = self._asked(players)
            text = seat.match.game.sample(seat.match.loaded_state, seat.index, luck)
        except Error:  # the database is being restarted, and these threads use it, too
            connection.close()
            time.sleep(PAUSE)
            return
        assert seat.asked_turn is not None
        assert seat.player_id is not None
        self._send(visitors[seat.player_id], seat, seat.asked_turn, text)

    def _asked(self, players: list[User]) -> Seat:
        """Return the seat whose turn it is. Start a new match if the old one is over."""
        asked = Seat.objects.filter(player__in=players, asked_turn__isnull=False).select_related("match").first()
        if asked is None:
            MatchFactory(players=players)
            return self._asked(players)
        return asked

    def _send(self, visitor: Visitor, seat: Seat, number: int, text: str) -> None:
        start = time.monotonic()
        while True:
            try:
                answer = visitor.play(seat, number, text)
            except (OSError, HTTPException):
                self.unanswered += 1
            else:
                if answer.status == SENT:
                    self.sent.append(Sent(seat.pk, number, text, time.monotonic() - start))
                    return
                if answer.status < 500:
                    self.odd.append(f"{seat}, turn {number}, {text!r}: {answer.status} {answer.body}")
                    return
                self.errors += 1
            if time.monotonic() - start > visitor.patience:
                self.odd.append(f"{seat}, turn {number}, {text!r}: no answer at all")
                return
            time.sleep(PAUSE)

    def wait_for(self, turns: int) -> None:
        until(lambda: len(self.sent) >= turns)

    def account(self, tally: Tally) -> None:
        """Check that every confirmed turn is in the log, once and as it was sent."""
        for sent in self.sent:
            found = LogEntry.objects.filter(seat=sent.seat, number=sent.number, text=sent.text).count()
            tally.lost += found == 0
            tally.doubled += max(0, found - 1)
        assert not self.odd, "\n".join(self.odd[:3])
        assert LogEntry.objects.filter(kind=LogEntry.Kind.PLAY).count() >= len(self.sent)

    def note_delays(self, tally: Tally) -> None:
        for sent in self.sent:
            tally.delay(sent.seconds)
        tally.delay_of = "turn"
