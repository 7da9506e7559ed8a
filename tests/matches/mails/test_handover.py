"""The email about an opponent whose place another has taken."""

from __future__ import annotations

import pytest

from mail.models import OutboxMail
from mail.outbox import deliver
from matches.gate import clock_acts, handover, turns
from matches.models import Turn
from tests.support.composed_mails import latest, message_of, text_of
from tests.support.every_mail import handed_over
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import asked, play_on

pytestmark = pytest.mark.django_db


def test_it_says_who_came_in_whose_place() -> None:
    text = " ".join(text_of(message_of(handed_over())).split())
    assert "Nora & <Olaf> now plays against you in place of" in text
    assert "Nora & <Olaf> can’t see your earlier messages." in text
    assert "It’s your turn." in text


def test_it_is_moot_once_the_match_is_over() -> None:
    mail = handed_over()
    assert mail.match is not None
    turns.resign(asked(mail.match), Turn.Via.SITE)
    deliver.deliver(mail.pk)
    assert latest("handed_over").status == OutboxMail.Status.DROPPED


def test_who_comes_is_told_of_the_turn_and_not_of_what_was_written_to_another() -> None:
    ann, cleo = UserFactory(), UserFactory()
    match = play_on(MatchFactory(players=[ann, cleo]), 3, message="Between us.")
    assert "Between us." in text_of(message_of(latest("your_turn")))
    nora = UserFactory(display_name="Nora")
    handover.hand_over(asked(match), nora)
    mail = latest("your_turn")
    assert mail.user == nora
    assert "Between us." not in text_of(message_of(mail))


def test_who_comes_reads_that_they_play_on_and_not_how_the_clock_stood_before() -> None:
    match = play_on(MatchFactory(players=[UserFactory(), UserFactory()]), 3)
    clock_acts.stop_clock(asked(match), "Somebody is sought.", match.log_length, is_by_rule=True)
    handover.hand_over(asked(match), UserFactory(display_name="Nora"))
    text = text_of(message_of(latest("your_turn")))
    assert "You: Continue from here, as a replacement." in text
    assert "Somebody is sought." not in text


def test_who_comes_before_the_first_turn_is_not_told_that_the_match_begins() -> None:
    match = MatchFactory(players=[UserFactory(), UserFactory()])
    handover.hand_over(asked(match), UserFactory(display_name="Nora"))
    assert "The match has begun." not in text_of(message_of(latest("your_turn")))
