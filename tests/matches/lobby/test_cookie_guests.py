"""A visitor plays the computer without an account, and keeps the match when they sign up."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from i18n.fields import value_of
from matches.gate import takeback, turns
from matches.lobby import cookie_guests
from matches.models import LogEntry, Match, Seat
from matches.results import count, results
from matches.results.tally import Tally
from matches.verify.replay import differences
from tests.support.account_actions import sign_up, type_address_code
from tests.support.account_mails import last_code
from tests.support.matches import travel
from tests.support.people import LogIn
from tests.support.rows import require
from timekeeping import clock

pytestmark = pytest.mark.django_db
WISH = {"game": "fortify", "strength": "easy", "first": "me"}


@pytest.fixture
def visitor() -> Client:
    return Client()


def start(browser: Client, **wish: str) -> Match:
    answer = browser.post(reverse("matches:computer"), WISH | wish)
    assert answer.status_code == 303, answer.content.decode()
    return Match.objects.get(pk=int(answer.headers["Location"].strip("/").rpartition("/")[2]))


def test_one_click_on_the_first_page_starts_a_match_that_the_visitor_can_play(visitor: Client) -> None:
    assert reverse("matches:computer") in visitor.get("/").content.decode()
    match = start(visitor)
    own = match.seats.get(index=0)
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert own.name in page
    assert reverse("account_signup") in page
    played = visitor.post(reverse("matches:play", args=[match.pk]), {"text": "T@b3", "number": "1"})
    assert played.status_code == 303
    assert match.log.count() == 1
    assert match.get_absolute_url() in visitor.get("/").content.decode()


def test_no_cache_keeps_their_pages(visitor: Client) -> None:
    match = start(visitor)
    for page in ("", "analysis/0/", "check/"):
        answer = visitor.get(f"{match.get_absolute_url()}{page}")
        assert answer.headers["Cache-Control"] == "private, no-store"
    assert "no-store" not in Client().get("/rules/").headers.get("Cache-Control", "")


def test_elsewhere_they_stay_a_visitor(visitor: Client, match: Match) -> None:
    own = start(visitor)
    for address in (match.get_absolute_url(), "/matches/", "/challenges/new/", "/account/", "/lobby/"):
        assert visitor.get(address).headers["Location"].startswith("/accounts/login/"), address
    say = visitor.post(reverse("matches:say", args=[own.pk]), {"line": "Hello"})
    assert say.headers["Location"].startswith("/accounts/login/")
    assert Client().get(own.get_absolute_url()).headers["Location"].startswith("/accounts/login/")


def test_who_logs_in_there_keeps_the_matches(visitor: Client, player: User) -> None:
    matches = [start(visitor, strength=each) for each in ("easy", "medium", "hard")]
    turns.resign(matches[2].seats.get(index=0), LogEntry.Via.SITE)
    count.count_finished()
    visitor.force_login(player)
    assert set(Seat.objects.filter(player=player).values_list("match", flat=True)) == {each.pk for each in matches}
    assert not cookie_guests.guests_by_cookie().exists()
    played = visitor.post(reverse("matches:play", args=[matches[0].pk]), {"text": "T@b3", "number": "1"})
    assert played.status_code == 303
    computer = require(matches[2].seats.get(index=1).player)
    for _ in range(2):
        assert [each.total for each in results.results_of(player)] == [Tally(lost=1)]
        assert results.head_to_head(computer, player) == Tally(won=1)
        count.count_finished()


def test_the_way_from_the_first_page_to_an_account_with_the_match_in_its_list(
    visitor: Client,
) -> None:
    match = start(visitor)
    guest = match.seats.get(index=0).name
    visitor.post(reverse("matches:play", args=[match.pk]), {"text": "T@b3", "number": "1"})
    assert reverse("account_signup") in visitor.get(match.get_absolute_url()).content.decode()
    sign_up(visitor, "ann@example.org", "Ann Archer")
    type_address_code(visitor, last_code("ann@example.org"))
    ann = User.objects.get(email="ann@example.org")
    seat = match.seats.get(index=0)
    assert seat.player == ann
    assert match.get_absolute_url() in visitor.get(reverse("matches:list")).content.decode()
    line = match.log.get(kind=LogEntry.Kind.SAID)
    assert (line.seat, value_of(line.words, "guest")) == (seat, guest)
    assert guest in visitor.get(match.get_absolute_url()).content.decode()
    assert differences(Match.objects.get(pk=match.pk)) == []
    takeback.take_back(seat, LogEntry.Via.SITE)


def test_guests_are_forgotten_with_their_matches_a_while_after_the_last_turn(visitor: Client, match: Match) -> None:
    own = start(visitor)
    turns.resign(own.seats.get(index=0), LogEntry.Via.SITE)
    computer = require(own.seats.get(index=1).player)
    count.count_finished()
    assert [each.total for each in results.results_of(computer)] == [Tally(won=1)]
    with travel(days=cookie_guests.KEPT_FOR.days - 1):
        assert cookie_guests.forget_idle(clock.now()) == 0
    with travel(days=cookie_guests.KEPT_FOR.days + 1):
        assert cookie_guests.forget_idle(clock.now()) == 1
    assert list(Match.objects.all()) == [match]
    assert results.results_of(computer) == []
    assert not cookie_guests.guests_by_cookie().exists()


def test_a_button_pressed_twice_starts_one_match(visitor: Client, player: User, log_in: LogIn) -> None:
    """Also where the browser has dropped the first answer, and with it the session."""
    visitor.get(reverse("matches:computer"))
    assert "csrftoken" in visitor.cookies
    match = start(visitor)
    visitor.cookies.pop("sessionid")
    assert start(visitor) == match
    assert visitor.get(match.get_absolute_url()).status_code == 200
    member = log_in(player)
    own = start(member)
    assert start(member) == own != match
    assert start(Client()) not in (own, match)
    with travel(minutes=1):
        assert start(member) != own


def test_nobody_is_kept_waiting_at_the_page_for_a_computer_that_is_late(visitor: Client) -> None:
    match = start(visitor, first="you")
    assert "is thinking" in visitor.get(match.get_absolute_url()).content.decode()
    with travel(minutes=5):
        assert "taking longer than usual" in visitor.get(match.get_absolute_url()).content.decode()


def test_a_guest_has_few_matches_at_once(visitor: Client) -> None:
    for strength in ("easy", "medium", "hard"):
        start(visitor, strength=strength)
    assert visitor.post(reverse("matches:computer"), WISH | {"game": "fortac"}).status_code == 429


def test_peers_of_one_network_share_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cookie_guests, "A_DAY", cookie_guests.A_DAY._replace(network=2))
    peers = ("2001:db8:5:1::1", "2001:db8:5:2::1", "2001:db8:5:3::1", "2001:db8:6:1::1", "192.0.2.1")
    asked = [Client(REMOTE_ADDR=peer).post(reverse("matches:computer"), WISH).status_code for peer in peers]
    assert asked == [303, 303, 429, 303, 303]


def test_a_peer_makes_so_many_guests_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cookie_guests, "A_DAY", cookie_guests.A_DAY._replace(peer=1))
    start(Client())
    assert Client().post(reverse("matches:computer"), WISH).status_code == 429


def test_a_member_plays_it_in_one_click_too(player: User, log_in: LogIn) -> None:
    match = start(log_in(player))
    assert match.seats.get(index=0).player == player
    assert match.vacation_pool is not None


def test_nobody_can_challenge_a_guest_without_a_mailbox(visitor: Client, player: User, log_in: LogIn) -> None:
    start(visitor)
    name = cookie_guests.guests_by_cookie().get().display_name
    answer = log_in(player).post(reverse("matches:challenge_new"), {"to": "name", "name": name, "pace": "3"})
    assert answer.status_code == 422
