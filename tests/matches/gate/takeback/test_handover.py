"""Another player takes a seat over in a running match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from matches.clocks import pauses
from matches.gate import chat, clock_acts, draws, handover, takeback, turns
from matches.gate.refused import MatchRefused
from matches.mails import tokens
from matches.match_view.log_page import LogPage
from matches.match_view.open import open_match_view
from matches.match_view.view import MatchView
from matches.models import Handover, LogEntry, Match, Seat
from matches.record.line_authors import handovers_of, holder_then
from matches.time_control.time_control import DAY, HOUR, TimeControl
from matches.verify.replay import differences
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE, Mails, fresh, kinds, last, submit, told

from .conftest import BEGIN


@pytest.fixture
def nora() -> User:
    made: User = UserFactory(display_name="Nora")
    return made


def check(match: Match) -> None:
    assert differences(Match.objects.get(pk=match.pk)) == []


class TestHandingOver:
    """The first has played 4, and the second is asked since a day after the beginning, with all of the ten days but
    what the pick took."""

    def test_who_comes_is_asked_anew_with_the_time_that_was_left(
        self, match: Match, two: Seat, nora: User, clock: Any, mails: Mails
    ) -> None:
        left = two.bank
        clock.shift(3 * DAY)
        line = handover.hand_over(two, nora)
        seat = fresh(two)
        assert (seat.player, seat.bank, seat.since) == (nora, left - 3 * DAY, line.index)
        assert seat.deadline == BEGIN + DAY + left
        assert seat.asked_turn == (two.asked_turn or 0) + 1
        assert mails() == [("your_turn", "Nora"), ("handed_over", "Ada")]
        assert (line.kind, line.amount) == ("handed_over", None)
        check(match)
        submit(seat, "add 1")
        check(match)

    def test_the_former_players_turn_comes_too_late(self, match: Match, two: Seat, nora: User) -> None:
        number, stale = two.asked_turn or 0, fresh(two)
        token = tokens.mint_turn(two, number)
        handover.hand_over(two, nora)
        acts: list[Callable[[], LogEntry]] = [
            partial(turns.submit_turn, stale, number, "add 1", SITE),
            partial(turns.resign, stale, SITE),
            partial(draws.offer_draw, stale, SITE),
            partial(chat.write_message, stale, "Wait!", SITE),
        ]
        for act in acts:
            with pytest.raises(MatchRefused) as caught:
                act()
            assert caught.value.code == "stale"
        link = tokens.find(token)
        assert link is not None
        assert link.seat is not None
        assert link.seat.player_id != link.user_id
        assert kinds(match)[-1] == "handed_over"

    def test_nobody_comes_to_less_than_a_day(self, match: Match, two: Seat, nora: User, clock: Any) -> None:
        told(match)
        deadline = fresh(two).deadline
        assert deadline is not None
        clock.move_to(deadline - HOUR)
        line = handover.hand_over(two, nora)
        assert line.amount == 23 * HOUR
        assert fresh(two).bank == DAY
        check(match)

    def test_a_clock_that_was_stopped_runs_again(self, match: Match, two: Seat, nora: User, clock: Any) -> None:
        clock_acts.stop_clock(two, "A place is free.", match.log_length + 3)
        stood_at = fresh(two).bank
        clock.shift(5 * DAY)
        handover.hand_over(two, nora)
        seat = fresh(two)
        assert (seat.stopped, seat.bank, seat.running_since) == ("", stood_at, BEGIN + 6 * DAY)
        check(match)

    def test_a_seat_that_is_not_asked_waits_for_its_turn_and_who_left_offers_no_draw_any_more(
        self, match: Match, one: Seat, nora: User, mails: Mails
    ) -> None:
        draws.offer_draw(one, SITE)
        mails()
        handover.hand_over(one, nora)
        assert fresh(one).asked_turn is None
        assert mails() == [("handed_over", "Ben")]
        assert Match.objects.get(pk=match.pk).draw_offered_by is None
        check(match)

    def test_what_was_offered_to_who_left_is_for_who_comes(
        self, match: Match, one: Seat, two: Seat, nora: User
    ) -> None:
        draws.offer_draw(one, SITE)
        handover.hand_over(two, nora)
        draws.accept_draw(fresh(two), SITE)
        assert Match.objects.get(pk=match.pk).how_it_ended == "agreement"
        check(match)

    def test_no_turn_from_before_is_taken_back(self, one: Seat, two: Seat, nora: User) -> None:
        handover.hand_over(two, nora)
        with pytest.raises(MatchRefused):
            takeback.take_back(one, SITE)
        handover.hand_over(one, UserFactory())
        with pytest.raises(MatchRefused):
            takeback.take_back(fresh(one), SITE)

    def test_asked_twice_it_is_done_once(self, match: Match, two: Seat, nora: User) -> None:
        handover.hand_over(two, nora)
        assert handover.hand_over(fresh(two), nora) == last(match)
        assert Handover.objects.count() == 1

    def test_nobody_plays_against_themselves(self, one: Seat, two: Seat) -> None:
        assert one.player is not None
        with pytest.raises(MatchRefused, match="already plays in this match"):
            handover.hand_over(two, one.player)

    def test_a_match_that_is_over_is_not_handed_over(self, two: Seat, nora: User) -> None:
        turns.resign(two, SITE)
        with pytest.raises(MatchRefused) as caught:
            handover.hand_over(fresh(two), nora)
        assert caught.value.code == "over"

    def test_each_line_has_the_name_of_who_had_the_seat_then(self, one: Seat, nora: User) -> None:
        line = handover.hand_over(one, nora)
        second = handover.hand_over(fresh(one), UserFactory(display_name="Olaf"))
        seat = fresh(one)
        handovers = handovers_of([seat])
        assert [holder_then(seat, index, handovers) for index in (0, line.index, second.index)] == [
            "Ada",
            "Nora",
            "Olaf",
        ]

    def test_what_was_said_before_is_not_for_who_comes(
        self, match: Match, one: Seat, two: Seat, nora: User, rf: Any
    ) -> None:
        """The first had written a line beside its turn, and another without a turn."""
        chat.write_message(one, "Between us.", SITE)
        handover.hand_over(two, nora)
        chat.write_message(fresh(one), "Welcome!", SITE)

        def messages(match_view: MatchView) -> list[str]:
            return [line.message for line in LogPage(match_view, rf.get("/")).lines if line.message]

        said = messages(open_match_view(match.pk, nora))
        assert said == ["Welcome!"]
        assert one.player is not None
        said = messages(open_match_view(match.pk, one.player))
        assert said == ["Have a look!", "Between us.", "Welcome!"]

    def test_who_left_only_watches(self, match: Match, two: Seat, nora: User) -> None:
        ben = two.player
        assert ben is not None
        handover.hand_over(two, nora)
        assert open_match_view(match.pk, ben).seat is None

    def test_pauses_are_those_of_who_comes(self, db: None, toy: Any, clock: Any, nora: User) -> None:  # noqa: ARG002
        control = TimeControl(5 * DAY, DAY, 10 * DAY, weekends=True)
        nora.time_zone = "Pacific/Auckland"
        nora.save()
        match = MatchFactory(game_slug="toy", players=[UserFactory(), UserFactory()], control=control)
        seat = match.seats.get(index=0)
        clock.shift(DAY)
        handover.hand_over(seat, nora)
        assert fresh(seat).pauses == pauses.pauses_for(nora, match).dump()
        assert fresh(seat).pauses["zone"] == "Pacific/Auckland"
        check(match)
