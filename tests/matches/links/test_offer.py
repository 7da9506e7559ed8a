"""A link from an email that answers one challenge."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from matches.gate import turns
from matches.mails import tokens
from matches.models import Link, LogEntry, Match, Offer
from matches.offers import answers
from tests.matches.conftest import number_of
from tests.support.factories import ChallengeFactory
from tests.support.offers import opponent_of
from tests.support.pages import main_of, words
from tests.support.people import LogIn

NAMED = {"action": "accept", "display_name": "Dora", "time_zone": "Europe/Paris"}


@pytest.fixture
def challenge(player: User) -> Offer:
    made: Offer = ChallengeFactory(challenger=player, email="dora@elsewhere.example", first=Offer.First.YOU)
    return made


@pytest.fixture
def guest(challenge: Offer) -> User:
    return opponent_of(challenge)


@pytest.fixture
def url(challenge: Offer, guest: User) -> str:
    return f"/l/{tokens.mint_offer(challenge, guest)}/"


@pytest.fixture
def visitor() -> Client:
    return Client(enforce_csrf_checks=True)


@pytest.mark.parametrize("action", ["accept", "decline"])
def test_a_button_alone_answers_nothing_for_someone_with_a_name(action: str, player: User, opponent: User) -> None:
    offer = ChallengeFactory(challenger=opponent, opponent=player)
    address = f"/l/{tokens.mint_offer(offer, player)}/"
    asked = Client().post(address, {"action": action})
    assert asked.context["question"] == f"{action.capitalize()} Ben’s challenge?"
    offer.refresh_from_db()
    assert offer.status == Offer.Status.OPEN


def test_it_says_what_is_offered_and_changes_nothing(visitor: Client, url: str, challenge: Offer) -> None:
    html = visitor.get(url).content.decode()
    visitor.head(url)
    assert "Ada challenges you" in html
    assert "Your name on this site" in html
    assert "3 days a turn. Clocks are never paused." in words(html)
    assert "dora@elsewhere.example" not in html
    challenge.refresh_from_db()
    assert challenge.status == Offer.Status.OPEN


def test_a_guest_is_written_to_in_the_language_in_which_they_accepted(visitor: Client, url: str, guest: User) -> None:
    german, american = {"accept-language": "de-CH,de;q=0.9"}, {"accept-language": "en-US"}
    assert '<html lang="de">' in visitor.get(url, headers=german).text
    assert User.objects.get(pk=guest.pk).language == "en-gb"
    assert '<html lang="de">' in visitor.post(url, NAMED, headers=german).text
    assert User.objects.get(pk=guest.pk).language == "de"
    assert '<html lang="de">' in visitor.get(url, headers=american).text


def test_a_guest_chooses_a_language_before_saying_anything_else(
    visitor: Client, url: str, guest: User, challenge: Offer
) -> None:
    assert f'action="{url}" aria-label="Language"' in visitor.get(url).text
    assert visitor.post(url, {"language": "de", "next": url}).headers["Location"] == url
    assert '<html lang="de">' in visitor.get(url, headers={"accept-language": "en-US"}).text
    assert User.objects.get(pk=guest.pk).language == "de"
    challenge.refresh_from_db()
    assert challenge.status == Offer.Status.OPEN


def test_a_guest_accepts_under_a_name_and_plays_at_once(visitor: Client, url: str, guest: User) -> None:
    response = visitor.post(url, NAMED)
    assert response.status_code == 200
    guest.refresh_from_db()
    assert (guest.display_name, guest.time_zone, guest.is_guest) == ("Dora", "Europe/Paris", True)
    assert "your matches come along" in response.content.decode()
    first_turn = response.context["first_turn"]
    assert visitor.post(first_turn, {"text": "T@b3", "sure": "yes"}).status_code == 303
    assert Match.objects.get().log.get().via == LogEntry.Via.LINK


def test_when_the_other_begins_it_says_what_comes_next(visitor: Client, url: str, challenge: Offer) -> None:
    Offer.objects.filter(pk=challenge.pk).update(first=Offer.First.ME)
    response = visitor.post(url, NAMED)
    assert response.context["first_turn"] == ""
    assert "We email you every turn" in response.content.decode()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "Enter the name other players will see."),
        ("ADA", "already called"),
        ("Guest 12", "the site uses itself"),
        ("dora@elsewhere.example", "looks like an email address"),
        ("x" * 41, "40"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_kept(
    name: str, said: str, visitor: Client, url: str, challenge: Offer
) -> None:
    response = visitor.post(url, {**NAMED, "display_name": name})
    assert response.status_code == 422
    form = response.context["form"]
    assert said in form.errors["display_name"][0]
    assert form["display_name"].value() == name
    assert form["time_zone"].value() == "Europe/Paris"
    challenge.refresh_from_db()
    assert challenge.status == Offer.Status.OPEN


def test_accepting_twice_is_harmless(visitor: Client, url: str) -> None:
    for _ in range(2):
        response = visitor.post(url, NAMED)
        assert response.status_code == 200
        assert response.context["first_turn"]
    assert Match.objects.count() == 1


def test_sent_again_later_it_opens_no_later_turn_and_changes_no_name(visitor: Client, url: str, guest: User) -> None:
    visitor.post(url, NAMED)
    match = Match.objects.get()
    for text in ("T@b3", "B@a5"):
        seat = match.seats.get(asked_turn__isnull=False)
        turns.submit_turn(seat, number_of(seat), text, LogEntry.Via.SITE)
    before = Link.objects.count()
    response = visitor.post(url, {**NAMED, "display_name": "Dorothea"})
    assert response.context["first_turn"] == ""
    assert Link.objects.count() == before
    guest.refresh_from_db()
    assert guest.display_name == "Dora"


def test_declining_needs_no_name(visitor: Client, url: str, challenge: Offer, guest: User) -> None:
    response = visitor.post(url, {"action": "decline", "display_name": "", "time_zone": "", "sure": "yes"})
    assert response.status_code == 200
    assert "You declined this challenge" in response.content.decode()
    challenge.refresh_from_db()
    assert challenge.status == Offer.Status.DECLINED


def test_one_that_was_withdrawn_can_only_be_read(
    visitor: Client, url: str, challenge: Offer, player: User, guest: User
) -> None:
    answers.withdraw_offer(challenge, player)
    html = visitor.get(url).content.decode()
    assert "Ada withdrew this challenge" in html
    assert "<form" not in main_of(html)
    name = guest.display_name
    response = visitor.post(url, NAMED)
    assert response.status_code == 409
    assert visitor.post(url, {"language": "de", "next": url}).status_code == 422
    guest.refresh_from_db()
    assert (guest.display_name, guest.language) == (name, "en-gb")


def test_a_member_accepts_without_being_asked_for_a_name(visitor: Client, player: User, opponent: User) -> None:
    challenge = ChallengeFactory(challenger=player, opponent=opponent)
    url = f"/l/{tokens.mint_offer(challenge, opponent)}/"
    assert "You play as Ben." in visitor.get(url).content.decode()
    assert visitor.post(url, {"action": "accept", "sure": "yes"}).status_code == 200
    assert Match.objects.count() == 1


def test_an_unknown_action_is_refused_and_it_drafts_no_turn(visitor: Client, url: str) -> None:
    assert visitor.post(url, {"action": "resign", "display_name": "Dora", "sure": "yes"}).status_code == 422
    assert visitor.get(f"{url}draft/").status_code == 404


def test_logged_in_as_the_owner_one_gets_the_normal_page(log_in: LogIn, player: User, opponent: User) -> None:
    challenge = ChallengeFactory(challenger=player, opponent=opponent)
    token = tokens.mint_offer(challenge, opponent)
    response = log_in(opponent).get(f"/l/{token}/")
    assert response.headers["Location"] == f"/challenges/{challenge.pk}/"


def test_somebody_else_cannot_answer_it(log_in: LogIn, stranger: User, url: str, challenge: Offer) -> None:
    client = log_in(stranger)
    assert client.post(url, NAMED).status_code == 403
    assert "Ada" not in client.get(url).content.decode()
    challenge.refresh_from_db()
    assert challenge.status == Offer.Status.OPEN
