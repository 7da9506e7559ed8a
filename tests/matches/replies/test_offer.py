"""Challenges answered by mail."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from mail.inbound import store
from matches.models import Offer
from matches.offers import answers
from tests.support import second_language
from tests.support.composed_mails import html_of, text_of
from tests.support.factories import ChallengeFactory
from tests.support.mail_players import answers_to, newest, reply_address, reply_to, take_in, write


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def offer(player: User, opponent: User) -> Offer:
    """``player`` challenges ``opponent``, and will begin."""
    made: Offer = ChallengeFactory(challenger=player, opponent=opponent)
    return made


def test_a_challenge_is_accepted_by_mail(offer: Offer, player: User, opponent: User) -> None:
    mail = write(newest(opponent), "accept")
    offer.refresh_from_db()
    assert offer.match is not None
    assert {seat.player for seat in offer.match.seats.all()} == {player, opponent}
    assert mail.outcome == "accepted"
    text = flat(text_of(newest(opponent, "challenge_reply")))
    assert "You accepted Ada’s challenge, and the match has begun." in text
    assert "Ada begins" in text


def test_who_begins_is_told_that_the_board_is_on_its_way(player: User, opponent: User) -> None:
    ChallengeFactory(challenger=player, opponent=opponent, first="you")
    write(newest(opponent), "Accept!")
    assert "It’s your turn" in flat(text_of(newest(opponent, "challenge_reply")))
    assert newest(opponent, "your_turn").reply_to


def test_a_guest_accepts_by_mail_and_plays_on_by_mail(player: User) -> None:
    offer = ChallengeFactory(challenger=player, email="dora@elsewhere.example", first="you")
    guest = User.objects.get(email="dora@elsewhere.example")
    write(newest(guest), "accept")
    write(newest(guest, "your_turn"), "I@b3")
    offer.refresh_from_db()
    assert offer.match.log.get().text == "I@b3"


def test_a_challenge_is_declined_by_mail_and_what_is_said_goes_with_the_answer(
    offer: Offer, player: User, opponent: User
) -> None:
    write(newest(opponent), "Decline\nsay Not before June, sorry!")
    offer.refresh_from_db()
    assert offer.status == Offer.Status.DECLINED
    assert "Ben writes: “Not before June, sorry!”" in flat(text_of(newest(player, "challenge_declined")))
    reply = flat(text_of(newest(opponent, "challenge_reply")))
    assert "You declined Ada’s challenge." in reply
    assert "We sent Ada your message: “Not before June, sorry!”" in reply


@pytest.mark.parametrize("text", ["yes", "Ja!\n\nGruß, Ben", "Ja, gern!", "Annehmen, gerne!", "yes please"])
def test_yes_answers_the_one_thing_that_is_asked(offer: Offer, opponent: User, text: str) -> None:
    assert write(newest(opponent), text).outcome == "accepted"


def test_one_that_is_too_large_or_encrypted_is_answered(offer: Offer, opponent: User) -> None:
    message = newest(opponent)
    take_in(reply_to(message, "accept") + b"x" * store.LARGEST_ACCEPTED, reply_address(message))
    assert "too large to read" in flat(text_of(newest(opponent, "challenge_reply")))
    take_in(reply_to(message, "-----BEGIN PGP MESSAGE-----\n\nhQEMA"), reply_address(message))
    assert "Your email is encrypted" in flat(text_of(newest(opponent, "challenge_reply")))
    offer.refresh_from_db()
    assert offer.match is None


def test_what_is_no_answer_is_quoted(offer: Offer, opponent: User) -> None:
    write(newest(opponent), "Yes, but in June\n\nBen")
    text = flat(text_of(newest(opponent, "challenge_reply")))
    assert "You wrote: Yes, but in June These lines weren’t sent to Ada: - Ben " in text


@pytest.mark.parametrize("text", ["help", "Who are you?", "I@b3", "yes, resign"])
def test_whatever_else_is_written_is_answered_with_what_to_write(offer: Offer, opponent: User, text: str) -> None:
    write(newest(opponent), text)
    offer.refresh_from_db()
    assert offer.status == Offer.Status.OPEN
    assert "Reply “accept” or “decline” on the first line" in flat(text_of(newest(opponent, "challenge_reply")))


def test_the_same_words_are_answered_once_a_day(offer: Offer, opponent: User) -> None:
    message = newest(opponent)
    for _ in range(4):
        write(message, "I am on holiday.")
    assert answers_to(opponent) == ["challenge_reply"]


def test_a_challenge_that_was_withdrawn_or_has_expired_is_not_taken(offer: Offer, opponent: User) -> None:
    message = newest(opponent)
    with time_machine.travel(timezone.now() + timedelta(days=15), tick=False):
        assert write(message, "accept").outcome == "refused"
        assert "expired without an answer" in flat(text_of(newest(opponent, "challenge_reply")))
    answers.withdraw_offer(offer, offer.host)
    assert write(message, "decline").outcome == "refused"
    assert "was withdrawn" in flat(text_of(newest(opponent, "challenge_reply")))


def test_why_not_is_told_in_the_readers_language_and_noted_in_english(offer: Offer, opponent: User) -> None:
    User.objects.filter(pk=opponent.pk).update(language=second_language.OTHER)
    with second_language.in_brackets():
        message = newest(opponent)
        answers.withdraw_offer(offer, offer.host)
        mail = write(message, "accept")
        assert "«This challenge was withdrawn.»" in flat(text_of(newest(opponent, "challenge_reply")))
    assert mail.words == "This challenge was withdrawn."


def test_a_stranger_accepts_nothing_and_the_player_is_asked(offer: Offer, opponent: User) -> None:
    write(newest(opponent), "accept", sender="eve@x.example")
    offer.refresh_from_db()
    assert offer.status == Offer.Status.OPEN
    text = flat(text_of(newest(opponent, "was_this_you")))
    assert "eve@x.example replied to Ada’s challenge in your name." in text
    assert "/l/" in text


def test_the_challenger_can_reply_but_not_accept(offer: Offer, player: User, opponent: User) -> None:
    answers.decline(offer, opponent)
    assert write(newest(player, "challenge_declined"), "accept").outcome == "refused"


def test_what_is_said_with_an_acceptance_is_the_first_line_of_the_match(offer: Offer, opponent: User) -> None:
    write(newest(opponent), "Hi Ada,\naccept\nsay Good luck!")
    offer.refresh_from_db()
    assert offer.match is not None
    assert offer.match.log.get().message == "Good luck!"


@pytest.mark.parametrize("word", ["accept", "decline"])
def test_an_answer_whose_line_is_too_long_is_not_given(offer: Offer, opponent: User, word: str) -> None:
    write(newest(opponent), f"{word}\nsay {'x' * 600}")
    offer.refresh_from_db()
    assert offer.status == Offer.Status.OPEN
    assert "the limit is 500" in flat(text_of(newest(opponent, "challenge_reply")))


def test_a_reason_that_is_not_passed_on_is_named(offer: Offer, player: User, opponent: User) -> None:
    write(newest(opponent), "Hallo Ada,\n\ndecline\n\nLeider keine Zeit im Mai.\nBen")
    message = newest(opponent, "challenge_reply")
    for part in (text_of(message), re.sub("<[^>]+>", " ", unescape(html_of(message)))):
        assert "These lines weren’t sent to Ada: - Hallo Ada, - Leider keine Zeit im Mai. - Ben" in flat(part)
    assert "keine Zeit" not in text_of(newest(player, "challenge_declined"))


def test_an_answer_that_may_be_part_of_the_quote_is_not_given(offer: Offer, opponent: User) -> None:
    message = newest(opponent)
    quoted = "> " + "a long line of the mail that is answered here, to its very end and beyond"
    write(message, f"{quoted}\naccept")
    offer.refresh_from_db()
    assert offer.status == Offer.Status.OPEN
    assert "eave an empty line between the quote and your answer" in flat(text_of(newest(opponent, "challenge_reply")))
