"""Players told of a turn are told when it is taken back, and no one else."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from accounts.models import TurnMail, User
from mail.models import OutboxMail
from mail.outbox import deliver
from matches.conditional.edit import set_lines
from matches.gate import takeback, turns
from matches.models import Match, Seat
from tests.support.composed_mails import deliver_all, latest, message_of, text_of
from tests.support.matches import SITE, Mails, fresh, mail_of, submit, travel
from timekeeping import clock


@pytest.fixture
def played(match: Match, player_seat: Seat) -> Match:
    """Ada has played, and Ben is asked."""
    submit(player_seat, "T@b3")
    return match


def delivered(mail: OutboxMail) -> str:
    """What became of it."""
    deliver.deliver(mail.pk)
    mail.refresh_from_db()
    return str(mail.status)


def test_what_was_not_sent_yet_never_is(played: Match, player_seat: Seat) -> None:
    mail = mail_of(played.seats.get(index=1))
    takeback.take_back(player_seat, SITE)
    assert delivered(mail) == "dropped"
    assert delivered(latest("taken_back")) == "dropped"


@pytest.mark.usefixtures("waiting_turn_mails")
class TestTheEmailWaitsAsLongAsTheTurnCanBeTakenBack:
    """So that taking back needs no second one."""

    def test_nobody_is_told_of_a_turn_that_is_taken_back(self, played: Match, player_seat: Seat, mails: Mails) -> None:
        deliver_all()
        assert mail_of(played.seats.get(index=1)).status == "queued"
        mails()
        takeback.take_back(player_seat, SITE)
        assert mails() == [("your_turn", "Ada")]
        with travel(minutes=2, seconds=1):
            deliver_all()
        assert not OutboxMail.objects.filter(user__display_name="Ben", status="sent").exists()

    def test_nor_is_who_took_it_back_and_has_played_since(self, played: Match, player_seat: Seat) -> None:
        takeback.take_back(player_seat, SITE)
        asked_again = latest("your_turn", player_seat.player)
        submit(player_seat, "I@b3")
        with travel(minutes=2, seconds=1):
            deliver_all()
            asked_again.refresh_from_db()
        assert asked_again.status == "dropped"
        mail = mail_of(played.seats.get(index=1))
        assert mail.status == "sent"
        assert "turn back" not in text_of(message_of(mail))

    def test_it_comes_when_the_turn_stands(self, played: Match) -> None:
        with travel(minutes=2):
            deliver_all()
        assert mail_of(played.seats.get(index=1)).status == "sent"

    def test_a_match_begins_with_one_at_once(self, player_seat: Seat) -> None:
        deliver_all()
        assert mail_of(player_seat).status == "sent"

    def test_nobody_waits_with_little_time(self, match: Match, player_seat: Seat) -> None:
        other = match.seats.get(index=1)
        Seat.objects.filter(pk=other.pk).update(bank=timedelta(minutes=59) - match.control.increment)
        submit(player_seat, "T@b3")
        deliver_all()
        assert mail_of(fresh(other)).status == "sent"


def test_who_was_told_is_told_of_this_too(played: Match, player_seat: Seat, mails: Mails) -> None:
    deliver_all()
    mails()
    takeback.take_back(player_seat, SITE)
    assert sorted(mails()) == [("taken_back", "Ben"), ("your_turn", "Ada")]
    mail = latest("taken_back")
    text = text_of(message_of(mail))
    assert f"Taken back: {played.log.get(index=0).public_words}\n" in text
    assert "In notation: (T@b3)\n" in text
    assert played.game.text_board(played.game.view(played.game.start(played.options, 2, bytes(32)), 1)).strip() in text
    assert delivered(mail) == "sent"


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (TurnMail.EACH, "we’ll email you when it’s your turn."),
        (TurnMail.UNTIL_RETURN, "or have done so since your last visit."),
    ],
)
def test_it_promises_no_mail_that_will_not_come(player_seat: Seat, opponent: User, wish: TurnMail, said: str) -> None:
    deliver_all()
    User.objects.filter(pk=opponent.pk).update(turn_mail=wish)
    takeback.take_back(player_seat, SITE)
    assert said in " ".join(text_of(message_of(latest("taken_back"))).split())


def test_so_is_who_may_be_being_told_this_moment(played: Match, player_seat: Seat) -> None:
    mail = mail_of(played.seats.get(index=1))
    OutboxMail.objects.filter(pk=mail.pk).update(leased_until=clock.now() + timedelta(minutes=1))
    takeback.take_back(player_seat, SITE)
    assert delivered(latest("taken_back")) == "sent"


@pytest.mark.usefixtures("played")
def test_not_once_there_is_a_newer_turn_to_be_told_of(player_seat: Seat, player: User) -> None:
    deliver_all()
    takeback.take_back(player_seat, SITE)
    text = text_of(message_of(latest("your_turn", player)))
    assert "You: Took the turn back." in text
    assert "T@b3" not in text.partition("What happened:")[2].partition("To play")[0]
    submit(player_seat, "I@b3")
    assert delivered(latest("taken_back")) == "dropped"
    told = text_of(message_of(latest("your_turn")))
    assert "Took the turn back." in told
    assert "I@b3" in told
    assert "T@b3" not in told


def test_the_next_email_says_so_to_who_was_told(played: Match, player_seat: Seat) -> None:
    deliver_all()
    takeback.take_back(player_seat, SITE)
    submit(player_seat, "I@b3")
    with travel(minutes=2, seconds=1):
        deliver_all()
    assert "took the turn back" in text_of(message_of(mail_of(played.seats.get(index=1)))).lower()


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("why", ["over", "not wanted"])
def test_nor_when_it_does_not_matter(player_seat: Seat, opponent: User, why: str) -> None:
    deliver_all()
    if why == "not wanted":
        User.objects.filter(pk=opponent.pk).update(turn_mail=TurnMail.NONE)
    takeback.take_back(player_seat, SITE)
    if why == "over":
        turns.resign(player_seat, SITE)
    assert delivered(latest("taken_back")) == "dropped"


def test_conditional_turns_that_it_dropped_are_said_to_be(match: Match, player_seat: Seat) -> None:
    expected = match.game.play(match.loaded_state, 0, "I@a2").state
    answer = match.game.sample(expected, 1, random.Random(1))
    set_lines(match.seats.get(index=1), f"if I@a2 then {answer}", SITE)
    submit(player_seat, "T@b3")
    deliver_all()
    takeback.take_back(player_seat, SITE)
    assert "Your conditional turns were deleted" in text_of(message_of(latest("taken_back")))
