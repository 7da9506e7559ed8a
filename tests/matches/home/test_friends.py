"""Friends: marked, listed, and filtered by."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts import friends
from accounts.models import Friend, User
from fortify_site.profiles.delete_account import delete_account
from fortify_site.profiles.export_data import export_account
from matches.lobby import play_now
from tests.support.factories import ChallengeFactory, GuestFactory, MatchFactory, UserFactory
from tests.support.people import LogIn


@pytest.fixture
def ada(log_in: LogIn, player: User) -> Client:
    return log_in(player)


def names(user: User) -> list[str]:
    return [each.player.display_name for each in friends.friends_of(user)]


def test_a_friend_is_added_by_name_and_removed(ada: Client, player: User, opponent: User) -> None:
    assert ada.post("/friends/", {"action": "add", "name": " bEN "}).headers["Location"] == "/friends/"
    assert names(player) == ["Ben"]
    page = ada.get("/friends/").content.decode()
    assert f"/challenges/new/?to=name&amp;name={opponent.display_name}" in page
    ada.post("/friends/", {"action": "remove", "player": opponent.pk})
    assert names(player) == []


def test_it_is_one_sided_and_private(ada: Client, player: User, log_in: LogIn, opponent: User) -> None:
    ada.post("/friends/", {"action": "add", "player": opponent.pk})
    assert names(opponent) == []
    assert "Ada" not in str(log_in(opponent).get("/friends/").context["friends"].items)
    assert export_account(opponent)["friends"] == []


def test_the_button_stands_on_a_players_page_and_leads_back(ada: Client, player: User, opponent: User) -> None:
    path = f"/players/{opponent.pk}/"
    assert "Add to friends" in ada.get(path).content.decode()
    back = ada.post("/friends/", {"action": "add", "player": opponent.pk, "next": path})
    assert back.headers["Location"] == path
    assert "Remove from friends" in ada.get(path).content.decode()
    own = ada.get(f"/players/{player.pk}/").content.decode()
    assert "to friends" not in own


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", ""])
def test_nobody_is_led_to_another_site(back: str, ada: Client, opponent: User) -> None:
    led = ada.post("/friends/", {"action": "add", "player": opponent.pk, "next": back})
    assert led.headers["Location"] == "/friends/"


@pytest.mark.parametrize("name", ["Nobody", "Ada", ""])
def test_a_name_that_cannot_be_is_refused_and_kept(name: str, ada: Client, player: User) -> None:
    page = ada.post("/friends/", {"action": "add", "name": name})
    assert (page.status_code, page.context["typed"]) == (422, name)
    assert page.context["fault"]
    assert names(player) == []


def test_a_guest_is_known_after_playing_alone(ada: Client, player: User) -> None:
    guest = GuestFactory()
    assert ada.post("/friends/", {"action": "add", "player": guest.pk}).status_code == 422
    MatchFactory(players=[player, guest])
    assert ada.post("/friends/", {"action": "add", "player": guest.pk}).status_code == 303


def test_there_is_room_for_so_many_and_twice_the_same_is_one(
    ada: Client, player: User, opponent: User, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friends, "MOST", 1)
    for _ in range(2):
        assert ada.post("/friends/", {"action": "add", "player": opponent.pk}).status_code == 303
    assert ada.post("/friends/", {"action": "add", "player": stranger.pk}).status_code == 422
    assert names(player) == ["Ben"]


def test_matches_and_the_lobby_are_filtered_by_friends(
    ada: Client, player: User, opponent: User, stranger: User
) -> None:
    friends.add_friend(player, opponent)
    with_friend = MatchFactory(players=[opponent, player])
    MatchFactory(players=[stranger, player])
    for other in (opponent, stranger):
        play_now.play_now(other, "fortify", ["7" if other == opponent else "1"])
        ChallengeFactory(challenger=other)
    assert len(ada.get("/matches/").context["matches"]) == 2
    assert [card.match for card in ada.get("/matches/?who=friends").context["matches"]] == [with_friend]
    lobby = ada.get("/lobby/?who=friends").context
    assert [seek.player for seek, _ in lobby["seeks"]] == [opponent]
    assert [offer.host for offer, _ in lobby["open"]] == [opponent]
    assert len(ada.get("/lobby/").context["seeks"]) == 2


def test_ones_data_and_account_know_of_them(player: User, opponent: User, stranger: User) -> None:
    friends.add_friend(player, opponent)
    friends.add_friend(stranger, player)
    assert [each["name"] for each in export_account(player)["friends"]] == ["Ben"]
    delete_account(player)
    assert not Friend.objects.exists()


@pytest.mark.parametrize("number", [1, 60])
def test_the_lists_queries_do_not_grow(
    number: int, ada: Client, player: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(number):
        friends.add_friend(player, UserFactory())
    with django_assert_max_num_queries(8):
        assert len(ada.get("/friends/").context["friends"]) == min(number, 50)
