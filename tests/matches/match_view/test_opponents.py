"""Lines that players write to each other, and an opponent's replacement, as emails tell them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import TurnMail, User
from fortify_site.profiles.delete_account import delete_account
from mail.models import OutboxMail
from mail.outbox import deliver
from mail.outbox.compose import compose
from mail.preferences.until_return import Postponed
from matches.gate import chat, clock_acts, handover, takeback, turns
from matches.models import LogEntry, Match, Seat
from tests.support.composed_mails import deliver_all, html_of, latest, message_of, text_of
from tests.support.every_mail import handed_over
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE, Mails, asked, later, play_on, submit, travel

pytestmark = pytest.mark.django_db


def say(seat: Seat, line: str) -> LogEntry:
    return chat.write_message(seat, line, SITE)


def test_it_comes_a_while_later(match: Match, player_seat: Seat, mails: Mails) -> None:
    with later(match, hours=1) as moment:
        mails()
        say(player_seat, "Hello")
        assert mails() == [("said", "Ben")]
        mail = latest("said")
        deliver.deliver(mail.pk)
        mail.refresh_from_db()
        assert mail.status == "queued"
        moment.shift(timedelta(minutes=2))
        deliver.deliver(mail.pk)
    mail.refresh_from_db()
    assert mail.status == "sent"


def test_the_lines_of_a_few_minutes_come_in_one(match: Match, player_seat: Seat) -> None:
    with later(match, hours=1) as moment:
        say(player_seat, "Hello")
        moment.shift(timedelta(minutes=1))
        say(player_seat, "I am away on Friday.")
    mail = OutboxMail.objects.get(kind="said")
    assert "Ada writes: “Hello”\nAda writes: “I am away on Friday.”" in text_of(message_of(mail))


def test_one_that_is_about_to_be_sent_takes_nothing_along(match: Match, player_seat: Seat) -> None:
    with later(match, hours=1) as moment:
        say(player_seat, "Hello")
        moment.shift(timedelta(seconds=115))
        say(player_seat, "There?")
    assert OutboxMail.objects.filter(kind="said").count() == 2


def test_what_was_told_before_is_not_told_again(match: Match, player_seat: Seat, opponent_seat: Seat) -> None:
    with later(match, hours=1):
        say(player_seat, "I was told")
    with later(match, hours=2):
        say(opponent_seat, "Welcome")
        say(player_seat, "How are you?")
    text = text_of(message_of(latest("said", opponent_seat.player)))
    assert "How are you?" in text
    assert "I was told" not in text
    assert "Welcome" not in text


@pytest.mark.usefixtures("opponent_seat")
def test_none_for_who_wants_none_about_turns_and_none_where_its_writer_is_gone(
    player_seat: Seat, player: User, opponent: User
) -> None:
    say(player_seat, "My number is 12345")
    assert compose(latest("said")) is not None
    User.objects.filter(pk=opponent.pk).update(turn_mail=TurnMail.NONE)
    assert compose(latest("said")) is None
    User.objects.filter(pk=opponent.pk).update(turn_mail=TurnMail.EACH)
    mail = latest("said")
    delete_account(player)
    assert compose(mail) is None


def test_none_for_who_has_turned_them_off_in_this_match(player_seat: Seat, opponent_seat: Seat, mails: Mails) -> None:
    say(player_seat, "Hello")
    Seat.objects.filter(pk=opponent_seat.pk).update(is_deaf=True)
    assert compose(latest("said")) is None
    mails()
    say(player_seat, "Hello?")
    assert mails() == []


@pytest.mark.usefixtures("match")
def test_the_email_about_the_turn_takes_them_along_and_no_other_tells_them_again(
    player_seat: Seat, opponent: User
) -> None:
    say(player_seat, "Guess!")
    submit(player_seat, "T@b3", message="There.")
    said = latest("said")
    with pytest.raises(Postponed):
        compose(said)
    with travel(minutes=3):
        say(player_seat, "Well?")
        turn = latest("your_turn", opponent)
        parts = text_of(message_of(turn)), html_of(message_of(turn))
        for part in parts:
            assert [part.count(line) for line in ("Guess!", "Well?", "There.")] == [1, 1, 1]
        deliver.deliver(turn.pk)
        assert compose(said) is None
        assert compose(latest("said")) is None
    with travel(minutes=4):
        say(player_seat, "Hello?")
        text = text_of(message_of(latest("said")))
        assert "Hello?" in text
        assert "Well?" not in text


def test_what_an_email_told_is_not_in_the_one_about_the_turn(
    match: Match, player_seat: Seat, opponent: User, opponent_seat: Seat
) -> None:
    say(player_seat, "I was told")
    with travel(minutes=3):
        deliver_all()
        submit(player_seat, "T@b3")
        say(player_seat, "New")
        text = text_of(message_of(latest("your_turn", opponent)))
        assert "New" in text
        assert "I was told" not in text
        Seat.objects.filter(pk=opponent_seat.pk).update(is_deaf=True)
        assert "New" not in text_of(message_of(latest("your_turn", opponent)))


def test_they_come_after_all_where_the_turn_was_taken_back(match: Match, player_seat: Seat, opponent: User) -> None:
    submit(player_seat, "T@b3")
    say(player_seat, "Guess!")
    takeback.take_back(player_seat, SITE)
    with travel(minutes=3):
        assert compose(latest("your_turn", opponent)) is None
        assert "Guess!" in text_of(message_of(latest("said", opponent)))


# -- an opponent whose place another has taken ------------------------------------------------------------------------


def test_it_says_who_came_in_whose_place() -> None:
    text = " ".join(text_of(message_of(handed_over())).split())
    assert "Nora & <Olaf> has taken over your match from" in text
    assert "Nora & <Olaf> can’t see your earlier messages." in text
    assert "It’s your turn." in text


def test_it_is_moot_once_the_match_is_over() -> None:
    mail = handed_over()
    assert mail.match is not None
    turns.resign(asked(mail.match), LogEntry.Via.SITE)
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


@pytest.mark.parametrize("turns_before", [0, 3])
def test_who_comes_reads_that_they_play_on_and_not_how_the_clock_stood_before(turns_before: int) -> None:
    match = play_on(MatchFactory(players=[UserFactory(), UserFactory()]), turns_before)
    clock_acts.stop_clock(asked(match), "Somebody is sought.", match.log_length, cause=LogEntry.Cause.RULE)
    handover.hand_over(asked(match), UserFactory(display_name="Nora"))
    text = text_of(message_of(latest("your_turn")))
    assert "You: Continue from here, as a replacement." in text
    assert "Somebody is sought." not in text
    assert "The match has begun." not in text
