"""The lobby at the same moment, on real connections."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from django.db import connection

from accounts.models import User
from fortify_site.profiles.delete_account import delete_account
from matches.lobby.play_now import accept_seek, play_now, stop_waiting
from matches.models import Match, Seat, Seek
from matches.offers.refused import OfferRefused
from tests.support.concurrently import at_once
from tests.support.factories import UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]
ROUNDS = 4


@pytest.fixture(autouse=True)
def _patient(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine, too, no player is sent away because others are served first."""
    if connection.vendor == "postgresql":
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "options", "-c lock_timeout=120s")


def wish(player: User, *paces: str) -> Seek:
    return play_now(player, "toy", paces or ("3",))


def new_players(number: int) -> list[User]:
    Seek.objects.all().delete()
    Match.objects.all().delete()
    return [UserFactory() for _ in range(number)]


def matches_of(players: list[User]) -> Counter[int]:
    return Counter(Seat.objects.filter(player__in=players).values_list("player", flat=True))


@pytest.mark.parametrize("number", [2, 5, 6])
def test_all_who_come_at_once_are_paired_once_and_no_two_are_left(db: None, number: int) -> None:
    for _ in range(ROUNDS):
        people = new_players(number)
        at_once(*[partial(wish, each) for each in people])
        assert Match.objects.count() == number // 2
        assert set(matches_of(people).values()) == {1}
        assert len(matches_of(people)) == number // 2 * 2
        assert Seek.objects.filter(match=None).count() == number % 2


def test_one_who_waits_is_taken_by_one_alone(db: None) -> None:
    for _ in range(ROUNDS):
        waits, *others = new_players(5)
        seek = wish(waits)
        results = at_once(
            *[partial(accept_seek, seek, each) for each in others[:2]], *[partial(wish, each) for each in others[2:]]
        )
        assert matches_of([waits]) == {waits.pk: 1}
        assert set(matches_of(others).values()) == {1}
        assert sum(isinstance(result, OfferRefused) for result in results[:2]) >= 1


def test_a_button_pressed_many_times_pairs_once(db: None) -> None:
    for _ in range(ROUNDS):
        presses, *waiting = new_players(5)
        for each, pace in zip(waiting, ("1", "2", "3", "7"), strict=True):
            wish(each, pace)
        results = at_once(*[partial(wish, presses, "1", "2", "3", "7")] * 4)
        assert len({result.match for result in results}) == 1
        assert matches_of([presses]) == {presses.pk: 1}


def test_who_accepts_two_at_once_plays_both_and_who_waits_for_two_games_waits_on(db: None) -> None:
    for _ in range(ROUNDS):
        one, two, both = new_players(3)
        seeks = wish(one, "1"), wish(two, "7")
        at_once(*[partial(accept_seek, seek, both) for seek in seeks])
        assert matches_of([one, two, both]) == {one.pk: 1, two.pk: 1, both.pk: 2}


def test_who_withdraws_is_paired_before_or_not_at_all(db: None) -> None:
    for _ in range(ROUNDS):
        waits, comes = new_players(2)
        seek = wish(waits)
        withdrawn, paired = at_once(partial(stop_waiting, seek, waits), partial(wish, comes))
        assert isinstance(withdrawn, OfferRefused) is (paired.match is not None)
        assert Match.objects.count() == (1 if paired.match else 0)


def test_who_deletes_their_account_leaves_no_match_running(db: None) -> None:
    for _ in range(ROUNDS):
        leaves, comes = new_players(2)
        wish(leaves)
        at_once(partial(delete_account, leaves), partial(wish, comes))
        assert not User.objects.filter(pk=leaves.pk).exists()
        assert not Match.objects.filter(status=Match.Status.RUNNING).exists()
        assert Match.objects.exists() is not Seek.objects.filter(player=comes, match=None).exists()
