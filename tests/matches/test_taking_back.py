"""A turn is taken back: the match is as if it had not been made, but for the two lines in its log."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.fortify.game import Fortify
from engine.game import Entry
from fortify_site.accounts.models import User
from matches import clocks, leave, outages, play, queries, sweep, taking_back
from matches.clocks import DAY, HOUR, TimeControl
from matches.mail import links
from matches.models import Leave, Match, Outage, Seat, Turn
from matches.refusal import Refused
from matches.verify import differences
from tests.factories import MatchFactory, UserFactory
from tests.matches.conftest import fresh, kinds, refusal, submit, told
from tests.matches.test_replay import replayed, stored
from tests.matches.toy import Toy

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
SITE = Turn.Via.SITE
BEGIN = datetime(2026, 6, 1, 12, tzinfo=UTC)
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)
BANKED = TimeControl(10 * DAY, DAY, 20 * DAY)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    """There are two games here."""
    game = Toy()
    monkeypatch.setattr("engine.game.games", lambda: (game, Fortify()))
    return game


@pytest.fixture
def clock() -> Any:
    with time_machine.travel(BEGIN, tick=False) as traveller:
        yield traveller


@pytest.fixture
def match(clock: Any, toy: Toy, player: User, opponent: User) -> Match:
    """Both have picked, and a day later the first has added 4: the second is asked."""
    made: Match = MatchFactory(game_slug="toy", players=[player, opponent], control=BANKED)
    one, two = made.seats.all()
    submit(one, "pick 1")
    submit(two, "pick 2")
    clock.shift(DAY)
    submit(one, "add 4", message="Have a look!")
    return made


@pytest.fixture
def one(match: Match) -> Seat:
    return match.seats.select_related("match", "player").get(index=0)


@pytest.fixture
def two(match: Match) -> Seat:
    return match.seats.select_related("match", "player").get(index=1)


def take_back(seat: Seat, **more: Any) -> Turn:
    return play.take_back(seat, SITE, **more)


def refused(seat: Seat, **more: Any) -> Refused:
    before = Match.objects.get(pk=seat.match_id)
    with pytest.raises(Refused) as caught:
        take_back(seat, **more)
    after = Match.objects.get(pk=seat.match_id)
    assert (after.log_length, after.state) == (before.log_length, before.state)
    return caught.value


def look(seat: Seat) -> None:
    """The holder of the seat opens the page of the match."""
    Seat.objects.filter(pk=seat.pk).update(seen_length=Match.objects.get(pk=seat.match_id).log_length)


def check(match: Match) -> None:
    """It is what its log says, clocks and all."""
    again = Match.objects.get(pk=match.pk)
    assert differences(again, Outage.objects.order_by("ended_at")) == []
    assert replayed(again) == stored(again)


class TestTheMatch:
    def test_its_board_is_the_one_before_the_turn(self, match: Match, one: Seat) -> None:
        take_back(one)
        match.refresh_from_db()
        assert match.state == match.turns.get(index=1).state
        check(match)

    def test_both_lines_stay_in_the_log(self, match: Match, one: Seat) -> None:
        line = take_back(one)
        assert kinds(match) == ["play", "play", "play", "taken_back"]
        assert (line.seat, line.number, line.undoes) == (one, None, match.turns.get(index=2))

    def test_its_seat_is_asked_again_under_a_new_number(self, match: Match, one: Seat, two: Seat) -> None:
        assert (match.turns.get(index=2).number, two.number) == (3, 4)
        take_back(one)
        assert (fresh(one).number, fresh(two).number) == (5, None)

    def test_what_is_played_then_counts(self, match: Match, one: Seat, two: Seat) -> None:
        take_back(one)
        submit(one, "add 9")
        submit(two, "add 1")
        match.refresh_from_db()
        assert match.is_over
        assert queries.entries(match) == [
            Entry("play", 0, "pick 1"),
            Entry("play", 1, "pick 2"),
            Entry("play", 0, "add 9"),
            Entry("play", 1, "add 1"),
        ]
        assert queries.entries_of([match.pk])[match.pk] == queries.entries(match)
        check(match)

    def test_the_very_same_turn_can_be_played_again(self, match: Match, one: Seat) -> None:
        take_back(one)
        assert submit(one, "add 4").index == 4
        assert [turn.number for turn in match.turns.all()] == [1, 2, 3, None, 5]

    def test_it_counts_as_left_alone_since_the_turn_before(self, match: Match, one: Seat) -> None:
        take_back(one)
        assert Match.objects.get(pk=match.pk).last_turn_at == BEGIN

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
        play.offer_draw(two, SITE)
        submit(one, "add 5")
        assert Match.objects.get(pk=match.pk).draw_offered_by is None
        take_back(one)
        assert Match.objects.get(pk=match.pk).draw_offered_by == two
        play.accept_draw(one, SITE)
        check(match)

    def test_a_draw_that_was_declined_before_is_not(self, match: Match, one: Seat, two: Seat) -> None:
        take_back(one)
        play.offer_draw(two, SITE)
        play.decline_draw(one, SITE)
        submit(one, "add 5")
        take_back(one)
        assert Match.objects.get(pk=match.pk).draw_offered_by is None

    def test_an_offer_made_with_the_turn_stands_and_can_be_made_once(self, match: Match, one: Seat) -> None:
        offer = play.offer_draw(one, SITE)
        take_back(one)
        assert Match.objects.get(pk=match.pk).draw_offered_by == one
        assert play.offer_draw(one, SITE) == offer


class TestTwice:
    def test_asking_twice_answers_the_same(self, match: Match, one: Seat) -> None:
        assert take_back(one) == take_back(one)
        assert kinds(match).count("taken_back") == 1

    def test_also_by_the_number_when_another_was_played_since(self, match: Match, one: Seat) -> None:
        line = take_back(one, number=3)
        submit(one, "add 5")
        assert take_back(one, number=3) == line
        assert match.turns.count() == 5

    def test_the_turn_itself_sent_again_is_not_played(self, one: Seat) -> None:
        take_back(one)
        found = refusal(one, 3, "add 4")
        assert (found.code, found.message) == (
            "stale",
            "You have taken this turn back; look at the match again before you play.",
        )

    def test_an_answer_to_it_is_not_played(self, one: Seat, two: Seat) -> None:
        take_back(one)
        found = refusal(two, 4, "add 1")
        assert (found.code, found.message) == (
            "not_asked",
            "The turn before was taken back, so it is not your turn now.",
        )

    def test_only_so_often_within_a_day(self, clock: Any, one: Seat) -> None:
        for _ in range(taking_back.TIMES_A_DAY):
            take_back(one)
            submit(one, "add 4")
        assert refused(one).message == "You have taken 3 turns of this match back within a day, so this one stands."
        clock.shift(DAY + SECOND)
        assert refused(one).code == "late"


class TestTheClocks:
    def test_its_own_goes_on_as_if_the_turn_had_not_been_made(self, clock: Any, match: Match, one: Seat) -> None:
        assert fresh(one).bank == 11 * DAY  # 10 days, one more for the pick, one spent and one more for the add
        deadline = BEGIN + 11 * DAY
        clock.shift(MINUTE)
        take_back(one)
        seat, now, left = fresh(one), BEGIN + DAY + MINUTE, 10 * DAY - MINUTE
        assert (seat.deadline, seat.asked_at, seat.turn_bank) == (deadline, now, left)
        assert seat.remind_at == deadline - left / 5
        check(match)

    def test_the_others_has_lost_nothing(self, clock: Any, match: Match, one: Seat, two: Seat) -> None:
        assert two.deadline == BEGIN + DAY + 11 * DAY
        clock.shift(MINUTE)
        take_back(one)
        seat = fresh(two)
        assert (seat.bank, seat.deadline, seat.remind_at, seat.turn_bank, seat.asked_at) == (11 * DAY, *[None] * 4)
        submit(one, "add 4")
        assert fresh(two).deadline == BEGIN + DAY + MINUTE + 11 * DAY
        check(match)

    @pytest.mark.parametrize(
        ("left", "later", "then"),
        [
            (10 * MINUTE, 100 * SECOND, 500 * SECOND),  # the time since counts
            (3 * MINUTE, 90 * SECOND, 2 * MINUTE),  # but two minutes stay
            (50 * SECOND, 90 * SECOND, 50 * SECOND),  # or what there was
            (50 * SECOND, timedelta(0), 50 * SECOND),
        ],
    )
    def test_nobody_runs_out_of_time_by_it(
        self, left: timedelta, later: timedelta, then: timedelta, clock: Any, match: Match, one: Seat
    ) -> None:
        take_back(one)
        told(match)
        clock.move_to(BEGIN + 11 * DAY - left)
        submit(one, "add 4")
        clock.shift(later)
        take_back(one)
        seat = fresh(one)
        assert seat.deadline == clocks.now() + then
        assert sweep.sweep_deadlines() == 0
        check(match)

    def test_a_turn_of_the_very_last_moment_stands(self, clock: Any, one: Seat) -> None:
        take_back(one)
        clock.move_to(BEGIN + 11 * DAY)
        submit(one, "add 4")
        assert refused(one).message == "You played this turn with your last second, so it stands."

    def test_time_that_the_organiser_adds_meanwhile_stays(self, match: Match, one: Seat, two: Seat) -> None:
        for seat in (one, two):
            play.add_time(seat, 2 * DAY, "ill", Match.objects.get(pk=match.pk).log_length)
        take_back(one)
        assert fresh(one).deadline == BEGIN + 13 * DAY
        assert (fresh(two).bank, fresh(two).deadline) == (13 * DAY, None)
        check(match)

    def test_a_clock_that_the_organiser_stops_meanwhile_stands(
        self, clock: Any, match: Match, one: Seat, two: Seat
    ) -> None:
        clock.shift(30 * SECOND)
        for seat in (one, two):
            play.stop_clock(seat, "ill", Match.objects.get(pk=match.pk).log_length)
        clock.shift(30 * SECOND)
        take_back(one)
        assert (fresh(one).held, fresh(one).deadline) == ("organiser", None)
        assert fresh(one).bank == 10 * DAY - 30 * SECOND  # when it was stopped
        assert (fresh(two).held, fresh(two).bank) == ("organiser", 11 * DAY)
        check(match)

    def test_one_that_stood_runs_as_soon_as_the_organiser_starts_it(self, clock: Any, match: Match, one: Seat) -> None:
        take_back(one)
        play.stop_clock(one, "ill", 4)
        submit(one, "add 4")
        play.start_clock(one, "well", 6)
        clock.shift(MINUTE)
        take_back(one)
        assert fresh(one).deadline == BEGIN + DAY + 10 * DAY
        check(match)

    def test_a_mail_that_fails_holds_it_with_what_was_left(self, clock: Any, match: Match, one: Seat) -> None:
        clock.shift(MINUTE)
        take_back(one)
        clock.shift(HOUR)
        play.notice_failed(one.pk, 5)
        assert (fresh(one).held, fresh(one).bank) == ("mail", 10 * DAY - MINUTE)
        check(match)

    def test_one_that_is_held_for_its_mail_is_held_again(self, match: Match, one: Seat) -> None:
        take_back(one)
        play.notice_failed(one.pk, 5)
        submit(one, "add 4")
        assert fresh(one).held == ""
        take_back(one)
        assert (fresh(one).held, fresh(one).bank, fresh(one).deadline) == ("mail", 10 * DAY, None)
        check(match)

    def test_the_others_that_is_held_for_its_mail_is_free(self, match: Match, one: Seat, two: Seat) -> None:
        play.notice_failed(two.pk, 4)
        take_back(one)
        assert (fresh(two).held, fresh(two).bank) == ("", 11 * DAY)
        check(match)

    def test_an_outage_meanwhile_costs_nothing(self, clock: Any, match: Match, one: Seat) -> None:
        take_back(one)
        outages.beat(clocks.now())
        clock.shift(5 * HOUR)
        submit(one, "add 4")
        clock.shift(MINUTE)
        outages.beat(clocks.now())
        clock.shift(SECOND)
        take_back(one)
        assert fresh(one).deadline == BEGIN + 11 * DAY + 5 * HOUR + MINUTE
        check(match)

    def test_an_outage_that_is_still_under_way_is_given_back_when_it_ends(
        self, clock: Any, match: Match, one: Seat
    ) -> None:
        take_back(one)
        outages.beat(clocks.now())
        clock.shift(5 * HOUR)
        submit(one, "add 4")
        take_back(one)
        clock.shift(HOUR)
        outages.beat(clocks.now())
        assert fresh(one).deadline == BEGIN + 11 * DAY + 6 * HOUR
        check(match)

    def test_leave_that_is_taken_meanwhile_counts_from_then(self, clock: Any, player: User, opponent: User) -> None:
        made = MatchFactory(game_slug="toy", players=[player, opponent], leave_pool=leave.friendly_pool(), days=3)
        seat = made.seats.get(index=0)
        clock.shift(DAY)
        submit(seat, "pick 1")
        clock.shift(MINUTE)
        now = clocks.now()
        Leave.objects.create(player=player, starts_at=now, ends_at=now + 2 * DAY, made_at=now)
        leave.pauses_changed(player, now)
        leave.follow(player)
        assert kinds(made) == ["play", "pauses"]
        clock.shift(30 * SECOND)
        take_back(seat)
        assert fresh(seat).deadline == BEGIN + 3 * DAY + 2 * DAY
        check(made)


class TestWhatStandsAgainstIt:
    def test_the_opponent_has_looked(self, one: Seat, two: Seat) -> None:
        look(two)
        found = refused(one)
        assert (found.code, found.message) == ("late", "Ben has seen your turn by now, so it stands.")

    def test_a_look_before_the_turn_does_not_count(self, one: Seat, two: Seat) -> None:
        two.seen_length = 2
        two.save()
        assert take_back(one).kind == "taken_back"

    def test_nor_does_ones_own(self, one: Seat) -> None:
        look(one)
        assert take_back(one).kind == "taken_back"

    def test_after_two_minutes(self, clock: Any, one: Seat) -> None:
        clock.shift(2 * MINUTE + timedelta(microseconds=1))
        found = refused(one)
        assert (found.code, found.message) == ("late", "A turn can be taken back for two minutes; yours stands by now.")

    def test_at_two_minutes_it_is_in_time(self, clock: Any, one: Seat) -> None:
        clock.shift(2 * MINUTE)
        assert take_back(one).kind == "taken_back"

    def test_what_arrived_in_time_is(self, clock: Any, one: Seat) -> None:
        clock.shift(HOUR)
        assert take_back(one, stamped_at=BEGIN + DAY + MINUTE).kind == "taken_back"

    @pytest.mark.parametrize(
        "act",
        [
            lambda _, two: play.offer_draw(two, SITE),
            lambda _, two: play.say(two, "Good luck!", SITE),
            lambda one, two: play.give_time(two, one, DAY, 3, SITE),
            lambda one, two: (play.offer_draw(one, SITE), play.decline_draw(two, SITE)),
        ],
    )
    def test_the_opponent_has_done_anything(self, act: Callable[[Seat, Seat], Any], one: Seat, two: Seat) -> None:
        act(one, two)
        assert refused(one).message == "Ben has been at the match since your turn, so it stands."

    def test_the_opponent_has_played(self) -> None:
        players = [UserFactory(display_name=name) for name in ("Cleo", "Dora", "Edda")]
        made = MatchFactory(game_slug="toy", players=players)
        seats = list(made.seats.all())
        for seat in seats:
            submit(seat, "pick 1")
        submit(seats[0], "add 1")
        submit(seats[1], "add 1")
        assert refused(seats[0]).message == "Dora has played since, so there is no turn of yours to take back."

    def test_the_clock_has_decided_for_the_opponent(self, clock: Any, player: User, opponent: User) -> None:
        quick = TimeControl(MINUTE, SECOND, MINUTE, at_zero="pass", passes=2)
        made = MatchFactory(game_slug="toy", players=[player, opponent, UserFactory()], control=quick)
        for seat in made.seats.all():
            submit(seat, "pick 1")
        seat = made.seats.get(index=0)
        submit(seat, "add 1")
        told(made)
        clock.shift(MINUTE + clocks.GRACE + SECOND)
        assert sweep.sweep_deadlines() == 1
        assert refused(seat).message == "The clock has passed for Ben since, so there is no turn of yours to take back."

    def test_a_day_of_leave_was_used_for_it(self, clock: Any, player: User, opponent: User) -> None:
        quick = TimeControl(MINUTE, SECOND, MINUTE, at_zero="leave")
        pool = leave.friendly_pool()
        made = MatchFactory(game_slug="toy", players=[player, opponent], control=quick, leave_pool=pool)
        for seat in made.seats.all():
            submit(seat, "pick 1")
        seat = made.seats.get(index=0)
        submit(seat, "add 1")
        told(made)
        clock.shift(MINUTE + clocks.GRACE + SECOND)
        assert sweep.sweep_deadlines() == 1
        assert refused(seat).message == "The match has moved on since your turn, so it stands."

    def test_the_turn_has_ended_the_match(self, two: Seat) -> None:
        submit(two, "add 1")
        found = refused(two)
        assert (found.code, found.message) == ("over", "This turn ended the match, so it cannot be taken back.")

    def test_the_match_is_over_since(self, one: Seat) -> None:
        play.resign(one, SITE)
        assert refused(one).message == "This match is over, so it cannot be taken back."

    def test_there_is_no_turn(self, first: Seat) -> None:
        found = refused(first)
        assert (found.code, found.message) == ("stale", "There is no turn of yours to take back.")

    def test_it_was_somebody_elses(self, two: Seat) -> None:
        assert refused(two).message == "Ada has played since, so there is no turn of yours to take back."

    def test_another_number_is_meant(self, one: Seat) -> None:
        assert refused(one, number=1).message == "There is no turn of yours to take back."

    def test_it_was_played_before_such_lines_were_kept(self, match: Match, one: Seat) -> None:
        match.turns.update(before=None)
        assert refused(one).code == "illegal"


class TestWhatIsHidden:
    def test_a_secret_pick_may_be_changed_while_others_think(self, toy_match: Match, first: Seat, second: Seat) -> None:
        submit(first, "pick 4")
        take_back(first)
        assert (fresh(first).number, fresh(second).number) == (3, 2)
        submit(first, "pick 5")
        submit(second, "pick 6")
        assert fresh(first).number == 4
        check(toy_match)

    def test_the_one_that_shows_them_all_stands(self, first: Seat, second: Seat) -> None:
        submit(first, "pick 4")
        submit(second, "pick 5")
        assert refused(second).message == (
            "This answer has shown what was hidden until then, so it cannot be taken back."
        )

    def test_so_it_is_with_armies(self, player: User, opponent: User) -> None:
        made = MatchFactory(players=[player, opponent], options={"special": "on"})
        one, two = made.seats.all()
        submit(one, "I4T4B2")
        take_back(one)
        submit(one, "I4T3B3")
        submit(two, "I4T4B2")
        assert refused(two).code == "illegal"
        check(made)


class TestMayIt:
    def test_it_says_until_when(self, match: Match, one: Seat) -> None:
        match.refresh_from_db()
        assert play.may_take_back(match, one) == BEGIN + DAY + 2 * MINUTE

    def test_not_once_somebody_has_looked(self, match: Match, one: Seat, two: Seat) -> None:
        look(two)
        match.refresh_from_db()
        assert play.may_take_back(match, one) is None

    def test_nor_for_the_other_seat(self, match: Match, two: Seat) -> None:
        match.refresh_from_db()
        assert play.may_take_back(match, two) is None

    def test_nor_too_often(self, match: Match, one: Seat) -> None:
        for _ in range(taking_back.TIMES_A_DAY):
            take_back(one)
            submit(one, "add 4")
        match.refresh_from_db()
        assert play.may_take_back(match, one) is None

    def test_where_nobody_has_played_lately_it_asks_nothing(
        self, match: Match, one: Seat, clock: Any, django_assert_num_queries: Any
    ) -> None:
        seats = list(match.seats.select_related("player"))
        match.refresh_from_db()
        clock.shift(3 * MINUTE)
        with django_assert_num_queries(0):
            assert play.may_take_back(match, one, seats) is None


def test_links_die_with_their_numbers(one: Seat, two: Seat) -> None:
    tokens = [links.mint_turn(one, 3), links.mint_turn(two, 4)]
    take_back(one)
    found = [links.find(token) for token in tokens]
    assert [link is not None and links.is_stale(link) for link in found] == [True, True]


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(players=st.integers(2, 4), picks=st.sampled_from("12"), rng=st.randoms(use_true_random=False))
def test_with_turns_taken_back_in_between_it_is_the_match_without_them(
    toy: Toy, players: int, picks: str, rng: random.Random
) -> None:
    users = [UserFactory() for _ in range(players)]
    made = MatchFactory(game_slug="toy", players=users, options={"picks": picks})
    standing: list[tuple[int, str]] = []
    for _ in range(rng.randint(1, 20)):
        asked = list(Seat.objects.filter(match=made, number__isnull=False))
        if not asked:
            break
        seat = rng.choice(asked)
        text = toy.sample(Match.objects.get(pk=made.pk).loaded_state, seat.index, rng)
        submit(seat, text)
        standing.append((seat.index, text))
        if rng.random() < 0.4:
            with contextlib.suppress(Refused):
                take_back(seat)
                standing.pop()
    plain = MatchFactory(game_slug="toy", players=users, options={"picks": picks}, seed=made.seed)
    for index, text in standing:
        submit(plain.seats.get(index=index), text)
    assert stored(made) == stored(plain)
    check(made)


@settings(deadline=None, max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(special=st.sampled_from(["", "on"]), rng=st.randoms(use_true_random=False))
def test_so_it_is_in_fortify(special: str, rng: random.Random) -> None:
    users = [UserFactory(), UserFactory()]
    options = {"map": "4x5", "special": special, "format": "points-2"}
    made = MatchFactory(players=users, options=options)
    taken = 0
    for _ in range(40):
        asked = list(Seat.objects.filter(match=made, number__isnull=False))
        if not asked:
            break
        seat = rng.choice(asked)
        made.refresh_from_db()
        submit(seat, made.game.sample(made.loaded_state, seat.index, rng))
        if rng.random() < 0.2:
            with contextlib.suppress(Refused):  # for an army, the fourth time, and at the end
                take_back(seat)
                taken += 1
    assert kinds(made).count("taken_back") == taken
    check(made)
