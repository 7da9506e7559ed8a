"""A turn is taken back at the moment in which something else happens."""

from __future__ import annotations

import threading
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from mail.models import OutboxMail
from matches import sweep
from matches.gate import chat, lock, takeback, turns
from matches.gate.locked_match import LockedMatch
from matches.gate.refused import MatchRefused
from matches.models import Match, Seat
from matches.time_control.time_control import GRACE
from matches.verify.replay import differences
from tests.matches.gate.test_races import ROUNDS, check_is_sound, start
from tests.support.concurrently import at_once
from tests.support.matches import SITE, kinds, play_picks, submit, told
from tests.support.patience import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]


def played() -> tuple[Match, Seat, Seat]:
    """The first has added 4 and the second, who was told so, is asked."""
    match = start()
    play_picks(match)
    submit(match.seats.get(index=0), "add 4")
    one, two = told(match).seats.all()
    return match, one, two


def check(match: Match) -> None:
    check_is_sound(match)
    assert differences(Match.objects.get(pk=match.pk)) == []


def look(seat: Seat, length: int) -> None:
    Seat.objects.filter(pk=seat.pk, seen_length__lt=length).update(seen_length=length)


def test_a_double_click_takes_it_back_once_and_answers_alike(db: None) -> None:
    for _ in range(ROUNDS):
        match, one, _two = played()
        results = at_once(*[partial(takeback.take_back, one, SITE)] * 4)
        assert len({line.pk for line in results}) == 1
        assert kinds(match) == ["play", "play", "play", "taken_back"]
        check(match)


def test_either_it_is_taken_back_or_answered(db: None) -> None:
    for _ in range(ROUNDS):
        match, one, two = played()
        back, answer = at_once(
            partial(takeback.take_back, one, SITE), partial(turns.submit_turn, two, 4, "add 1", SITE)
        )
        assert isinstance(back, MatchRefused) != isinstance(answer, MatchRefused)
        assert kinds(match)[3:] == ["play" if isinstance(back, MatchRefused) else "taken_back"]
        check(match)


def test_either_it_is_taken_back_or_the_opponent_is_out_of_time(db: None) -> None:
    for _ in range(ROUNDS):
        match, one, two = played()
        due = timezone.now() - GRACE - timedelta(milliseconds=1)
        Seat.objects.filter(pk=two.pk).update(deadline=due)
        back, _ = at_once(partial(takeback.take_back, one, SITE), partial(sweep.sweep_deadlines))
        assert kinds(match)[3:] == ["time" if isinstance(back, MatchRefused) else "taken_back"]
        check_is_sound(match)
        assert OutboxMail.objects.filter(match=match, kind="match_over").count() == 2 * isinstance(back, MatchRefused)


def test_either_it_is_taken_back_or_seen(db: None) -> None:
    for _ in range(ROUNDS):
        match, one, two = played()
        back, _ = at_once(partial(takeback.take_back, one, SITE), partial(look, two, 3))
        if isinstance(back, MatchRefused):
            assert "has already seen your turn" in back.message
        assert kinds(match)[3:] == ([] if isinstance(back, MatchRefused) else ["taken_back"])
        check(match)


def test_the_same_turn_sent_again_meanwhile_is_not_played_again(db: None) -> None:
    for _ in range(ROUNDS):
        match, one, _two = played()
        at_once(partial(takeback.take_back, one, SITE), *[partial(turns.submit_turn, one, 3, "add 4", SITE)] * 2)
        assert kinds(match) == ["play", "play", "play", "taken_back"]
        check(match)


def test_lines_that_are_written_at_once_are_both_said(db: None) -> None:
    for _ in range(ROUNDS):
        match, one, two = played()
        at_once(partial(chat.write_message, one, "Hello", SITE), partial(chat.write_message, two, "Hello", SITE))
        assert kinds(match)[3:] == ["said", "said"]
        check(match)


@pytest.mark.postgres
def test_who_looks_while_it_is_decided_is_noted_after_it(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    _match, one, two = played()
    real: Any = lock.save
    noted = threading.Event()

    def look_meanwhile() -> None:
        look(two, 3)
        noted.set()
        connection.close()

    looking = threading.Thread(target=look_meanwhile)

    def save(locked_match: LockedMatch) -> None:
        looking.start()
        assert not noted.wait(0.3)
        real(locked_match)

    monkeypatch.setattr(lock, "save", save)
    assert takeback.take_back(one, SITE).kind == "taken_back"
    looking.join(PATIENCE)
    assert noted.is_set()
