"""A turn is taken back: the match is as if it had not been made, but for the two lines in its log."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from engine.record.record import Entry
from matches.gate import draws, takeback
from matches.gate.refused import MatchRefused
from matches.mails import tokens as link_tokens
from matches.models import Match, Seat
from matches.record import record
from matches.time_control.time_control import DAY, HOUR
from tests.matches.verify.test_random_matches import stored
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE, fresh, kinds, refusal, submit
from tests.support.toy_game import Toy

from .conftest import BEGIN, SECOND, check, refused, take_back

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


class TestTheMatch:
    def test_it_is_as_before_the_turn_but_for_the_lines_in_its_log_and_the_number_of_the_turn(
        self, match: Match, one: Seat, two: Seat
    ) -> None:
        assert (match.log.get(index=2).number, two.asked_turn) == (3, 4)
        line = take_back(one)
        match.refresh_from_db()
        assert match.state == match.log.get(index=1).state
        assert match.last_turn_at == BEGIN  # left alone since the turn before
        assert kinds(match) == ["play", "play", "play", "taken_back"]
        assert (line.seat, line.number, line.undoes) == (one, None, match.log.get(index=2))
        assert (fresh(one).asked_turn, fresh(two).asked_turn) == (5, None)
        check(match)

    def test_what_is_played_then_counts(self, match: Match, one: Seat, two: Seat) -> None:
        take_back(one)
        submit(one, "add 9")
        submit(two, "add 1")
        match.refresh_from_db()
        assert match.is_over
        assert record.entries(match) == [
            Entry("play", 0, "pick 1"),
            Entry("play", 1, "pick 2"),
            Entry("play", 0, "add 9"),
            Entry("play", 1, "add 1"),
        ]
        assert record.entries_in(record.lines_of([match.pk])[match.pk]) == record.entries(match)
        check(match)

    def test_the_very_same_turn_can_be_played_again(self, match: Match, one: Seat) -> None:
        take_back(one)
        assert submit(one, "add 4").index == 4
        assert [turn.number for turn in match.log.all()] == [1, 2, 3, None, 5]

    def test_without_a_turn_before_since_it_began(self, clock: Any, player: User, opponent: User) -> None:
        made = MatchFactory(game_slug="toy", players=[player, opponent])
        clock.shift(HOUR)
        seat = made.seats.get(index=0)
        submit(seat, "pick 1")
        take_back(seat)
        assert Match.objects.get(pk=made.pk).last_turn_at == BEGIN
        check(made)

    def test_a_draw_that_the_turn_let_go_by_is_offered_again(self, match: Match, one: Seat, two: Seat) -> None:
        take_back(one)
        draws.offer_draw(two, SITE)
        submit(one, "add 5")
        assert Match.objects.get(pk=match.pk).draw_offered_by is None
        take_back(one)
        assert Match.objects.get(pk=match.pk).draw_offered_by == two
        draws.accept_draw(one, SITE)
        check(match)

    def test_a_draw_that_was_declined_before_is_not(self, match: Match, one: Seat, two: Seat) -> None:
        take_back(one)
        draws.offer_draw(two, SITE)
        draws.decline_draw(one, SITE)
        submit(one, "add 5")
        take_back(one)
        assert Match.objects.get(pk=match.pk).draw_offered_by is None

    def test_an_offer_made_with_the_turn_stands_and_can_be_made_once(self, match: Match, one: Seat) -> None:
        offer = draws.offer_draw(one, SITE)
        take_back(one)
        assert Match.objects.get(pk=match.pk).draw_offered_by == one
        assert draws.offer_draw(one, SITE) == offer


class TestTwice:
    def test_asking_twice_answers_the_same(self, match: Match, one: Seat) -> None:
        assert take_back(one) == take_back(one)
        assert kinds(match).count("taken_back") == 1

    def test_also_by_the_number_when_another_was_played_since(self, match: Match, one: Seat) -> None:
        line = take_back(one, number=3)
        submit(one, "add 5")
        assert take_back(one, number=3) == line
        assert match.log.count() == 5

    def test_the_turn_itself_sent_again_is_not_played(self, one: Seat) -> None:
        take_back(one)
        found = refusal(one, 3, "add 4")
        assert (found.code, found.message) == (
            "stale",
            "You took this turn back. Check the match again before you play.",
        )

    def test_an_answer_to_it_is_not_played(self, one: Seat, two: Seat) -> None:
        take_back(one)
        found = refusal(two, 4, "add 1")
        assert (found.code, found.message) == (
            "not_asked",
            "The previous turn was taken back, so it isn’t your turn now.",
        )

    def test_only_so_often_within_a_day(self, clock: Any, one: Seat) -> None:
        for _ in range(takeback.TIMES_A_DAY):
            take_back(one)
            submit(one, "add 4")
        assert (
            refused(one).message == "You’ve taken back 3 turns of this match in the last 24 hours, so this one stands."
        )
        clock.shift(DAY + SECOND)
        assert refused(one).code == "late"


class TestWhatIsHidden:
    def test_a_secret_pick_may_be_changed_while_others_think(self, toy_match: Match, first: Seat, second: Seat) -> None:
        submit(first, "pick 4")
        take_back(first)
        assert (fresh(first).asked_turn, fresh(second).asked_turn) == (3, 2)
        submit(first, "pick 5")
        submit(second, "pick 6")
        assert fresh(first).asked_turn == 4
        check(toy_match)

    def test_the_one_that_shows_them_all_stands(self, first: Seat, second: Seat) -> None:
        submit(first, "pick 4")
        submit(second, "pick 5")
        assert refused(second).message == ("This turn revealed something hidden, so you can’t take it back.")

    def test_so_it_is_with_armies(self, player: User, opponent: User) -> None:
        made = MatchFactory(players=[player, opponent], options={"special": "on"})
        one, two = made.seats.all()
        submit(one, "I4T4B2")
        take_back(one)
        submit(one, "I4T3B3")
        submit(two, "I4T4B2")
        assert refused(two).code == "illegal"
        check(made)


def test_links_die_with_their_numbers(one: Seat, two: Seat) -> None:
    tokens = [link_tokens.mint_turn(one, 3), link_tokens.mint_turn(two, 4)]
    take_back(one)
    found = [link_tokens.find(token) for token in tokens]
    assert all(link and link.seat and link.seat.asked_turn != link.number for link in found)


@pytest.mark.either
@settings(deadline=None, max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(players=st.integers(2, 4), picks=st.sampled_from("12"), rng=st.randoms(use_true_random=False))
def test_with_turns_taken_back_in_between_it_is_the_match_without_them(
    toy: Toy, players: int, picks: str, rng: random.Random
) -> None:
    users = [UserFactory() for _ in range(players)]
    made = MatchFactory(game_slug="toy", players=users, options={"picks": picks})
    standing: list[tuple[int, str]] = []
    for _ in range(rng.randint(1, 20)):
        asked = list(Seat.objects.filter(match=made, asked_turn__isnull=False))
        if not asked:
            break
        seat = rng.choice(asked)
        text = toy.sample(Match.objects.get(pk=made.pk).loaded_state, seat.index, rng)
        submit(seat, text)
        standing.append((seat.index, text))
        if rng.random() < 0.4:
            with contextlib.suppress(MatchRefused):
                take_back(seat)
                standing.pop()
    plain = MatchFactory(game_slug="toy", players=users, options={"picks": picks}, seed=made.seed)
    for index, text in standing:
        submit(plain.seats.get(index=index), text)
    assert stored(made) == stored(plain)
    check(made)


@pytest.mark.either
@settings(deadline=None, max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(special=st.sampled_from(["", "on"]), rng=st.randoms(use_true_random=False))
def test_so_it_is_in_fortify(special: str, rng: random.Random) -> None:
    users = [UserFactory(), UserFactory()]
    options = {"map": "4x5", "special": special, "format": "points-2"}
    made = MatchFactory(players=users, options=options)
    taken = 0
    for _ in range(40):
        asked = list(Seat.objects.filter(match=made, asked_turn__isnull=False))
        if not asked:
            break
        seat = rng.choice(asked)
        made.refresh_from_db()
        submit(seat, made.game.sample(made.loaded_state, seat.index, rng))
        if rng.random() < 0.2:
            with contextlib.suppress(MatchRefused):  # for an army, the fourth time, and at the end
                take_back(seat)
                taken += 1
    assert kinds(made).count("taken_back") == taken
    check(made)
