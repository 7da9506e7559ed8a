"""Lines that players write to each other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from fortify_site.profiles.delete_account import delete_account
from fortify_site.profiles.export_data import export_account
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.gate import chat, clock_acts, draws, rulings, takeback, turns
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Seat
from matches.playing import abandoned
from matches.time_control.time_control import DAY
from matches.verify.replay import differences
from tests.support.factories import MatchFactory
from tests.support.matches import SITE, finish, fresh, kinds, later, submit
from tests.support.toy_game import Toy


def say(seat: Seat, text: str) -> LogEntry:
    return chat.write_message(seat, text, SITE)


def refused(seat: Seat, text: str) -> MatchRefused:
    with pytest.raises(MatchRefused) as caught:
        say(seat, text)
    return caught.value


def stored(match: Match) -> dict[str, Any]:
    """All of the match and its seats but the length of the log."""
    row = Match.objects.filter(pk=match.pk).values().get()
    seats = list(Seat.objects.filter(match=match).order_by("pk").values())
    return {"match": {key: value for key, value in row.items() if key != "log_length"}, "seats": seats}


def test_it_stands_in_the_log_and_changes_nothing(toy_match: Match, first: Seat) -> None:
    submit(first, "pick 1")
    before = stored(toy_match)
    line = say(first, "  Good\nluck!\u202e ")
    assert (line.kind, line.seat, line.number, line.message) == ("said", first, None, "Good luck!")
    assert stored(toy_match) == before
    assert kinds(toy_match) == ["play", "said"]
    assert differences(Match.objects.get(pk=toy_match.pk)) == []


@pytest.mark.parametrize("text", ["", "  \n ", "\u202e", "x" * 501])
def test_neither_nothing_nor_more_than_there_is_room_for(text: str, first: Seat) -> None:
    found = refused(first, text)
    words = "501 characters" if text.startswith("x") else "Your message is empty. Write something first."
    assert (found.code, words in found.message) == ("unreadable", True)
    assert say(first, "x" * 500).kind == "said"


def test_twenty_within_a_day(toy_match: Match, first: Seat, second: Seat) -> None:
    with later(toy_match, hours=1):
        for number in range(chat.LINES_A_DAY):
            say(first, f"line {number}")
        assert refused(first, "one more").message == (
            "You’ve written 20 messages in this match in the last 24 hours. Try again tomorrow."
        )
        assert say(second, "but the other may").kind == "said"
    with later(toy_match, hours=25, seconds=1):
        assert say(first, "tomorrow").kind == "said"


def test_a_double_click_says_it_once(toy_match: Match, first: Seat) -> None:
    assert say(first, "Hello") == say(first, " Hello ")
    say(first, "Are you there?")
    assert say(first, "Hello").index == 2


def test_for_a_week_after_the_match(toy_match: Match, first: Seat) -> None:
    finish(toy_match)
    ended = Match.objects.get(pk=toy_match.pk).finished_at
    assert ended is not None
    with time_machine.travel(ended + 7 * DAY - timedelta(seconds=1), tick=False):
        assert say(first, "Thank you!").kind == "said"
    with time_machine.travel(ended + 7 * DAY + timedelta(seconds=1), tick=False):
        found = refused(first, "Still there?")
    assert (found.code, found.message) == (
        "over",
        "This match ended over a week ago, so you can’t write in it.",
    )
    assert differences(Match.objects.get(pk=toy_match.pk)) == []


def test_there_must_be_somebody_to_write_to(toy: Toy, player: User) -> None:
    alone = MatchFactory(game_slug="toy", players=[player])
    assert refused(alone.seats.get(), "Hello?").message == "There’s nobody else in this match to write to."


class TestWhatItDoesNotDisturb:
    @pytest.mark.parametrize(
        "act",
        [
            lambda first, second: clock_acts.give_time(first, second, DAY, 0, SITE),
            lambda first, _: turns.resign(first, SITE),
            lambda first, _: rulings.annul(first.match, "a mistake"),
            lambda first, _: turns.submit_turn(first, 1, "pick 4", SITE),
        ],
        ids=["giving time at the length that was seen", "resigning", "annulling", "a turn"],
    )
    def test_doing_something_twice(self, first: Seat, second: Seat, act: Callable[[Seat, Seat], LogEntry]) -> None:
        say(second, "I am ill.")
        line = act(first, second)
        say(second, "Thank you!")
        assert act(first, second) == line

    def test_a_draw_that_is_offered(self, first: Seat, second: Seat) -> None:
        offer = draws.offer_draw(first, SITE)
        say(first, "Please!")
        assert draws.offer_draw(first, SITE) == offer
        say(second, "Gladly.")
        agreed = draws.accept_draw(second, SITE)
        say(first, "Thank you!")
        assert draws.accept_draw(second, SITE) == agreed

    @pytest.mark.usefixtures("host")
    def test_the_search_for_matches_that_are_left_alone(self, toy_match: Match, first: Seat) -> None:
        toy_match.seats.update(deadline=None, stopped=Seat.Stopped.ORGANISER)
        with later(toy_match, days=59):
            say(first, "Is anybody there?")
        assert abandoned.report(toy_match.started_at + 61 * DAY) == 1

    def test_taking_back_the_turn_before_it_and_asking_for_that_twice(self, first: Seat, second: Seat) -> None:
        submit(first, "pick 4")
        say(first, "Oh dear!")
        line = takeback.take_back(first, SITE)
        assert line.kind == "taken_back"
        say(second, "What was it?")
        assert takeback.take_back(first, SITE) == line


class TestPersonalData:
    def test_the_export_has_the_lines(self, first: Seat, second: Seat) -> None:
        say(first, "Hello")
        say(second, "Hello yourself")
        assert first.player is not None
        (match,) = export_account(first.player)["matches"]
        assert [(line["mine"], line["message"]) for line in match["log"]] == [
            (True, "Hello"),
            (False, "Hello yourself"),
        ]

    def test_of_a_turn_that_was_taken_back_it_says_so(self, first: Seat) -> None:
        submit(first, "pick 4")
        takeback.take_back(first, SITE)
        assert first.player is not None
        (match,) = export_account(first.player)["matches"]
        assert [(line["kind"], line.get("taken_back")) for line in match["log"]] == [
            ("play", True),
            ("taken_back", None),
        ]

    def test_deleting_the_account_empties_them(self, toy_match: Match, first: Seat, second: Seat) -> None:
        say(first, "My number is 12345")
        assert first.player is not None
        delete_account(first.player)
        line = toy_match.log.select_related("seat__player").get(kind="said")
        assert (line.message, line.seat and line.seat.name) == ("", "former player")
        assert fresh(second).finished_at is not None
        assert compose(OutboxMail.objects.get(kind="said")) is None
