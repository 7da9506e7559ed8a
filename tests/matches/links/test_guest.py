"""A guest has no login: whatever a player needs in a match, the links in emails lead to it, each no further than it
must."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from mail.models import MailAddress, OutboxMail
from mail.outbox.compose import compose
from mail.preferences import unsubscribe
from matches.gate import turns
from matches.links import old_link_requests
from matches.mails import tokens
from matches.models import Link, LogEntry, Match, Seat
from matches.offers import answers
from tests.support.factories import ChallengeFactory, GuestFactory, MatchFactory
from tests.support.matches import SITE
from tests.support.pages import main_of
from tests.support.people import LogIn

FIRST_VOLLEY = ("B@c3", "I@a1", "B@c4 B@d3", "pass", "B@d4 c3+", "pass", "c4+ d3+", "pass", "d4+")


@pytest.fixture
def guest(db: None) -> User:
    made: User = GuestFactory()
    return made


@pytest.fixture
def match(opponent: User, guest: User) -> Match:
    """A points match, in which the guest is Green."""
    made: Match = MatchFactory(players=[opponent, guest], options={"format": "points-2"})
    return made


def asked(match: Match) -> Seat:
    return match.seats.select_related("player").get(asked_turn__isnull=False)


def by_the_other(match: Match, text: str) -> None:
    seat = asked(match)
    turns.submit_turn(seat, seat.asked_turn or 0, text, SITE)


def newest(guest: User, kind: str) -> str:
    mail = OutboxMail.objects.filter(user=guest, kind=kind).order_by("-pk").first()
    assert mail is not None
    message = compose(mail)
    assert message is not None
    return str(message.body)


def mailed(guest: User, kind: str = "your_turn") -> str:
    """The address in the guest's newest mail of that kind that leads to what it asks for."""
    found = re.search(r"open this link[^/]*:\s+http://[^/]+(/l/\S+)", newest(guest, kind))
    assert found is not None
    return found[1]


def is_over(match: Match) -> bool:
    return Match.objects.get(pk=match.pk).is_over


def to_colour_choice(match: Match, visitor: Client, guest: User) -> str:
    """The guest plays each turn by the link in its email. The address of that in which the colour is asked for."""
    for place, text in enumerate(FIRST_VOLLEY):
        if place % 2:
            assert visitor.post(mailed(guest), {"text": text, "sure": "yes"}).status_code == 303
        else:
            by_the_other(match, text)
    return mailed(guest)


@pytest.fixture
def visitor() -> Client:
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def old(match: Match, visitor: Client, guest: User) -> str:
    """The address of a link whose turn is played; it is the guest's turn again."""
    by_the_other(match, "B@c3")
    address = mailed(guest)
    visitor.post(address, {"text": "I@a1", "sure": "yes"})
    by_the_other(match, "B@c4 B@d3")
    return address


@pytest.fixture
def live(old: str, guest: User) -> str:
    return mailed(guest)


class TestAfterAChoiceOfColour:
    def test_who_chose_to_begin_is_led_on_to_the_first_turn(self, match: Match, visitor: Client, guest: User) -> None:
        address = to_colour_choice(match, visitor, guest)
        answer = visitor.post(address, {"text": "red", "sure": "yes"})
        onwards = answer.headers["Location"]
        assert onwards.startswith("/l/")
        assert not onwards.startswith(address)
        page = visitor.get(onwards)
        assert "Turn sent" in page.text
        assert "data-turn-form" in page.text
        assert visitor.post(onwards, {"text": "B@c3", "sure": "yes"}).status_code == 303
        match.refresh_from_db()
        assert match.log.get(index=match.log_length - 1).text == "B@c3"

    def test_who_chose_to_be_second_sees_the_receipt(self, match: Match, visitor: Client, guest: User) -> None:
        address = to_colour_choice(match, visitor, guest)
        assert visitor.post(address, {"text": "green", "sure": "yes"}).headers["Location"] == address
        assert "Turn sent" in visitor.get(address).text

    def test_who_was_passed_the_link_later_gets_no_further(self, match: Match, visitor: Client, guest: User) -> None:
        """What was chosen can be read there, so it could be sent again."""
        address = to_colour_choice(match, visitor, guest)
        visitor.post(address, {"text": "red", "sure": "yes"})
        count = Link.objects.count()
        assert Client().post(address, {"text": "red", "sure": "yes"}).headers["Location"] == address
        assert Link.objects.count() == count
        assert "Email me the link" in Client().get(address).text


class TestAnOldLink:
    def test_has_the_new_one_mailed_by_a_button(self, old: str, visitor: Client, guest: User, match: Match) -> None:
        page = main_of(visitor.get(old).text)
        assert 'name="action" value="mail"' in page
        assert "/accounts/login/" not in page
        answer = visitor.post(old, {"action": "mail"})
        assert (answer.status_code, answer.headers["Location"]) == (303, f"{old}?mailed=1")
        told = visitor.get(f"{old}?mailed=1").text
        assert "We’ve emailed you the link" in told
        assert guest.email not in told
        assert visitor.post(mailed(guest, "position"), {"text": "pass", "sure": "yes"}).status_code == 303
        assert match.log.count() == 4

    def test_has_few_mailed(self, old: str, visitor: Client, guest: User) -> None:
        mails = OutboxMail.objects.filter(user=guest, kind="position")
        for count in range(old_link_requests.MOST_A_DAY):
            with time_machine.travel(timezone.now() + count * old_link_requests.AGAIN_AFTER, tick=False):
                assert visitor.post(old, {"action": "mail"}).status_code == 303
                again = visitor.post(old, {"action": "mail"})
            assert again.status_code == 429
            assert "We’ve emailed you already" in again.text
            assert mails.count() == count + 1
        with time_machine.travel(timezone.now() + timedelta(hours=23), tick=False):
            assert visitor.post(old, {"action": "mail"}).status_code == 429
        with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
            assert visitor.post(old, {"action": "mail"}).status_code == 303

    def test_has_it_mailed_to_one_who_gets_no_other_mail(self, old: str, visitor: Client, guest: User) -> None:
        unsubscribe.set_turn_mail(guest, wanted=False)
        visitor.post(old, {"action": "mail"})
        assert mailed(guest, "position")

    def test_says_so_where_no_mail_arrives(self, old: str, visitor: Client, guest: User) -> None:
        MailAddress.objects.create(address=guest.email, undeliverable_since=timezone.now())
        answer = visitor.post(old, {"action": "mail"})
        assert answer.status_code == 409
        assert "Our emails to you bounce" in answer.text
        assert not OutboxMail.objects.filter(kind="position").exists()

    def test_shows_the_log_and_the_replay(self, old: str, visitor: Client) -> None:
        page = main_of(visitor.get(old).text)
        assert "Turns played" in page
        for index, text in enumerate(("B@c3", "I@a1", "B@c4 B@d3")):
            assert f"<code>{text}</code>" in page
            assert f'href="{old}turns/{index}/"' in page
            turn = visitor.get(f"{old}turns/{index}/")
            assert turn.context["line"].text == text
            assert set(re.findall(r'href="(/(?:l|matches)/[^"]*)"', main_of(turn.text))) <= {
                old,
                *(f"{old}turns/{each}/" for each in range(3)),
                f"{old}analysis/{index + 1}/",
            }
        assert visitor.get(f"{old}turns/3/").status_code == 404
        assert visitor.get(f"{old}turns/1/").headers["Cache-Control"] == "no-store"

    def test_of_a_match_that_is_over_shows_them_too(self, old: str, visitor: Client, match: Match) -> None:
        turns.resign(match.seats.get(index=0), SITE)
        page = main_of(visitor.get(old).text)
        assert f"{old}turns/0/" in page
        assert "Resign…" not in page
        assert "Email me" not in page


def test_the_link_of_a_challenge_has_that_of_the_match_mailed(opponent: User, guest: User, visitor: Client) -> None:
    challenge = ChallengeFactory(challenger=opponent, opponent=guest)
    address = f"/l/{tokens.mint_offer(challenge, guest)}/"
    assert visitor.post(address, {"action": "mail"}).status_code == 409
    answers.accept_place(challenge, guest)
    assert 'value="mail"' in visitor.get(address).text
    assert visitor.post(address, {"action": "mail"}).headers["Location"] == f"{address}?mailed=1"
    assert "We’ve emailed you the link" in visitor.get(f"{address}?mailed=1").text
    (path,) = set(re.findall(r"http://[^/]+(/l/\S+)", newest(guest, "position")))
    assert visitor.get(path).status_code == 200


def test_the_replay_by_a_link_keeps_what_the_other_picked_in_secret(opponent: User, guest: User) -> None:
    match: Match = MatchFactory(players=[opponent, guest], options={"special": "on"})
    turns.submit_turn(match.seats.get(index=0), 1, "I4T4C1A1", SITE)
    seat = asked(match)
    address = f"/l/{tokens.mint_turn(seat, seat.asked_turn or 0)}/"
    for page in (address, f"{address}turns/0/"):
        assert "I4T4C1A1" not in Client().get(page).text


def test_a_members_link_shows_the_replay_to_its_owner_alone(
    log_in: LogIn, old: str, opponent: User, stranger: User, match: Match
) -> None:
    by_link = f"/l/{tokens.mint_turn(match.seats.get(player=opponent), 1)}/turns/0/"
    assert Client().get(by_link).status_code == 200
    assert log_in(opponent).get(by_link).headers["Location"] == f"/matches/{match.pk}/turns/0/"
    assert log_in(stranger).get(by_link).status_code == 403


class TestResigning:
    def test_the_link_to_the_turn_asks_and_resigns(self, live: str, visitor: Client, match: Match) -> None:
        assert f'href="{live}resign/"' in visitor.get(live).text
        question = visitor.get(f"{live}resign/")
        assert "Resign this match?" in question.text
        assert "/accounts/login/" not in main_of(question.text)
        assert not is_over(match)
        answer = visitor.post(f"{live}resign/", {"action": "resign", "sure": "yes"})
        assert (answer.status_code, answer.headers["Location"]) == (303, live)
        assert visitor.post(f"{live}resign/", {"action": "resign", "sure": "yes"}).status_code == 303
        last = match.log.get(kind=LogEntry.Kind.RESIGNATION)
        assert last.via == LogEntry.Via.LINK
        assert "You lost" in visitor.get(live).text

    def test_an_old_link_only_has_the_question_mailed(
        self, old: str, visitor: Client, guest: User, match: Match
    ) -> None:
        page = visitor.get(f"{old}resign/").text
        assert 'value="resign"' not in page
        assert visitor.post(f"{old}resign/", {"action": "resign", "sure": "yes"}).status_code == 409
        assert "We’ll email you one" in page
        sent = visitor.post(f"{old}resign/", {"action": "mail"})
        assert sent.status_code == 303
        assert "We’ll email you one" not in visitor.get(sent.headers["Location"]).text
        assert not is_over(match)
        address = mailed(guest, "confirm_resignation")
        assert "Resign this match?" in visitor.get(address).text
        answer = visitor.post(address, {"action": "resign", "sure": "yes"})
        assert is_over(match)
        assert "You lost" in visitor.get(answer.headers["Location"]).text
        assert visitor.get(address).status_code == 200

    def test_the_mailed_link_is_good_until_the_opponent_plays(
        self, old: str, visitor: Client, guest: User, match: Match
    ) -> None:
        visitor.post(f"{old}resign/", {"action": "mail"})
        address = mailed(guest, "confirm_resignation")
        by_the_other(match, "pass")  # her own turn leaves the question as it is
        assert 'value="resign"' in visitor.get(address).text
        by_the_other(match, "B@d4 c3+")
        assert visitor.post(address, {"action": "resign", "sure": "yes"}).status_code == 409
        assert 'value="mail"' in visitor.get(address).text
        assert not is_over(match)

    def test_the_mailed_link_opens_nothing_else_and_one_for_replies_resigns_nothing(
        self, visitor: Client, match: Match, guest: User
    ) -> None:
        seat = match.seats.get(player=guest)
        token, reply = tokens.mint_resignation(match, seat), tokens.mint_reply(match, seat)
        for rest in ("", "draft/", "turns/0/"):
            assert visitor.get(f"/l/{token}/{rest}").status_code == 404
        assert visitor.post(f"/l/{token}/", {"text": "pass", "sure": "yes"}).status_code == 404
        assert visitor.post(f"/l/{reply}/resign/", {"action": "resign", "sure": "yes"}).status_code == 404


class TestPrivateNotes:
    @pytest.fixture
    def link(self, match: Match) -> str:
        """To the guest's first turn."""
        by_the_other(match, "B@c3")
        return link_to(asked(match))

    def test_the_newest_link_keeps_and_shows_them(self, visitor: Client, link: str, match: Match, guest: User) -> None:
        kept = visitor.post(link, {"action": "note", "note-text": "Watch a1"})
        assert (kept.status_code, kept.headers["Location"]) == (303, f"{link}?noted=1#notes")
        assert match.private_notes.get().writer == guest
        for _ in range(2):  # while the turn is asked for, and when it is played
            shown = visitor.get(f"{link}?noted=1").content.decode()
            assert "Watch a1" in shown
            assert "Notes saved." in shown
            visitor.post(link, {"text": "I@a1", "sure": "yes"})
        assert match.log.count() == 2

    def test_too_much_is_refused_beside_the_field(self, visitor: Client, link: str, match: Match) -> None:
        for _ in range(2):
            refused = visitor.post(link, {"action": "note", "note-text": "y" * 4001})
            assert refused.status_code == 422
            assert 'aria-invalid="true"' in refused.content.decode()
            visitor.post(link, {"text": "I@a1", "sure": "yes"})
        assert not match.private_notes.exists()

    def test_an_older_link_neither_shows_nor_changes_them(self, visitor: Client, link: str, match: Match) -> None:
        visitor.post(link, {"action": "note", "note-text": "Watch a1"})
        visitor.post(link, {"text": "I@a1", "sure": "yes"})
        by_the_other(match, "pass")
        assert "Watch a1" not in visitor.get(link).content.decode()
        assert visitor.post(link, {"action": "note", "note-text": "mine now"}).status_code == 409
        assert match.private_notes.get().text == "Watch a1"
        assert "Watch a1" in visitor.get(link_to(asked(match))).content.decode()

    def test_a_members_link_shows_none_without_a_login(self, visitor: Client, match: Match, opponent: User) -> None:
        link = link_to(asked(match))
        match.private_notes.create(writer=opponent, text="Watch d4")
        assert "Watch d4" not in visitor.get(link).content.decode()
        assert visitor.post(link, {"action": "note", "note-text": "mine now"}).status_code == 409
        assert match.private_notes.get().text == "Watch d4"


def link_to(seat: Seat) -> str:
    """The address of a link to the turn that the seat is asked for."""
    return f"/l/{tokens.mint_turn(seat, seat.asked_turn or 0)}/"
