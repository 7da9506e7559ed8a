"""A link from an email that plays one turn."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from matches.gate import draws, turns
from matches.mails import tokens as link_tokens
from matches.models import Link, LogEntry, Match, Seat
from tests.support.markup import compact
from tests.support.pages import main_of
from tests.support.people import LogIn


@pytest.fixture
def token(player_seat: Seat) -> str:
    return link_tokens.mint_turn(player_seat, 1)


@pytest.fixture
def url(token: str) -> str:
    return f"/l/{token}/"


@pytest.fixture
def visitor() -> Client:
    return Client(enforce_csrf_checks=True)


def send(client: Client, url: str, **fields: str) -> int:
    return client.post(url, {"number": "1", "text": "T@b3", "sure": "yes", **fields}).status_code


def test_it_opens_the_turn_without_a_login_and_its_token_may_come_in_capitals(
    visitor: Client, url: str, token: str
) -> None:
    for address in (url, f"/l/{token.upper()}/"):
        response = visitor.get(address)
        assert response.status_code == 200
        assert "data-turn-form" in response.content.decode()
    assert visitor.get(url).context["form_url"] == url
    draft = json.loads(visitor.get(f"{url}draft/", {"text": "T@b3"}).content)
    assert (draft["text"], draft["may_send"]) == ("T@b3", True)


def test_a_button_sends_the_turn_and_the_receipt_shows_it(visitor: Client, url: str, match: Match) -> None:
    response = visitor.post(url, {"number": "1", "text": "t@b3", "message": "hello", "sure": "yes"})
    assert response.status_code == 303
    turn = match.log.get()
    assert (turn.text, turn.via, turn.message) == ("T@b3", LogEntry.Via.LINK, "hello")
    receipt = visitor.get(response.headers["Location"])
    html = receipt.content.decode()
    assert "Turn sent" in html
    assert "T@b3" in html
    assert "<b>Ben</b> to move" in html
    assert "data-turn-form" not in html
    assert f'href="{reverse("account_login")}?next=/"> Log in for your other matches' in compact(html)


def test_a_guest_chooses_the_language_at_its_foot_for_the_mails_too(
    visitor: Client, url: str, player: User, match: Match
) -> None:
    User.objects.filter(pk=player.pk).update(is_guest=True)
    page = visitor.get(url).text
    assert f'<form class="languages cluster" method="post" action="{url}"' in page
    assert f'<input type="hidden" name="next" value="{url}">' in page
    response = visitor.post(url, {"language": "de", "next": url})
    assert (response.status_code, response.headers["Location"]) == (302, url)
    assert '<html lang="de">' in Client().get(url).text
    assert User.objects.get(pk=player.pk).language == "de"
    assert not match.log.exists()
    assert visitor.post(url, {"language": "tlh", "next": url}).status_code == 400


def test_a_members_language_is_chosen_in_the_account_alone(visitor: Client, url: str, player: User) -> None:
    assert "languages" not in visitor.get(url).text
    assert visitor.post(url, {"language": "de", "next": url}).status_code == 422
    assert User.objects.get(pk=player.pk).language == "en-gb"


@pytest.mark.parametrize("query", ["", "?text=T@b3", "?text=T@b3&review=1", "?text=nonsense", "?action=accept"])
def test_looking_changes_nothing(query: str, visitor: Client, url: str, match: Match) -> None:
    for client in (visitor, Client(headers={"user-agent": "a scanner"})):
        client.get(url + query)
        client.head(url + query)
        client.get(f"{url}draft/{query}")
    match.refresh_from_db()
    assert not match.log.exists()
    assert match.seats.get(index=0).asked_turn == 1
    assert Link.objects.count() == 1
    assert "sessionid" not in visitor.cookies


def test_a_refused_turn_keeps_what_was_typed(visitor: Client, url: str, match: Match) -> None:
    response = visitor.post(url, {"number": "1", "text": "T@a5", "message": "keep me"})
    assert response.status_code == 422
    assert response.context["typed"] == "T@a5"
    assert response.context["message"] == "keep me"
    assert not match.log.exists()


def test_it_counts_for_its_own_number_whatever_the_form_says(visitor: Client, url: str, match: Match) -> None:
    assert send(visitor, url, number="7") == 303
    assert match.log.get().number == 1


class TestAnOldOne:
    @pytest.fixture(autouse=True)
    def moved_on(self, player_seat: Seat, opponent_seat: Seat, token: str) -> str:
        turns.submit_turn(player_seat, 1, "T@b3", LogEntry.Via.SITE)
        opponent_seat.refresh_from_db()
        turns.submit_turn(opponent_seat, 2, "B@a5", LogEntry.Via.SITE)
        return token

    def test_it_says_what_happened_since_plays_nothing_more_and_opens_no_newer_link(
        self, visitor: Client, url: str, token: str, match: Match
    ) -> None:
        html = visitor.get(url).content.decode()
        for said in ("Turn played", "Since then", "B@a5", "It’s your turn again"):
            assert said in html
        # That which has the newer one mailed, and that which turns the board.
        forms = re.findall(r'<form[^>]* action="([^"]*)"', main_of(html))
        assert sorted(forms) == sorted([url, f"/matches/{match.pk}/turned/"])
        assert set(re.findall("/l/([^/]*)/", html)) == {token}
        assert Link.objects.count() == 1
        assert visitor.get(f"{url}draft/").status_code == 409
        assert visitor.post(url, {"number": "3", "text": "T@a3", "sure": "yes"}).status_code == 409
        assert match.log.count() == 2

    def test_it_chooses_no_language(self, visitor: Client, url: str, player: User) -> None:
        User.objects.filter(pk=player.pk).update(is_guest=True)
        assert visitor.post(url, {"language": "de", "next": url}).status_code == 409
        assert User.objects.get(pk=player.pk).language == "en-gb"

    def test_it_answers_no_draw(self, visitor: Client, url: str, opponent_seat: Seat, match: Match) -> None:
        draws.offer_draw(opponent_seat, LogEntry.Via.SITE)
        assert visitor.post(url, {"action": "accept", "sure": "yes"}).status_code == 409
        match.refresh_from_db()
        assert not match.is_over


def test_one_to_look_at_the_match_by_names_no_turn(visitor: Client, opponent_seat: Seat) -> None:
    html = visitor.get(f"/l/{link_tokens.mint_watching(opponent_seat)}/").text
    assert "to move" in html
    assert "was never played" not in html


def test_of_a_match_that_is_over_it_shows_the_result(visitor: Client, url: str, opponent_seat: Seat) -> None:
    turns.resign(opponent_seat, LogEntry.Via.SITE)
    html = visitor.get(url).content.decode()
    assert "You won." in html
    assert "was never played" in html
    assert send(visitor, url) == 409


class TestDraws:
    def test_one_is_offered_and_answered_with_the_turn_at_hand(
        self, visitor: Client, url: str, opponent_seat: Seat, match: Match
    ) -> None:
        assert visitor.post(url, {"action": "offer", "sure": "yes"}).status_code == 303
        assert "You’ve offered a draw" in visitor.get(url).content.decode()
        match.refresh_from_db()
        assert match.draw_offered_by is not None
        draws.decline_draw(opponent_seat, LogEntry.Via.SITE)
        draws.offer_draw(opponent_seat, LogEntry.Via.SITE)
        html = visitor.get(url).content.decode()
        assert "Ben offers a draw" in html
        assert f'href="{url}draw/"' in html
        assert 'value="accept"' not in html
        assert 'value="accept"' in visitor.get(f"{url}draw/").content.decode()
        assert not Match.objects.get(pk=match.pk).is_over
        assert visitor.post(url, {"action": "accept", "sure": "yes"}).status_code == 303
        match.refresh_from_db()
        assert match.is_over

    def test_the_question_is_asked_of_the_turn_at_hand_alone(
        self, visitor: Client, url: str, opponent_seat: Seat, log_in: LogIn, match: Match, player: User, stranger: User
    ) -> None:
        assert visitor.get(f"{url}draw/").headers["Location"] == url
        draws.offer_draw(opponent_seat, LogEntry.Via.SITE)
        assert log_in(player).get(f"{url}draw/").headers["Location"] == f"/matches/{match.pk}/draw/"
        assert log_in(stranger).get(f"{url}draw/").status_code == 403
        turns.submit_turn(match.seats.get(index=0), 1, "T@b3", LogEntry.Via.SITE)
        draws.offer_draw(opponent_seat, LogEntry.Via.SITE)
        assert visitor.get(f"{url}draw/").headers["Location"] == url

    def test_what_is_refused_is_said(self, visitor: Client, url: str) -> None:
        response = visitor.post(url, {"action": "accept", "sure": "yes"})
        assert response.status_code == 409
        assert "There’s no draw offer" in response.content.decode()


def test_a_member_logs_in_to_resign(visitor: Client, url: str, match: Match) -> None:
    assert visitor.post(url, {"action": "resign", "sure": "yes"}).status_code == 422
    assert "Log in to resign" in visitor.get(url).text
    for answer in (visitor.get(f"{url}resign/"), visitor.post(f"{url}resign/", {"action": "resign", "sure": "yes"})):
        assert answer.headers["Location"] == f"/accounts/login/?next=/matches/{match.pk}/resign/"
    match.refresh_from_db()
    assert not match.is_over


def test_it_opens_nothing_else(visitor: Client, url: str, match: Match) -> None:
    visitor.get(url)
    send(visitor, url)
    for page in ("/", f"/matches/{match.pk}/", "/account/", "/challenges/", "/matches/"):
        response = visitor.get(page)
        assert response.status_code == 302 or "Log in" in response.content.decode()


class TestLoggedIn:
    def test_as_the_owner_one_gets_the_normal_page(self, log_in: LogIn, player: User, url: str, match: Match) -> None:
        response = log_in(player).get(url)
        assert response.status_code == 302
        assert response.headers["Location"] == f"/matches/{match.pk}/"
        assert response.headers["Referrer-Policy"] == "no-referrer"

    def test_as_somebody_else_nothing_is_shown_or_done(
        self, log_in: LogIn, opponent: User, url: str, match: Match
    ) -> None:
        client = log_in(opponent)
        response = client.get(url)
        assert response.status_code == 403
        html = response.content.decode()
        assert "This link belongs to another player" in html
        assert "Ada" not in html
        assert send(client, url) == 403
        assert client.get(f"{url}draft/").status_code == 403
        assert not match.log.exists()


class TestOfNoUse:
    @pytest.fixture
    def tokens(self, token: str, player_seat: Seat, opponent_seat: Seat) -> list[str]:
        """Garbage, a cut one, and one whose owner no longer plays there."""
        left = link_tokens.mint_turn(player_seat, 1)
        Link.objects.filter(seat=player_seat).update(seat=opponent_seat)
        return ["garbage", token[:-1], token + "a", "%00", left]

    def test_they_all_get_the_same_answer(self, tokens: list[str], visitor: Client) -> None:
        answers = {
            (answer.status_code, answer.content, answer.headers["Cache-Control"])
            for token in tokens
            for answer in (visitor.get(f"/l/{token}/"), visitor.post(f"/l/{token}/", {"text": "T@b3", "sure": "yes"}))
        }
        assert len(answers) == 1
        assert answers.pop()[0] == 404

    def test_the_owner_of_a_closed_account_plays_no_more(self, visitor: Client, url: str, player: User) -> None:
        player.is_active = False
        player.save()
        assert visitor.get(url).status_code == 404
        assert send(visitor, url) == 404


@pytest.mark.parametrize("path", ["", "draft/"])
def test_its_address_is_kept_from_others(path: str, visitor: Client, url: str) -> None:
    for address in (url + path, f"/l/garbage/{path}"):
        headers = visitor.get(address).headers
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == "no-store"
        assert "noindex" in headers["X-Robots-Tag"]


def test_times_are_in_the_owners_zone_and_language(visitor: Client, url: str, player: User, player_seat: Seat) -> None:
    player.time_zone, player.language = "Asia/Tokyo", "en-us"
    player.save()
    html = visitor.get(url).content.decode()
    assert "+09:00" in html
    assert 'lang="en-us"' in html


def test_a_line_written_at_the_last_look_goes_back_to_the_form(visitor: Client, url: str, match: Match) -> None:
    fields = {"text": "T@b3", "message": "keep me", "change": "1"}
    response = visitor.get(visitor.post(url, fields).headers["Location"])
    assert not match.log.exists()
    assert (response.context["draft"].text, response.context["message"]) == ("T@b3", "keep me")


class TestAButtonAlone:
    """Mail servers submit the forms of links as they are, so a button alone does nothing that can't be taken back."""

    def test_sends_no_turn_and_the_review_asks(self, visitor: Client, url: str, match: Match) -> None:
        response = visitor.post(url, {"number": "1", "text": "T@b3", "message": "keep me"})
        assert response.status_code == 422
        assert "Tick this box to send it." in response.text
        assert (response.context["draft"].text, response.context["message"]) == ("T@b3", "keep me")
        assert not match.log.exists()

    def test_offers_no_draw_until_its_reader_says_yes(self, visitor: Client, url: str, match: Match) -> None:
        asked = visitor.post(url, {"action": "offer"})
        assert (asked.status_code, asked.context["question"]) == (200, "Offer Ben a draw?")
        assert "checked" not in main_of(asked.text)
        unanswered = visitor.post(url, {"action": "offer", "asked": "1"})
        assert unanswered.status_code == 422
        assert "Choose yes or no." in unanswered.text
        assert visitor.post(url, {"action": "offer", "asked": "1", "sure": "no"}).headers["Location"] == url
        assert not match.log.exists()
        visitor.post(url, {"action": "offer", "asked": "1", "sure": "yes"})
        assert match.log.get().kind == LogEntry.Kind.DRAW_OFFER

    def test_of_a_reply_by_who_knows_whom_is_not_filled_in(self, visitor: Client, url: str) -> None:
        page = visitor.get(url, {"written": "T@b3"})
        asked, rest = page.text.split("No, ignore it")
        assert "Was this you?" in asked
        assert 'value="" id="was-not-me" checked' in asked
        assert 'id="was-me" checked' not in rest
        assert 'name="text" value="T@b3" data-send-text' not in page.text
