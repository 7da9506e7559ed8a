"""Playing with a token: whose turn it is, what may be played, and sending it."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from fortify_site.api import tokens
from fortify_site.api.models import Token
from matches.gate import chat, handover, turns
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Seat
from tests.support.rows import refresh, require

from .conftest import Program, Programs

pytestmark = pytest.mark.either


@pytest.fixture
def ada(program_of: Programs, player: User) -> Program:
    return program_of(player)


@pytest.fixture
def ben(program_of: Programs, opponent: User) -> Program:
    return program_of(opponent)


def send(program: Program, match: Match, number: int, text: str, **more: Any) -> Any:
    return program.post(f"/matches/{match.pk}/turns", {"number": number, "text": text, **more})


def test_me_says_whose_token_it_is(ada: Program, player: User, match: Match) -> None:
    found = ada.json("/me")
    assert (found["id"], found["name"], found["scope"], found["waiting"]) == (player.pk, "Ada", "play", 1)


def test_ones_own_matches_say_whose_turn_it_is(ada: Program, ben: Program, match: Match, player_seat: Seat) -> None:
    [own] = ada.json("/me/matches?which=waiting")["items"]
    assert (own["match"], own["against"], own["is_asked"], own["number"]) == (match.pk, ["Ben"], True, 1)
    assert own["deadline"][:19] == require(player_seat.deadline).isoformat()[:19]
    assert ben.json("/me/matches?which=waiting")["items"] == []
    assert [each["is_asked"] for each in ben.json("/me/matches")["items"]] == [False]
    assert ben.json("/me/matches?which=finished")["items"] == []


def test_every_step_and_example_that_is_told_is_legal(ada: Program, match: Match) -> None:
    found = ada.json(f"/matches/{match.pk}/turn")
    assert (found["number"], found["kind"], found["text"], found["may_send"]) == (1, "turn", "", False)
    assert "T@b3" in [step["next"] for step in found["steps"]]
    state = match.loaded_state
    assert found["examples"]
    for text in found["examples"]:
        match.game.play(state, 0, text)
    assert ada.json(f"/matches/{match.pk}/turn")["examples"] == found["examples"]


def test_a_turn_under_way_is_understood(ada: Program, match: Match) -> None:
    found = ada.json(f"/matches/{match.pk}/turn?text=t@B3")
    assert (found["text"], found["may_send"]) == ("T@b3", True)
    refused = ada.get(f"/matches/{match.pk}/turn?text=T@z9")
    assert (refused.status_code, refused.json()["code"]) == (422, "illegal")


def test_who_is_not_asked_has_no_turn(ben: Program, match: Match) -> None:
    response = ben.get(f"/matches/{match.pk}/turn")
    assert (response.status_code, response.json()["code"]) == (409, "not_asked")


@pytest.mark.parametrize(
    "body", ["[" * 2_000_000, "[" + "[]," * 600_000 + "0]", '{"number":' * 200_000, "é".encode("latin-1")]
)
def test_a_body_larger_than_any_request_needs_is_refused_before_it_is_read(
    ada: Program, match: Match, body: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    was_read: list[Any] = []
    with monkeypatch.context() as watched:
        watched.setattr("mail.parse.bounded_json.json.loads", was_read.append)
        response = ada.client.post(f"/api/v1/matches/{match.pk}/turns", body, content_type="application/json")
    assert (response.status_code, response.json()["code"], was_read) == (400, "bad_request", [])


def test_a_program_needs_no_token_of_a_form(player: User, match: Match) -> None:
    program = Program(tokens.make_token(player, "a program", Token.Scope.PLAY))
    program.client.handler.enforce_csrf_checks = True
    assert send(program, match, 1, "T@b3").status_code == 200


def test_a_turn_is_answered_with_what_was_understood(ada: Program, match: Match) -> None:
    response = send(ada, match, 1, "t@B3", message="Good luck")
    assert response.status_code == 200
    found = response.json()
    assert (found["number"], found["text"], found["match_status"]) == (1, "T@b3", "running")
    turn = LogEntry.objects.get()
    assert (turn.via, turn.message, turn.words) == (LogEntry.Via.API, "Good luck", found["words"])


def test_the_same_twice_is_played_once(ada: Program, match: Match) -> None:
    first, second = send(ada, match, 1, "T@b3"), send(ada, match, 1, "T@b3")
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert LogEntry.objects.count() == 1


@pytest.mark.parametrize(
    ("number", "text", "status", "code"),
    [
        (1, "hello", 422, "unreadable"),
        (1, "T@a5", 422, "illegal"),
        (2, "T@b3", 409, "stale"),
    ],
)
def test_a_refusal_says_why_and_plays_nothing(
    ada: Program, match: Match, player_seat: Seat, number: int, text: str, status: int, code: str
) -> None:
    response = send(ada, match, number, text)
    assert (response.status_code, response.json()["code"]) == (status, code)
    with pytest.raises(MatchRefused) as refused:
        turns.submit_turn(player_seat, number, text, LogEntry.Via.SITE)
    assert response.json()["error"] == refused.value.message
    assert LogEntry.objects.count() == 0


def test_another_turn_of_the_same_number_is_stale(ada: Program, match: Match) -> None:
    send(ada, match, 1, "T@b3")
    response = send(ada, match, 1, "T@c3")
    assert (response.status_code, response.json()["code"]) == (409, "stale")


def test_the_opponent_is_not_asked(ben: Program, match: Match) -> None:
    response = send(ben, match, 1, "T@b3")
    assert (response.status_code, response.json()["code"]) == (409, "not_asked")


@pytest.mark.parametrize(
    ("what", "body"), [("turns", {"number": 1, "text": "T@b3"}), ("resignation", None), ("draw", {"action": "offer"})]
)
def test_only_a_player_with_a_token_that_may_play_plays(
    program_of: Programs, match: Match, player: User, stranger: User, what: str, body: Any
) -> None:
    for program in (program_of(stranger), program_of(player, Token.Scope.READ)):
        response = program.post(f"/matches/{match.pk}/{what}", body)
        assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    assert Program().post(f"/matches/{match.pk}/{what}", body).status_code == 401
    assert LogEntry.objects.count() == 0


@pytest.mark.parametrize("body", ["", "[]", "{", '{"number": "one", "text": "T@b3"}', '{"number": 0, "text": ""}'])
def test_a_body_that_is_no_turn_is_refused(ada: Program, match: Match, body: str) -> None:
    response = ada.client.generic("POST", f"/api/v1/matches/{match.pk}/turns", body, "application/json")
    assert response.status_code in {400, 422}
    assert response.json()["error"]


def test_a_match_is_resigned_once(ada: Program, match: Match) -> None:
    first, second = (ada.post(f"/matches/{match.pk}/resignation") for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()
    assert first.json()["match_status"] == "finished"


def test_a_draw_is_offered_and_accepted(ada: Program, ben: Program, match: Match) -> None:
    assert ada.post(f"/matches/{match.pk}/draw", {"action": "offer"}).status_code == 200
    assert ben.post(f"/matches/{match.pk}/draw", {"action": "accept"}).json()["match_status"] == "finished"
    assert ada.post(f"/matches/{match.pk}/draw", {"action": "burn"}).status_code == 422


def test_who_reads_a_match_has_looked_at_it(ada: Program, ben: Program, match: Match, opponent_seat: Seat) -> None:
    """So that the opponent's turn can no longer be taken back."""
    send(ada, match, 1, "T@b3")
    ben.client.head(f"/api/v1/matches/{match.pk}")
    assert refresh(opponent_seat).seen_length == 0
    ben.get(f"/matches/{match.pk}")
    assert refresh(opponent_seat).seen_length == 1


def test_who_took_a_seat_over_has_seen_the_lines_that_they_were_shown(
    ada: Program, program_of: Programs, match: Match, player_seat: Seat, opponent_seat: Seat, stranger: User
) -> None:
    """Two lines of before are not for them: of five they are shown three."""
    for seat in (player_seat, opponent_seat):
        chat.write_message(seat, "Good luck!", LogEntry.Via.SITE)
    send(ada, match, 1, "T@b3")
    handover.hand_over(opponent_seat, stranger)
    chat.write_message(player_seat, "Hello!", LogEntry.Via.SITE)
    newcomer = program_of(stranger)

    def seen_after(address: str) -> int:
        newcomer.json(f"/matches/{match.pk}/turns{address}")
        return Seat.objects.get(pk=opponent_seat.pk).seen_length

    assert (seen_after("?limit=1"), seen_after("?limit=3")) == (3, 5)
