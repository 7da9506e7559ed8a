"""Replying to an email of the mailbox, through the real way in."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from pytest_django import Settings

from fortify_site.dev_mailbox import store
from fortify_site.dev_mailbox.backend import MailboxBackend
from mail.inbound import store as storing
from mail.models import InboundMail
from tests.support.inbound import ADDRESS, TOKEN, give
from tests.support.servers import free_port
from tests.support.smtp_client import open_door

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _given(db: None) -> None:
    """The address is one that the site gave to someone."""
    give(TOKEN)


@pytest.fixture
def mail_id() -> str:
    """An email about a turn, as the site sends it."""
    text = "Your turn.\n\n> is quoted\nLegal: b3+"
    head = {"Message-ID": "<2@club.example>", "References": "<1@club.example>"}
    to, sender = ["Ada Ä <ada@players.example>"], "Club <noreply@club.example>"
    MailboxBackend().send_messages(
        [EmailMultiAlternatives("Fortify #1", text, sender, to, headers=head, reply_to=[f"Fortify <{ADDRESS}>"])]
    )
    return store.ids()[0]


def answer(client: Client, mail_id: str, text: str) -> str:
    """The page that comes of it."""
    response = client.post(f"/mailbox/{mail_id}/answer/", {"text": text}, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def received() -> EmailMessage:
    mail = message_from_bytes(bytes(InboundMail.objects.get().raw), policy=policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def test_a_reply_goes_out_as_a_mail_program_writes_it(client: Client, mail_id: str, settings: Settings) -> None:
    with open_door() as server:
        settings.RECEIVE_PORT = server.port
        page = answer(client, mail_id, "b3+ — schön\r\nsay hello")
    assert "Your reply was sent" in page
    kept, mail = InboundMail.objects.get(), received()
    assert (kept.sender, kept.recipients) == ("ada@players.example", [ADDRESS])
    assert (mail["From"], mail["To"], mail["Subject"]) == ("ada@players.example", ADDRESS, "Re: Fortify #1")
    assert (mail["In-Reply-To"], mail["References"]) == ("<2@club.example>", "<1@club.example> <2@club.example>")
    assert mail["Message-ID"].endswith("@players.example>")
    assert mail["Date"]
    lines = mail.get_content().splitlines()
    assert lines[:3] == ["b3+ — schön", "say hello", ""]
    assert lines[3].endswith("Club <noreply@club.example> wrote:")
    assert lines[4:] == ["> Your turn.", ">", "> > is quoted", "> Legal: b3+"]


def test_a_subject_is_marked_as_a_reply_once(client: Client, settings: Settings) -> None:
    message = EmailMultiAlternatives("RE: hello", "x", "club@x.example", ["ada@players.example"], reply_to=[ADDRESS])
    MailboxBackend().send_messages([message])
    with open_door() as server:
        settings.RECEIVE_PORT = server.port
        answer(client, store.ids()[0], "help")
    assert received()["Subject"] == "RE: hello"


def test_two_replies_are_two_mails(client: Client, mail_id: str, settings: Settings) -> None:
    with open_door() as server:
        settings.RECEIVE_PORT = server.port
        for _ in range(2):
            answer(client, mail_id, "help")
    assert InboundMail.objects.count() == 2


def test_a_refusal_is_shown_and_what_was_typed_is_kept(
    client: Client, mail_id: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: object, **more: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(storing, "_keep", away)
    with open_door() as server:
        settings.RECEIVE_PORT = server.port
        page = answer(client, mail_id, "b3+ <script>")
    assert "didn’t accept it. It said: 451" in page
    assert "b3+ &lt;script&gt;</textarea>" in page


def test_where_nobody_takes_replies_in_it_says_what_does(client: Client, mail_id: str, settings: Settings) -> None:
    settings.RECEIVE_PORT = free_port()
    page = answer(client, mail_id, "b3+")
    assert "receive_mail" in page
    assert "b3+</textarea>" in page


@pytest.mark.parametrize(("text", "words"), [(" \n", "reply is empty"), ("x" * 5001, "5001 characters")])
def test_what_cannot_be_sent_is_said(client: Client, mail_id: str, text: str, words: str) -> None:
    assert words in answer(client, mail_id, text)


def test_the_box_is_there_for_mails_that_can_be_answered_alone(client: Client, settings: Settings) -> None:
    def page_of(*reply_to: str) -> str:
        message = EmailMultiAlternatives("s", "x", "c@x.example", ["ada@players.example"], reply_to=list(reply_to))
        MailboxBackend().send_messages([message])
        return client.get(f"/mailbox/{store.ids()[0]}/").content.decode()

    assert "<textarea" in page_of(ADDRESS)
    assert "<textarea" not in page_of()
    assert "<textarea" not in page_of("host@elsewhere.example")
    assert client.post(f"/mailbox/{store.ids()[0]}/answer/", {"text": "b3+"}).status_code == 404
    settings.REPLY_DOMAIN = ""
    assert "<textarea" not in page_of(ADDRESS)


def test_it_is_sent_by_the_button_alone(client: Client, mail_id: str) -> None:
    assert client.get(f"/mailbox/{mail_id}/answer/").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(f"/mailbox/{mail_id}/answer/", {"text": "b3+"}).status_code == 403


def test_a_site_that_others_can_reach_has_no_such_box(client: Client, mail_id: str, settings: Settings) -> None:
    settings.MAILBOX = False
    assert client.post(f"/mailbox/{mail_id}/answer/", {"text": "b3+"}).status_code == 404
