"""The lobby's page."""

from __future__ import annotations

from collections.abc import Callable, Collection

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches import hooks
from matches.live.pages import lobby_state
from matches.lobby import play_now
from matches.models import Match, Offer, Seek
from tests.support.factories import ChallengeFactory, UserFactory
from tests.support.markup import compact
from tests.support.people import LogIn

WISH = {"action": "play", "game": "fortify", "seats": "2", "paces": ["1", "3"], "within": ""}


def only(rated: User, rating: int) -> Callable[[User, Collection[str]], dict[str, int]]:
    """No one else has a rating, in any game."""
    return lambda player, slugs: dict.fromkeys(slugs, rating if player == rated else 0)


@pytest.fixture
def ada(log_in: LogIn, player: User) -> Client:
    return log_in(player)


def test_who_comes_first_waits_and_who_comes_next_is_taken_to_the_match(
    ada: Client, player: User, log_in: LogIn, opponent: User
) -> None:
    assert ada.post("/lobby/", WISH).headers["Location"] == "/lobby/"
    seek = Seek.objects.get()
    assert (seek.player, seek.pace_keys, seek.least) == (player, ["1", "3"], None)
    page = ada.get("/lobby/")
    assert page.context["own"] == [seek]
    assert page.context["form"]["paces"].value() == ["1", "3"]
    begun = log_in(opponent).post("/lobby/", {**WISH, "paces": ["3"]})
    assert begun.headers["Location"] == Match.objects.get().get_absolute_url()
    assert "You’re paired with Ada." in begun.client.get(begun.headers["Location"]).content.decode()
    assert ada.get("/lobby/").context["own"] == []


def test_one_who_waits_is_listed_for_others_and_accepted_in_one_click(
    ada: Client, player: User, opponent: User
) -> None:
    seek = play_now.play_now(opponent, "fortify", ["7"], within=100)
    page = ada.get("/lobby/")
    assert list(page.context["seeks"]) == [(seek, True)]
    html = page.content.decode()
    assert all(words in html for words in ("Ben", "7 days a turn", "rated 1400–1600", "Fortify"))
    accepted = ada.post("/lobby/", {"action": "accept", "seek": seek.pk})
    assert accepted.headers["Location"] == Match.objects.get().get_absolute_url()


def test_an_empty_lobby_tells_how_to_set_up_a_table(ada: Client) -> None:
    assert 'href="/tables/new/"' in ada.get("/lobby/").content.decode().partition('id="tables"')[2]


def test_a_match_for_three_begins_when_three_want_it(
    ada: Client, log_in: LogIn, opponent: User, stranger: User
) -> None:
    wish = {**WISH, "game": "fortress", "seats": "3"}
    assert ada.post("/lobby/", wish).headers["Location"] == "/lobby/"
    assert ada.get("/lobby/").context["form"]["seats"].value() == 3
    ben = log_in(opponent)
    row = ben.get("/lobby/").content.decode().partition('id="waiting"')[2]
    assert "3 players; 1 day a turn" in compact(row)
    seek = Seek.objects.get()
    assert ben.post("/lobby/", {"action": "accept", "seek": seek.pk}).headers["Location"] == "/lobby/"
    assert not Match.objects.exists()
    begun = log_in(stranger).post("/lobby/", wish)
    assert begun.headers["Location"] == Match.objects.get().get_absolute_url()
    page = begun.client.get(begun.headers["Location"]).content.decode()
    assert any(f"You’re paired with {names}." in page for names in ("Ada and Ben", "Ben and Ada"))


def test_a_game_that_is_not_for_so_many_is_refused_with_those_that_are(ada: Client) -> None:
    refused = ada.post("/lobby/", {**WISH, "seats": "4"})
    assert refused.status_code == 422
    assert refused.context["form"].errors["seats"] == ["For 4 players, choose: Fortress."]
    assert ada.post("/lobby/", {**WISH, "seats": "9"}).context["form"].errors["seats"]
    assert not Seek.objects.exists()


def test_one_who_wants_other_ratings_is_listed_without_a_button(
    ada: Client, opponent: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks.player_ratings, "answers", [only(opponent, 1900)])
    seek = play_now.play_now(opponent, "fortify", ["7"], within=200)
    page = ada.get("/lobby/")
    assert list(page.context["seeks"]) == [(seek, False)]
    assert 'value="accept"' not in page.content.decode()
    refused = ada.post("/lobby/", {"action": "accept", "seek": seek.pk})
    assert (refused.status_code, bool(refused.context["refusal"])) == (403, True)


def test_ones_own_entry_is_withdrawn(ada: Client, player: User) -> None:
    seek = play_now.play_now(player, "fortify", ["7"])
    page = ada.get("/lobby/")
    assert (page.context["own"], list(page.context["seeks"])) == ([seek], [])
    ada.post("/lobby/", {"action": "withdraw", "seek": seek.pk})
    assert not Seek.objects.exists()


def test_open_challenges_are_accepted_in_one_click(ada: Client, player: User, opponent: User) -> None:
    challenge = ChallengeFactory(challenger=opponent)
    ChallengeFactory(challenger=player)
    ChallengeFactory(challenger=opponent, by_link=True)
    page = ada.get("/lobby/")
    assert list(page.context["open"]) == [(challenge, True)]
    assert f'action="/challenges/{challenge.pk}/"' in page.content.decode()


def test_an_open_challenge_for_other_ratings_is_listed_and_refused(
    ada: Client, player: User, opponent: User, log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks.player_ratings, "answers", [only(opponent, 1900)])
    asked = {"game": "fortify", "to": "open", "pace": "3", "first": "lot", "at_zero": "lose", "within": "200"}
    asked |= {"option_map": "4x5", "option_format": "points-2"}
    sent = log_in(opponent).post("/challenges/new/", asked)
    assert sent.status_code == 303
    challenge = Offer.objects.get()
    assert (challenge.least, challenge.most) == (1700, 2100)
    page = ada.get("/lobby/")
    assert list(page.context["open"]) == [(challenge, False)]
    assert "rated 1700–2100" in page.content.decode()
    address = f"/challenges/{challenge.pk}/"
    told = ada.get(address).content.decode()
    assert "players rated 1700 to 2100, and your rating is 1500." in told
    accept = 'value="accept"'
    assert accept not in told
    refused = ada.post(address, {"action": "accept"})
    assert refused.status_code == 403
    assert refused.content.decode().count("players rated 1700 to 2100, and your rating is 1500.") == 1
    monkeypatch.setattr(hooks.player_ratings, "answers", [lambda _, slugs: dict.fromkeys(slugs, 1700)])
    assert accept in ada.get(address).content.decode()
    assert ada.post(address, {"action": "accept"}).headers["Location"] == Match.objects.get().get_absolute_url()


def test_an_open_page_hears_of_what_changes_in_the_lobby(
    ada: Client, player: User, opponent: User, log_in: LogIn
) -> None:
    page = ada.get("/lobby/").context["live"]
    for change in (
        lambda: play_now.play_now(opponent, "fortify", ["7"]),
        lambda: ChallengeFactory(challenger=opponent),
        lambda: play_now.play_now(player, "fortify", ["7"]),
    ):
        before = lobby_state(player.pk).word
        assert ada.get(page.address).json()["state"] == before
        change()
        assert ada.get(page.address).json()["state"] != before
    assert [seek.match for seek in ada.get("/lobby/").context["paired"]] == [Match.objects.get()]


@pytest.mark.parametrize(
    ("fields", "field"), [({"paces": []}, "paces"), ({"paces": ["own"]}, "paces"), ({"game": "chess"}, "game")]
)
def test_what_is_wrong_stands_beside_its_field(fields: dict[str, str], field: str, ada: Client) -> None:
    page = ada.post("/lobby/", {**WISH, **fields})
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    assert not Seek.objects.exists()


@pytest.mark.parametrize(("fields", "status"), [({"action": "accept"}, 404), ({"action": "dance"}, 404)])
def test_what_is_not_there_is_not_found(fields: dict[str, str], status: int, ada: Client) -> None:
    assert ada.post("/lobby/", fields).status_code == status


@pytest.mark.parametrize("number", [1, 30])
def test_its_queries_do_not_grow(
    number: int, ada: Client, player: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    play_now.play_now(player, "fortify", ["1"])
    for _ in range(number):
        seek = play_now.play_now(UserFactory(), "fortify", ["7"])
        Seek.objects.filter(pk=seek.pk).update(paces="|14|")
        ChallengeFactory(challenger=UserFactory())
    with django_assert_max_num_queries(15):
        shown = ada.get("/lobby/").context
    assert (len(shown["seeks"]), len(shown["open"])) == (min(number, 20), min(number, 20))
