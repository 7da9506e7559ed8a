"""The pages of tables of more than two."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from mail.outbox.queue import queue_mail
from matches.mails import tokens
from matches.models import Match, Offer
from matches.offers import answers, new_offer, share_link
from tests.support.factories import UserFactory
from tests.support.pages import words
from tests.support.people import LogIn
from tests.support.toy_game import Toy

pytestmark = pytest.mark.django_db
FIELDS = {
    "game": "toy",
    "seats": "4",
    "free": "open",
    "pace": "3",
    "at_zero": "lose",
    "vacation": "on",
    "option_picks": "1",
}


@pytest.fixture
def host(toy: Toy, log_in: LogIn, player: User, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(new_offer, "games", lambda: (toy,))
    return log_in(player)


@pytest.fixture
def boards(settings: Settings, tmp_path: Path) -> None:
    """The toy drawn, as far as emails need it."""
    (tmp_path / "games" / "toy").mkdir(parents=True)
    (tmp_path / "games" / "toy" / "board_email.html").write_text("<p>Toy</p>")
    own, *others = settings.TEMPLATES
    settings.TEMPLATES = [{**own, "DIRS": [tmp_path, *own["DIRS"]]}, *others]


def set_up(host: Client, invited: str = "", **more: str) -> Offer:
    response = host.post("/tables/new/", {**FIELDS, "invited": invited, **more})
    assert response.status_code == 303, response.context["form"].errors
    table = Offer.objects.latest("pk")
    assert response.headers["Location"] == table.get_absolute_url()
    return table


def shown(client: Client, table: Offer) -> str:
    response = client.get(table.get_absolute_url())
    assert response.status_code == 200
    return response.content.decode()


def act(client: Client, table: Offer, action: str, **more: str) -> int:
    return client.post(table.get_absolute_url(), {"action": action, **more}).status_code


def text_of(kind: str, reader: User) -> str:
    mail = compose(OutboxMail.objects.get(kind=kind, user=reader))
    assert mail is not None
    return str(mail.body)


def test_a_table_fills_up_and_begins(host: Client, boards: None, log_in: LogIn, player: User, opponent: User) -> None:
    assert host.get("/tables/new/").status_code == 200
    cleo = UserFactory(display_name="Cleo")
    table = set_up(host, "Ben\n")
    page = shown(host, table)
    assert "Seats: 1 of 4 taken" in page
    assert "2 free seats" in page
    assert 'value="begin"' not in page
    ben, visitor = log_in(opponent), log_in(cleo)
    assert table.get_absolute_url() in ben.get("/challenges/").content.decode()
    assert ben.get(f"/challenges/{table.pk}/").headers["Location"] == table.get_absolute_url()
    invitation = text_of("challenge", opponent)
    assert "Ada invites you to a table of Toy for 4." in invitation
    assert "At the table: Ada\nFree seats: 3\n" in invitation
    assert act(ben, table, "accept") == 303
    assert "At the table: Ada and Ben\nFree seats: 2\n" in text_of("seat_changed", player)
    lobby = visitor.get("/lobby/").content.decode()
    assert table.get_absolute_url() in lobby
    assert "2 of 4 seats free" in lobby
    assert act(visitor, table, "accept") == 303
    assert 'value="leave"' in shown(visitor, table)
    assert act(host, table, "begin") == 303
    match = Match.objects.get()
    assert {seat.player for seat in match.seats.all()} == {player, opponent, cleo}
    assert match.get_absolute_url() in shown(host, table)
    assert OutboxMail.objects.filter(kind="your_turn", user=cleo).exists()
    queue_mail("match_begun", user=cleo, match=match)  # for those who wait for the others' first turn
    assert "Ada’s table is ready" in text_of("match_begun", cleo)


def test_a_button_pressed_twice_makes_one_table_and_one_with_other_settings_is_another(host: Client) -> None:
    assert set_up(host) == (first := set_up(host))
    assert set_up(host, option_picks="2") != first


def test_a_member_plays_two_computers_at_once(host: Client, player: User) -> None:
    begun = host.post("/tables/new/", {**FIELDS, "seats": "3", "invited": "", "computers": ["easy", "medium"]})
    match = Match.objects.get()
    assert begun.headers["Location"] == match.get_absolute_url()
    assert set(match.seats.values_list("player__computer", flat=True)) == {None, "easy", "medium"}
    page = host.get(match.get_absolute_url()).content.decode()
    assert "Computer (easy)" in page
    assert "Computer (medium)" in page


def test_a_site_without_computers_offers_none(host: Client, settings: Settings) -> None:
    assert 'name="computers"' in host.get("/tables/new/").content.decode()
    settings.COMPUTER_PLAYERS = False
    assert 'name="computers"' not in host.get("/tables/new/").content.decode()


def test_what_is_wrong_is_said_beside_the_field(host: Client) -> None:
    wrong: list[tuple[dict[str, str | list[str]], str]] = [
        ({"invited": "Nobody at all"}, "invited"),
        ({"invited": "Ada"}, "invited"),
        ({"invited": "Ben\nBen"}, "invited"),
        ({"invited": "not an@address"}, "invited"),
        ({"invited": "Ben\nCleo\nDev\nEve"}, "invited"),
        ({"invited": "Ben\nCleo", "computers": ["easy", "hard"]}, "invited"),
        ({"computers": ["divine"]}, "computers"),
        ({"seats": "2"}, "seats"),
        ({"free": "friends"}, "free"),
    ]
    for fields, field in wrong:
        response = host.post("/tables/new/", {**FIELDS, "invited": "", **fields})
        assert response.status_code == 422
        assert field in response.context["form"].errors
    assert not Offer.objects.exists()


def test_only_those_whom_it_concerns_see_a_table_and_what_they_may(host: Client, log_in: LogIn, opponent: User) -> None:
    table = set_up(host, "Ben\nnew@players.example", free="link", seats="4")
    stranger = log_in(UserFactory())
    assert stranger.get(table.get_absolute_url()).status_code == 404
    assert table.get_absolute_url() not in stranger.get("/lobby/").content.decode()
    assert "new@players.example" in shown(host, table)
    assert "new@players.example" not in shown(log_in(opponent), table)
    path = "/" + share_link.share_url(table).split("/", 3)[3]
    assert Client().get(path).status_code == 200
    assert stranger.get(path).status_code == 200
    assert stranger.post(path, {"action": "accept"}).status_code == 303
    assert stranger.get(path).headers["Location"] == table.get_absolute_url()
    assert act(stranger, table, "begin") == 403


def test_a_seat_that_was_declined_can_be_offered_to_another(host: Client, log_in: LogIn, opponent: User) -> None:
    table = set_up(host, "Ben", seats="3")
    assert act(log_in(opponent), table, "decline") == 303
    assert "1 empty seat" in shown(host, table)
    assert act(host, table, "offer", invited="Nobody at all") == 422
    assert act(host, table, "offer") == 303
    assert "2 free seats" in shown(host, table)
    assert act(host, table, "withdraw") == 303
    assert "data-server-digest" in shown(host, table)


def test_a_guest_takes_the_seat_by_the_link_in_the_email(host: Client, client: Client) -> None:
    table = set_up(host, "new@players.example")
    place = table.places.get(address="new@players.example")
    assert place.player is not None
    url = "/" + tokens.link_url(tokens.mint_offer(table, place.player)).split("/", 3)[3]
    asked = client.get(url).content.decode()
    assert "Seats: 1 of 4 taken" in asked
    assert "Ada invites you to a table A match of Toy" in words(asked)
    assert "challenges you" not in asked
    given = {"action": "accept", "display_name": "Gus", "time_zone": "UTC"}
    answer = client.post(url, given)
    assert answer.status_code == 200
    assert "Seats: 2 of 4 taken" in answer.content.decode()
    place.refresh_from_db()
    assert place.is_taken
    assert Match.objects.count() == 0


def test_the_page_takes_as_many_queries_for_five_seats_as_for_three(host: Client) -> None:
    counts = []
    for seats in ("3", "5"):
        table = set_up(host, seats=seats)
        for _ in range(int(seats) - 2):
            answers.accept_place(table, UserFactory())
        with CaptureQueriesContext(connection) as queries:
            shown(host, table)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_table_is_on_the_pages_of_all_who_sit_or_are_invited(host: Client, player: User, log_in: LogIn) -> None:
    cleo, dora = UserFactory(display_name="Cleo"), UserFactory(display_name="Dora")
    table = set_up(host, "Cleo\nDora")
    answers.accept_place(table, cleo)
    seats = "Seats: 2 of 4 taken"
    for browser, title in ((host, "Your table"), (log_in(cleo), f"{player}’s table")):
        for address in ("/", "/challenges/"):
            page = words(browser.get(address).content.decode())
            assert f"{title} Toy" in page
            assert seats in page
            assert "To Dora" not in page
    invited = words(log_in(dora).get("/").content.decode())
    assert f"Challenges to you {player}’s table 4 players; Toy" in invited
    assert seats not in invited
