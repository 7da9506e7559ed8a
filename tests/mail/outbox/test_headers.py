"""Threads, senders, and what must never get into a header."""

from __future__ import annotations

from email.utils import parseaddr

from django.conf import settings as site
from django.core.mail import EmailMessage
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from accounts.models import User
from mail.letters.plain_text import one_line
from mail.models import OutboxMail
from mail.outbox import deliver
from mail.outbox.compose import compose
from mail.outbox.queue import queue_composed, queue_mail, resend_mail
from matches.models import Match
from tests.support.composed_mails import latest, message_of
from tests.support.factories import ChallengeFactory
from tests.support.matches import play_on


def sent_turns(match: Match, reader: User, how_many: int) -> list[OutboxMail]:
    """The first emails about turns to that reader, each delivered while its turn waited."""
    mails: list[OutboxMail] = []
    while len(mails) < how_many:
        mail = OutboxMail.objects.filter(kind="your_turn", user=reader, status=OutboxMail.Status.QUEUED).first()
        if mail is not None:
            mails.append(mail)
            deliver.deliver(mail.pk)
        play_on(match, 1)
    return mails


def test_one_match_is_one_thread_for_each_reader(
    match: Match, player: User, opponent: User, mailoutbox: list[EmailMessage]
) -> None:
    mails = sent_turns(match, player, 3)
    messages = [message for message in mailoutbox if player.email in message.to]
    assert {message.subject for message in messages} == {f"Fortify #{match.pk}: Ada – Ben"}
    heads = [message.extra_headers for message in messages]
    anchor = heads[0]["References"]
    assert heads[0]["In-Reply-To"] == anchor
    for before, head in zip(mails, heads[1:], strict=False):
        assert head["References"] == f"{anchor} {before.message_id}"
        assert head["In-Reply-To"] == before.message_id
    other = message_of(latest("your_turn", opponent)).extra_headers["References"]
    assert anchor not in other


def test_a_mail_does_not_answer_itself_when_it_is_sent_again(match: Match, player: User) -> None:
    mail = latest("your_turn", player)
    deliver.deliver(mail.pk)
    mail.refresh_from_db()
    resend_mail(mail)
    mail.refresh_from_db()
    assert mail.message_id not in message_of(mail).extra_headers["References"]


def test_the_message_id_stays_and_cannot_be_guessed(match: Match, player: User) -> None:
    mail = latest("your_turn", player)
    assert message_of(mail).extra_headers["Message-ID"] == message_of(mail).extra_headers["Message-ID"]
    assert mail.message_id.endswith(f"@{site.MAIL_DOMAIN}>")
    assert len(mail.message_id.split(".")[-1]) >= 32


def test_a_challenge_and_its_withdrawal_are_one_thread(opponent: User) -> None:
    ChallengeFactory(opponent=opponent)
    first = latest("challenge")
    second = queue_mail("challenge_withdrawn", user=opponent, context=first.context)
    assert second is not None
    one = message_of(first)
    deliver.deliver(first.pk)
    two = message_of(second)
    assert one.extra_headers["References"] == two.extra_headers["References"]
    assert one.subject == two.subject


def test_account_mail_goes_to_the_address_it_is_about_with_no_way_to_stop_it_and_no_thread(player: User) -> None:
    mail = queue_composed("new@players.example", "Prove it", "1234", "", user=player)
    message = compose(mail)
    assert message is not None
    assert message.recipients() == ["new@players.example"]
    assert message.extra_headers["Auto-Submitted"] == "auto-generated"
    assert set(message.extra_headers).isdisjoint({"List-Unsubscribe", "List-Unsubscribe-Post", "References"})
    assert message.alternatives == []


def test_the_sender_is_called_like_the_site_unless_the_host_calls_it_otherwise(
    match: Match, settings: Settings
) -> None:
    settings.DEFAULT_FROM_EMAIL, settings.SITE_NAME = "play@club.example", "The Club"
    assert parseaddr(message_of(latest("your_turn")).from_email) == ("The Club", "play@club.example")
    settings.DEFAULT_FROM_EMAIL = "Referee <play@club.example>"
    assert parseaddr(message_of(latest("your_turn")).from_email) == ("Referee", "play@club.example")


@given(st.text(max_size=80))
def test_a_header_is_one_line_whatever_it_is_made_of(text: str) -> None:
    line = one_line(text)
    assert line.splitlines() in ([line], [])
    assert line.isprintable()
