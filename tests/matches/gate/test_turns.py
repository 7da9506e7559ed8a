"""Turns that are played."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from matches.gate import turns
from matches.hooks import match_finished
from matches.models import LogEntry, Match, Seat
from matches.time_control import time_control
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import Mails, finish, fresh, play_picks, submit, travel
from tests.support.toy_game import Toy

# -- beginning -----------------------------------------------------------------------------------------------------


def test_all_seats_that_are_to_act_are_asked_with_numbers_of_their_own(toy_match: Match) -> None:
    seats = list(toy_match.seats.all())
    assert [seat.asked_turn for seat in seats] == [1, 2]
    assert all(seat.deadline == toy_match.started_at + timedelta(days=3) for seat in seats)


def test_it_refuses_more_players_than_the_game_takes(toy: Toy, db: None) -> None:
    with pytest.raises(ValueError, match="cannot be played by"):
        MatchFactory(game_slug="toy", players=[UserFactory() for _ in range(6)])


def test_it_refuses_one_player_on_two_seats(toy: Toy, player: User) -> None:
    with pytest.raises(ValueError, match="cannot be played by"):
        MatchFactory(game_slug="toy", players=[player, player])


def test_every_match_has_a_seed_of_its_own(toy: Toy, player: User, opponent: User) -> None:
    one, two = (MatchFactory(game_slug="toy", players=[player, opponent], seed=None) for _ in range(2))
    assert one.seed != two.seed
    assert one.seed_digest != two.seed_digest


# -- playing -------------------------------------------------------------------------------------------------------


def test_a_turn_is_logged_with_all_that_was_said(first: Seat, second: Seat) -> None:
    before = (second.asked_turn, second.asked_at, second.deadline)
    with travel(days=1):
        turn = turns.submit_turn(first, 1, "PICK 4", LogEntry.Via.LINK, "  good\nluck ")
    turn.refresh_from_db()
    assert (turn.index, turn.number, turn.seat, turn.kind, turn.via) == (0, 1, first, "play", "link")
    assert (turn.text, turn.words, turn.public_words, turn.secret) == (
        "pick 4",
        "Picks 4",
        "Has picked",
        True,
    )
    assert turn.message == "good luck"
    assert turn.state == Match.objects.get(pk=first.match_id).state
    assert [(seat.asked_turn, seat.asked_at, seat.deadline) for seat in (fresh(first), fresh(second))] == [
        (None, None, None),
        before,
    ]


def test_the_next_seat_is_asked_with_a_new_number_and_a_full_clock(toy_match: Match, first: Seat) -> None:
    play_picks(toy_match)
    with travel(days=2):
        submit(first, "add 2")
        next_seat = toy_match.seats.get(index=1)
        assert (next_seat.asked_turn, next_seat.asked_at) == (4, timezone.now())
        assert next_seat.deadline == timezone.now() + timedelta(days=3)


def test_a_seat_may_be_asked_again_at_once(toy: Toy, player: User, opponent: User) -> None:
    match = MatchFactory(game_slug="toy", options={"picks": "2"}, players=[player, opponent])
    seat = match.seats.get(index=0)
    submit(seat, "pick 4")
    submit(seat, "pick 5")
    assert [turn.number for turn in match.log.all()] == [1, 3]


def test_what_was_not_spent_is_kept(toy: Toy, player: User, opponent: User) -> None:
    control = time_control.TimeControl(timedelta(days=10), timedelta(days=1), timedelta(days=12))
    with travel(days=0):
        match = MatchFactory(game_slug="toy", players=[player, opponent], control=control)
        with travel(days=4):
            submit(match.seats.get(index=0), "pick 4")
    assert match.seats.get(index=0).bank == timedelta(days=7)


def test_the_players_asked_are_written_to(toy_match: Match, first: Seat, mails: Mails) -> None:
    submit(first, "pick 1")
    assert mails() == [("pick_made", "Ben")]
    submit(toy_match.seats.get(index=1), "pick 2")
    assert mails() == [("your_turn", "Ada")]
    mail = OutboxMail.objects.latest("pk")
    assert mail.context == {"seat": first.pk, "number": 3}
    assert mail.match == toy_match


def test_a_match_goes_on_when_a_player_has_left_the_site(toy_match: Match, first: Seat, mails: Mails) -> None:
    play_picks(toy_match)
    mails()
    Seat.objects.filter(index=1).update(player=None)
    submit(first, "add 9")
    assert mails() == []
    submit(toy_match.seats.get(index=1), "add 1")
    assert mails() == [("match_over", "Ada")]


# -- ending --------------------------------------------------------------------------------------------------------


def test_a_finished_match_has_its_result(toy_match: Match, mails: Mails) -> None:
    with travel(days=1):
        finish(toy_match)
        toy_match.refresh_from_db()
        assert toy_match.is_over
        assert toy_match.finished_at == timezone.now()
    # Seed 5e5e… gives each seat a bonus of 0x5e % 4 = 2; the picks are 1 and 2.
    assert [(str(seat.share), seat.score) for seat in toy_match.seats.all()] == [("1.0000", 12), ("0.0000", 5)]
    assert (toy_match.how_it_ended, toy_match.result_words) == ("points", "Won by 0.")
    assert list(toy_match.seats.values_list("asked_turn", "asked_at", "deadline")) == [(None, None, None)] * 2
    assert {seat.finished_at for seat in toy_match.seats.all()} == {toy_match.finished_at}
    assert mails()[-2:] == [("match_over", "Ada"), ("match_over", "Ben")]


def test_shared_wins_are_stored_as_fractions(db: None, toy: Toy) -> None:
    match = MatchFactory(game_slug="toy", players=[UserFactory() for _ in range(3)])
    for text in ("pick 1", "add 1"):
        for seat in match.seats.all():
            submit(seat, text)
    assert [str(seat.share) for seat in match.seats.all()] == ["0.3333", "0.3333", "0.3333"]


def test_it_tells_the_rest_of_the_site_once_committed(
    toy_match: Match, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[Match] = []

    def receiver(match: Match, **_: Any) -> None:
        told.append(match)

    match_finished.connect(receiver)
    with django_capture_on_commit_callbacks(execute=True):
        finish(toy_match)
        assert told == []
    assert told == [toy_match]


def test_a_receiver_that_fails_does_not_undo_the_match(
    toy_match: Match, django_capture_on_commit_callbacks: Any, caplog: pytest.LogCaptureFixture
) -> None:
    def receiver(**_: Any) -> None:
        raise RuntimeError("no standings today")

    match_finished.connect(receiver)
    with django_capture_on_commit_callbacks(execute=True):
        finish(toy_match)
    toy_match.refresh_from_db()
    assert toy_match.is_over
    assert "no standings today" in caplog.text
