from __future__ import annotations

import json
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches.gate import draws, turns
from matches.models import LogEntry, Match, Seat
from tests.support.factories import MatchFactory
from tests.support.matches import submit
from tests.support.people import LogIn


@pytest.fixture
def ada(log_in: LogIn, player: User) -> Client:
    return log_in(player)


@pytest.fixture
def url(match: Match) -> str:
    return f"/matches/{match.pk}/play/"


def test_a_turn_is_sent_and_the_match_shown(
    ada: Client, url: str, match: Match, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ada.get(url)  # which notes that the player is here
    with django_assert_max_num_queries(11):  # two of them begin and end the transaction
        response = ada.post(url, {"number": "1", "text": "t@b3", "message": "hello"})
    assert response.status_code == 303
    assert response.headers["Location"] == f"/matches/{match.pk}/"
    turn = match.log.get()
    assert (turn.text, turn.message, turn.via) == ("T@b3", "hello", LogEntry.Via.SITE)
    assert "Turn sent." in ada.get(response.headers["Location"]).content.decode()


def test_looking_and_drafting_change_nothing(ada: Client, url: str, match: Match) -> None:
    for query in ("", "?text=T@b3", "?text=T@b3&review=1", "?text=nonsense"):
        ada.get(url + query)
        ada.head(url + query)
        ada.get(f"/matches/{match.pk}/draft/{query}")
    assert not match.log.exists()
    assert Seat.objects.get(match=match, index=0).asked_turn == 1


def test_the_last_look_says_what_would_be_sent_if_it_may_be(ada: Client, url: str) -> None:
    response = ada.get(url, {"text": "t@b3", "review": "1"})
    assert response.status_code == 200
    assert response.context["review"]
    assert response.context["draft"].text == "T@b3"
    assert 'name="number" value="1"' in response.content.decode()
    response = ada.get(url, {"text": "", "review": "1"})
    assert response.status_code == 422
    assert not response.context["review"]
    assert "Nothing chosen yet. Choose an action from the list below, or type one." in response.content.decode()


def test_where_an_army_is_picked_nothing_is_said_of_a_list(log_in: LogIn, player: User, opponent: User) -> None:
    match: Match = MatchFactory(players=[player, opponent], options={"special": "on"})
    response = log_in(player).get(f"{match.get_absolute_url()}play/", {"review": "1"})
    assert response.context["error"] == "Nothing chosen yet. Enter how many of each unit you want."
    assert response.text.count(response.context["error"]) == 1


def test_a_stale_tab_says_its_fault_once(ada: Client, url: str, match: Match) -> None:
    turns.submit_turn(match.seats.get(index=0), 1, "T@b3", LogEntry.Via.SITE)
    stale = ada.post(url, {"number": "1", "text": "I@b2"})
    assert stale.text.count("This turn has already been played") == 1
    other = match.seats.get(index=1)
    turns.submit_turn(other, other.asked_turn, "I@d4", LogEntry.Via.SITE)
    stale = ada.post(url, {"number": "1", "text": "I@b2"})
    assert stale.text.count("This turn has already been played") == 1


@pytest.mark.parametrize("text", ["T@b9", "T@a5", "what a lovely day"])
def test_a_refused_turn_keeps_all_that_was_typed(text: str, ada: Client, url: str, match: Match) -> None:
    response = ada.post(url, {"number": "1", "text": text, "message": "keep me"})
    assert response.status_code == 422
    assert response.context["typed"] == text
    assert response.context["message"] == "keep me"
    html = response.content.decode()
    assert f'value="{text}"' in html
    assert response.context["error"]
    assert not match.log.exists()


@pytest.mark.parametrize("message", ["keep me & mine", "ש" * 500, "老" * 500])
def test_a_turn_sent_after_the_login_has_ended_is_there_again_after_the_next(
    message: str, client: Client, player: User, url: str, match: Match
) -> None:
    away = client.post(url, {"number": "1", "text": "T@b3", "message": message}).headers["Location"]
    client.force_login(player)
    back = client.get(parse_qs(urlsplit(away).query)["next"][0])
    assert back.context["review"]
    assert back.context["draft"].text == "T@b3"
    assert back.context["message"] == message
    assert not match.log.exists()


def test_what_no_address_can_hold_is_left_out_of_it(client: Client, url: str) -> None:
    away = client.post(url, {"number": "1", "text": "T@b3", "message": "🎲" * 500}).headers["Location"]
    assert len(away) < 8000
    assert "T%2540b3" in away


@pytest.mark.parametrize("number", ["2", "", "one", "-1", "99999999999999999999", "１"])
def test_a_number_that_is_not_the_one_asked_for_is_refused(number: str, ada: Client, url: str, match: Match) -> None:
    response = ada.post(url, {"number": number, "text": "T@b3"})
    assert response.status_code == 409
    assert response.context["typed"] == "T@b3"
    assert not match.log.exists()


def test_out_of_turn_there_is_only_the_match(log_in: LogIn, opponent: User, url: str, match: Match) -> None:
    client = log_in(opponent)
    assert client.get(url).headers["Location"] == f"/matches/{match.pk}/"
    assert client.post(url, {"number": "1", "text": "T@b3"}).status_code == 409
    assert client.get(f"/matches/{match.pk}/draft/").status_code == 409


def test_an_army_is_picked_with_number_fields(log_in: LogIn, player: User, opponent: User) -> None:
    match: Match = MatchFactory(players=[player, opponent], options={"special": "on"})
    ada = log_in(player)
    response = ada.get(f"/matches/{match.pk}/play/?pick_I=4&pick_T=4&review=1")
    assert response.status_code == 422
    assert response.context["error"]
    fields = {"number": "1", "text": "", "pick_I": "4", "pick_T": "4", "pick_B": "2", "pick_C": "0", "pick_A": ""}
    assert ada.post(f"/matches/{match.pk}/play/", fields).status_code == 303
    assert match.log.get().text == "I4T4B2"


def test_the_aim_is_said_in_each_players_first_turn(log_in: LogIn, player: User, opponent: User) -> None:
    match: Match = MatchFactory(game_slug="fairytale", players=[player, opponent], options={"cast": "plain"})
    lesson = reverse("matches:lesson", args=["fairytale"])
    said = []
    for who in (player, player, opponent, player):
        page = log_in(who).get(match.get_absolute_url())
        said.append("Destroy three dark diamonds" in page.text and lesson in page.text)
        match = Match.objects.get(pk=match.pk)
        seat = match.seats.get(player=who)
        submit(seat, match.game.sample(match.loaded_state, seat.index, Random(1)))
    assert said == [True, True, True, False]


class TestDraft:
    def test_it_is_the_engines_draft_with_the_board_and_each_step_leads_to_the_next(
        self, ada: Client, match: Match
    ) -> None:
        draft = json.loads(ada.get(f"/matches/{match.pk}/draft/").content)
        assert set(draft) == {"text", "words", "may_send", "missing", "offer", "reveals", "steps", "board", "error"}
        assert {step["text"] for step in draft["steps"]} >= {"T@b3", "I@a3"}
        assert "<svg" in draft["board"]
        after = ada.get(f"/matches/{match.pk}/draft/", {"text": draft["steps"][0]["next"]})
        assert json.loads(after.content)["may_send"]

    def test_what_an_unfinished_turn_lacks_is_said_by_the_game(self, ada: Client, player: User) -> None:
        match: Match = MatchFactory(game_slug="fairytale", players=[player])
        begun = match.game.draft(match.loaded_state, 0).steps[0].next
        sentence = "Lay the four first tiles in one go; still free: e1, s1 and w1."
        draft = json.loads(ada.get(f"/matches/{match.pk}/draft/", {"text": begun}).content)
        assert (draft["may_send"], draft["missing"]) == (False, sentence)
        page = ada.get(f"/matches/{match.pk}/play/", {"text": begun, "review": "1"})
        assert (page.status_code, page.context["error"]) == (422, sentence)

    def test_a_text_that_cannot_be_played_is_answered_with_the_reason(self, ada: Client, match: Match) -> None:
        response = ada.get(f"/matches/{match.pk}/draft/", {"text": "T@a5"})
        assert response.status_code == 422
        assert "a5" in json.loads(response.content)["error"]


class TestDrawsAndResigning:
    def test_a_draw_is_offered_and_accepted(self, ada: Client, log_in: LogIn, match: Match, opponent: User) -> None:
        assert ada.post(f"/matches/{match.pk}/draw/", {"action": "offer"}).status_code == 303
        ben = log_in(opponent)
        html = ben.get(f"/matches/{match.pk}/").content.decode()
        assert "Ada offers a draw" in html
        assert f'href="/matches/{match.pk}/draw/"' in html
        assert 'href="#draw">draw offered</a>' in html  # beside the board, which is all that a phone shows
        assert 'href="#draw"' not in ada.get(f"/matches/{match.pk}/").content.decode()
        assert 'value="accept"' not in html
        assert 'value="accept"' in ben.get(f"/matches/{match.pk}/draw/").content.decode()
        assert not Match.objects.get(pk=match.pk).is_over
        assert ben.post(f"/matches/{match.pk}/draw/", {"action": "accept"}).status_code == 303
        match.refresh_from_db()
        assert match.is_over
        assert "<b>Drawn.</b>" in ben.get(f"/matches/{match.pk}/").content.decode()

    def test_a_draw_is_declined(self, ada: Client, match: Match, opponent_seat: Seat) -> None:
        draws.offer_draw(opponent_seat, LogEntry.Via.SITE)
        assert ada.post(f"/matches/{match.pk}/draw/", {"action": "decline"}).status_code == 303
        match.refresh_from_db()
        assert match.draw_offered_by is None

    def test_without_an_offer_to_answer_the_question_leads_to_the_match(self, ada: Client, match: Match) -> None:
        for _ in range(2):
            assert ada.get(f"/matches/{match.pk}/draw/").headers["Location"] == f"/matches/{match.pk}/"
            ada.post(f"/matches/{match.pk}/draw/", {"action": "offer"})

    def test_an_offer_that_crosses_another_shows_that_one(self, ada: Client, match: Match, opponent_seat: Seat) -> None:
        draws.offer_draw(opponent_seat, LogEntry.Via.SITE)
        response = ada.post(f"/matches/{match.pk}/draw/", {"action": "offer"})
        assert response.status_code == 409
        assert "Ben offers a draw" in response.content.decode()
        match.refresh_from_db()
        assert not match.is_over

    def test_what_cannot_be_done_about_a_draw_is_refused(self, ada: Client, match: Match) -> None:
        response = ada.post(f"/matches/{match.pk}/draw/", {"action": "accept"})
        assert response.status_code == 409
        assert "There’s no draw offer" in response.content.decode()
        assert ada.post(f"/matches/{match.pk}/draw/", {"action": "dance"}).status_code == 422

    def test_resigning_is_asked_about_first(self, ada: Client, match: Match) -> None:
        asked = ada.get(f"/matches/{match.pk}/resign/").content.decode()
        assert "If you resign, you lose the match at once; Ben wins" in asked
        match.refresh_from_db()
        assert not match.is_over
        assert ada.post(f"/matches/{match.pk}/resign/").status_code == 303
        match.refresh_from_db()
        assert match.how_it_ended == "resignation"

    def test_a_match_that_is_over_cannot_be_resigned(self, ada: Client, match: Match, opponent_seat: Seat) -> None:
        turns.resign(opponent_seat, LogEntry.Via.SITE)
        assert ada.post(f"/matches/{match.pk}/resign/").status_code == 409
        assert ada.get(f"/matches/{match.pk}/resign/").status_code == 302


def test_the_line_to_the_opponent_stays_while_the_turn_is_changed_without_scripts(ada: Client, url: str) -> None:
    refused = ada.post(url, {"number": "1", "text": "T@a5", "message": "keep me"}).content.decode()
    kept = '<input type="hidden" name="message" value="keep me">'
    assert kept in refused[refused.index('method="get"') :]
    look = ada.get(url, {"text": "T@b3", "message": "keep me", "review": "1"}).content.decode()
    assert 'value="keep me"' in look[look.index('method="post"') :]


def test_a_line_written_at_the_last_look_goes_back_to_the_form(ada: Client, url: str, match: Match) -> None:
    fields = {"number": "1", "text": "T@b3", "message": "keep me & mine", "change": "1"}
    answer = ada.post(url, fields)
    assert answer.status_code == 303
    response = ada.get(answer.headers["Location"])
    assert not match.log.exists()
    assert (response.context["draft"].text, response.context["message"]) == ("T@b3", "keep me & mine")
    assert response.context["review"] is False
