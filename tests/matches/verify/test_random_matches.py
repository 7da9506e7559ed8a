"""The log replayed from the start gives the stored state."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from engine.record.record import Entry
from matches.gate import draws, timeout
from matches.gate.turns import resign
from matches.models import Match, Seat
from matches.record import record
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE, submit, told, travel
from tests.support.toy_game import Toy


def replayed(match: Match) -> dict[str, object]:
    game = match.game
    state = game.replay(match.options, match.seats.count(), bytes.fromhex(match.seed), record.entries(match))
    return game.dump(game.load(game.dump(state)))


def stored(match: Match) -> dict[str, object]:
    match.refresh_from_db()
    return match.game.dump(match.loaded_state)


def play_at_random(match: Match, rng: random.Random, turns: int) -> None:
    for _ in range(turns):
        asked = list(Seat.objects.filter(match=match, asked_turn__isnull=False))
        if not asked:
            return
        seat = rng.choice(asked)
        match.refresh_from_db()
        submit(seat, match.game.sample(match.loaded_state, seat.index, rng))


def test_entries_leave_out_what_was_only_said(toy_match: Match, first: Seat, second: Seat) -> None:
    submit(first, "pick 4")
    draws.offer_draw(first, SITE)
    draws.decline_draw(second, SITE)
    resign(second, SITE)
    assert record.entries(toy_match) == [Entry("play", 0, "pick 4"), Entry("resignation", 1)]


def test_entries_of_a_match_lost_on_time(toy_match: Match, first: Seat) -> None:
    told(toy_match)
    with travel(days=4):
        timeout.time_out(first.pk, 1)
    assert record.entries(toy_match) == [Entry("time", 0)]


def test_entries_of_a_match_drawn_by_agreement(toy_match: Match, first: Seat, second: Seat) -> None:
    draws.offer_draw(first, SITE)
    draws.accept_draw(second, SITE)
    assert record.entries(toy_match) == [Entry("agreement")]


def test_entries_take_one_query(toy_match: Match, first: Seat, django_assert_num_queries: object) -> None:
    submit(first, "pick 4")
    with django_assert_num_queries(1):  # type: ignore[operator]
        record.entries(toy_match)


@pytest.mark.django_db
@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(players=st.integers(1, 5), seed=st.binary(min_size=32, max_size=32), rng=st.randoms(use_true_random=False))
def test_a_toy_match_replays_to_its_stored_state(toy: Toy, players: int, seed: bytes, rng: random.Random) -> None:
    match = MatchFactory(
        game_slug="toy", players=[UserFactory() for _ in range(players)], seed=seed.hex(), options={"picks": "2"}
    )
    play_at_random(match, rng, rng.randint(0, 20))
    if not Match.objects.get(pk=match.pk).is_over and rng.random() < 0.5:
        resign(match.seats.get(index=rng.randrange(players)), SITE)
    assert replayed(match) == stored(match)


@pytest.mark.parametrize("chance", range(4))
@pytest.mark.parametrize("options", [{"map": "4x5"}, {"map": "5x5", "format": "points-2", "special": "on"}])
def test_a_match_of_fortify_replays_to_its_stored_state(
    player: User, opponent: User, options: dict[str, str], chance: int
) -> None:
    match = MatchFactory(players=[player, opponent], options=options)
    play_at_random(match, random.Random(chance), 60)
    if chance % 2 and not Match.objects.get(pk=match.pk).is_over:
        resign(match.seats.get(index=1), SITE)
    assert replayed(match) == stored(match)
    assert [turn.index for turn in match.log.all()] == list(range(match.log_length))
