"""Turns that are not played, and why."""

from __future__ import annotations

import pytest

from matches.gate import turns
from matches.models import LogEntry, Match, Seat
from tests.support.matches import SITE, Mails, finish, play_picks, refusal, submit


def test_it_refuses_a_stale_turn_and_says_what_was_played(first: Seat) -> None:
    submit(first, "pick 4")
    refused = refusal(first, 1, "pick 5")
    assert (refused.code, refused.status) == ("stale", 409)
    assert refused.message == "This turn has already been played: Picks 4"


def test_the_same_turn_again_is_answered_with_the_first(first: Seat) -> None:
    turn = submit(first, "pick 4")
    assert turns.submit_turn(first, 1, " Pick 4", SITE) == turn
    assert LogEntry.objects.count() == 1


def test_the_last_turn_again_is_answered_with_the_first(toy_match: Match, second: Seat) -> None:
    finish(toy_match)
    last = toy_match.log.get(index=3)
    assert last.number is not None
    assert turns.submit_turn(second, last.number, "add 1", SITE) == last


def test_it_refuses_the_turn_of_another_seat_and_does_not_tell_what_that_picked(
    toy_match: Match, first: Seat, second: Seat
) -> None:
    refused = refusal(second, 1, "pick 4")
    assert (refused.code, refused.message[:9]) == ("stale", "The match")
    submit(first, "pick 4")
    refused = refusal(second, 1, "pick 5")
    assert refused.code == "not_asked"
    assert "4" not in refused.message


def test_it_refuses_a_seat_that_is_not_asked(first: Seat) -> None:
    submit(first, "pick 4")
    refused = refusal(first, 99, "pick 5")
    assert (refused.code, refused.status, refused.message) == ("not_asked", 409, "It isn’t your turn now.")


def test_it_refuses_a_number_from_before(toy_match: Match, first: Seat) -> None:
    play_picks(toy_match)
    refused = refusal(first, 2, "add 5")
    assert refused.code == "not_asked"
    assert refusal(first, 77, "add 5").code == "stale"


def test_it_refuses_a_turn_after_the_end(toy_match: Match, first: Seat) -> None:
    finish(toy_match)
    refused = refusal(first, 99, "add 1")
    assert (refused.code, refused.status) == ("over", 409)
    assert refused.message == "This match is over: Won by 0."


@pytest.mark.parametrize(
    ("text", "message", "code", "words"),
    [
        ("hello", "", "unreadable", "hello"),
        ("x" * 5000, "", "unreadable", ""),
        ("add 5", "", "illegal", "First every seat picks."),
        ("pick 4", "a" * 501, "unreadable", "Your message has 501 characters; the limit is 500."),
    ],
)
def test_it_refuses_what_cannot_be_played(first: Seat, text: str, message: str, code: str, words: str) -> None:
    refused = refusal(first, 1, text, message)
    assert (refused.code, refused.status) == (code, 422)
    assert words in refused.message


def test_it_refuses_a_match_that_is_gone(toy_match: Match, first: Seat) -> None:
    Match.objects.all().delete()
    assert refusal(first, 1, "pick 4").code == "over"


@pytest.mark.parametrize("text", ["hello", "add 5", "pick 4"])
def test_what_is_refused_leaves_nothing_behind(first: Seat, mails: Mails, text: str) -> None:
    before = Match.objects.values().get(pk=first.match_id), list(Seat.objects.values())
    refusal(first, 1, text, "a" * 501)
    assert (Match.objects.values().get(pk=first.match_id), list(Seat.objects.values())) == before
    assert LogEntry.objects.count() == 0
    assert mails() == []


def test_a_message_loses_what_could_spoil_the_page(first: Seat) -> None:
    turn = submit(first, "pick 4", message="a\x00b\u202ec\ud800 — naïve 👍🏽")
    assert turn.message == "abc — naïve 👍🏽"
