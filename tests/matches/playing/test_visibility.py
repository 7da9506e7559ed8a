"""What someone sees of matches and players who is not logged in."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from matches.gate import chat, turns
from matches.models import Match, Seat
from tests.matches.conftest import PlayOn
from tests.support.answers import LOGIN, Row, wrong_answers
from tests.support.factories import EventFactory, MatchFactory
from tests.support.matches import SITE
from tests.support.people import LogIn
from tournaments.models import Pairing, Round

SHOWN: list[Row] = [(name, "GET", {}, (200, LOGIN)) for name in ("match", "turn", "position", "record", "player")]
OPEN, SHUT = 0, 1


@pytest.fixture
def visitor() -> Client:
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def addresses(match: Match, player: User) -> dict[str, str]:
    at = f"/matches/{match.pk}/"
    turn = f"{at}turns/0/"
    return {
        "match": at,
        "turn": turn,
        "position": f"{turn}position/",
        "record": f"{at}record/",
        "player": f"/players/{player.pk}/",
    }


@pytest.fixture
def over(match: Match, play_on: PlayOn) -> Match:
    play_on(match, 3)
    turns.resign(match.seats.get(index=1), SITE)
    match.refresh_from_db()
    return match


def in_event(match: Match, *, is_public: bool) -> None:
    """The match is played in an event."""
    match.occasion = "Spring Cup, round 1"
    match.save()
    round = Round.objects.create(event=EventFactory(is_public=is_public), number=1, stage=Round.Stage.RUNNING)
    entries = [round.event.entries.create(player=seat.player) for seat in match.seats.all()]
    Pairing.objects.create(round=round, board=1, white=entries[0], black=entries[1], match=match)


@pytest.mark.usefixtures("over")
class TestAFinishedMatch:
    def test_is_open(self, visitor: Client, addresses: dict[str, str]) -> None:
        assert wrong_answers(visitor, OPEN, SHOWN, addresses) == []
        page = visitor.get(addresses["match"]).text
        assert "Ada won" in page
        assert 'content="noindex"' in page
        main = page.split("<main", 1)[1].split("</main>", 1)[0]
        assert re.findall(r"<form[^>]*>", main) == [  # nothing but how the board is looked at
            f'<form method="post" action="{addresses["match"]}turned/" data-turn-board>'
        ]
        assert "Ada" in visitor.get(addresses["player"]).text

    @pytest.mark.parametrize("opponents", [{"is_guest": True}, {"for_members": True}], ids=["a guest's", "a wish"])
    def test_is_for_members_where_a_player_is_a_guest_or_wishes_so(
        self,
        opponents: dict[str, bool],
        visitor: Client,
        addresses: dict[str, str],
        log_in: LogIn,
        stranger: User,
        opponent: User,
    ) -> None:
        User.objects.filter(pk=opponent.pk).update(**opponents)
        assert wrong_answers(visitor, SHUT, SHOWN, addresses) == []
        assert wrong_answers(log_in(stranger), OPEN, SHOWN, addresses) == []
        assert visitor.get(f"/api/v1{addresses['match'][:-1]}").status_code == 404

    def test_keeps_what_its_players_said(self, match: Match, visitor: Client, addresses: dict[str, str]) -> None:
        chat.write_message(match.seats.get(index=0), "Between us: 1234.", SITE)
        for address in (*addresses.values(), f"{addresses['match']}turns/{match.log_length}/"):
            assert "1234" not in visitor.get(address).text


@pytest.mark.parametrize(
    ("is_over", "event", "place"),
    [
        (True, "public", OPEN),
        (True, "private", SHUT),
        (True, "forgotten", SHUT),
        (False, "public", OPEN),
        (False, "none", SHUT),
    ],
)
def test_a_match_is_as_open_as_its_event(
    match: Match, play_on: PlayOn, visitor: Client, addresses: dict[str, str], *, is_over: bool, event: str, place: int
) -> None:
    play_on(match, 2)
    if is_over:
        turns.resign(match.seats.get(index=1), SITE)
        match.refresh_from_db()
    if event != "none":
        in_event(match, is_public=event != "private")
    if event == "forgotten":
        Pairing.objects.all().delete()
    assert wrong_answers(visitor, place, SHOWN, addresses) == []
    assert ("You’re watching." in visitor.get(addresses["match"]).text) == (place == OPEN)


class TestARunningMatch:
    def test_keeps_its_secrets(self, visitor: Client, player: User, opponent: User) -> None:
        match: Match = MatchFactory(players=[player, opponent], options={"special": "on"})
        in_event(match, is_public=True)
        turns.submit_turn(match.seats.get(index=0), 1, "I4T4C1A1", SITE)
        at = f"/matches/{match.pk}/"
        for address in (at, f"{at}turns/0/", f"{at}record/", f"/api/v1{at[:-1]}", f"/api/v1{at}turns"):
            answer = visitor.get(address)
            assert answer.status_code == 200, address
            assert "I4T4C1A1" not in answer.text, address

    def test_a_seat_whose_player_has_left_is_no_visitors(self, match: Match, visitor: Client) -> None:
        in_event(match, is_public=True)
        Seat.objects.filter(match=match, index=0).update(player=None)
        page = visitor.get(f"/matches/{match.pk}/")
        assert page.context["seat"] is None
        assert "data-turn-form" not in page.text
        card = visitor.get(f"/players/{match.seats.get(index=1).player_id}/")
        assert "(you)" not in card.text


def test_what_is_not_there_asks_for_a_login_like_what_is_hidden(visitor: Client, match: Match) -> None:
    for there, not_there in ((f"/matches/{match.pk}/", "/matches/999999/"), ("/players/1/", "/players/999999/")):
        for address in (there, not_there):
            assert visitor.get(address).headers["Location"] == f"/accounts/login/?next={address}"


def test_players_of_no_open_match_have_no_page_for_visitors(visitor: Client, stranger: User) -> None:
    assert visitor.get(f"/players/{stranger.pk}/").status_code == 302


@pytest.mark.usefixtures("over")
@pytest.mark.parametrize("name", ["match", "player"])
def test_it_takes_few_queries(name: str, visitor: Client, addresses: dict[str, str], player: User) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert visitor.get(addresses[name]).status_code == 200
        return len(queries)

    before = count()
    for _ in range(4):
        turns.resign(MatchFactory(players=[player, MatchFactory().seats.get(index=0).player]).seats.get(index=1), SITE)
    assert count() <= before <= 14
