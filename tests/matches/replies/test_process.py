"""Whose word an email is, whether a person wrote it, and that it is done once."""

from __future__ import annotations

import re
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from pytest_django import Settings

from accounts.models import User
from jobs import lease
from mail.inbound import lease as leasing
from mail.inbound import store
from mail.inbound.lease import Outcome
from mail.models import InboundMail, OutboxMail
from matches.gate import turns
from matches.gate.refused import MatchRefused
from matches.mails import tokens
from matches.models import Match, Seat
from matches.replies import act as acting
from matches.replies import process
from matches.replies.parse import Reply
from tests.support.account_actions import type_address_code
from tests.support.account_mails import last_code
from tests.support.composed_mails import text_of
from tests.support.factories import GuestFactory, MatchFactory
from tests.support.mail_players import answers_to, last_text, newest, read_one, reply_address, reply_to, take_in, write
from tests.support.matches import play_on
from timekeeping import clock

Status = InboundMail.Status
LEGAL = "I@b3"
SERVER = "mx.club.example"


def unread(raw: bytes, address: str) -> InboundMail:
    store.store_mail(raw, via=InboundMail.Via.SMTP, sender="ada@players.example", recipients=[address])
    return InboundMail.objects.get()


def test_it_is_read_as_its_writer_reads(match: Match, player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is refused on the way says so in that language, and times in that zone."""
    message = newest(player)
    User.objects.filter(pk=player.pk).update(language="en-us", time_zone="Asia/Tokyo")
    seen: list[tuple[str | None, str]] = []

    def act(_: Reply) -> Outcome:
        seen.append((get_language(), timezone.get_current_timezone_name()))
        return Outcome("done")

    monkeypatch.setattr(acting, "act", act)
    write(message, LEGAL)
    assert seen == [("en-us", "Asia/Tokyo")]
    assert (get_language(), timezone.get_current_timezone_name()) == ("en-gb", "UTC")


# -- whose word it is ----------------------------------------------------------------------------------------------


def test_any_confirmed_address_of_the_player_counts(match: Match, player: User) -> None:
    EmailAddress.objects.create(user=player, email="ada@work.example", verified=True)
    write(newest(player), LEGAL, sender="Ada <Ada@Work.Example>")
    assert match.log.count() == 1


@pytest.mark.parametrize("sender", ["ada+games@players.example", "Ada @ home <ada@players.example>"])
def test_the_players_mailbox_may_have_other_names(match: Match, player: User, sender: str) -> None:
    write(newest(player), LEGAL, sender=sender)
    assert match.log.count() == 1


@pytest.mark.parametrize(
    "sender",
    ["ada@elsewhere.example", "ada@unproved.example", "ben@players.example", "Ada@players.example <eve@x.example>"],
)
def test_from_any_other_address_nothing_is_played_and_the_player_is_asked(
    match: Match, player: User, opponent: User, sender: str
) -> None:
    EmailAddress.objects.create(user=player, email="ada@unproved.example", verified=False)
    mail = write(newest(player), LEGAL, sender=sender)
    assert not match.log.exists()
    assert mail.outcome == "not theirs"
    assert answers_to(player) == ["was_this_you"]
    assert not OutboxMail.objects.filter(to__gt="").exists()
    assert answers_to(opponent) == []


# -- what can be read ----------------------------------------------------------------------------------------------


def in_parts(message: EmailMultiAlternatives, text: str, html: str) -> bytes:
    reply = message_from_bytes(reply_to(message, text), policy=default)
    assert isinstance(reply, EmailMessage)
    reply.set_content(text)
    reply.add_alternative(html, subtype="html")
    return reply.as_bytes()


def test_where_the_text_is_a_hint_the_turn_in_the_html_counts(match: Match, player: User) -> None:
    message = newest(player)
    take_in(in_parts(message, "Please use a program that shows HTML.", f"<p>{LEGAL}</p>"), reply_address(message))
    assert [turn.text for turn in match.log.all()] == [LEGAL]


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Nice!\n", f"<p>Nice!</p><p>{LEGAL}</p>"),  # the text says all that its writer wrote
        (f"On Sat, 21 Nov 2026 at 12:00, Fortify wrote:\n> {LEGAL}\n", f"<div>{LEGAL}</div>"),  # an unmarked quote
        ("Nice!\n", f"<p>Well</p><p>{LEGAL}</p><p>I@a2</p>"),  # two turns
    ],
)
def test_no_other_turn_in_the_html_does(match: Match, player: User, text: str, html: str) -> None:
    message = newest(player)
    take_in(in_parts(message, text, html), reply_address(message))
    assert not match.log.exists()
    assert answers_to(player) == ["hello"]


def test_a_blank_that_a_phone_left_behind_a_turn_is_no_hindrance(match: Match, player: User) -> None:
    message = newest(player)
    raw = reply_to(message, f"{LEGAL} \nSee you").replace(b"text/plain;", b"text/plain; format=flowed;")
    take_in(raw, reply_address(message))
    assert [turn.text for turn in match.log.all()] == [LEGAL]
    assert "See you" in last_text(player, "receipt")


def test_what_is_encrypted_is_answered(match: Match, player: User) -> None:
    message = newest(player)
    take_in(reply_to(message, "-----BEGIN PGP MESSAGE-----\n\nhQEMA"), reply_address(message))
    assert answers_to(player) == ["refusal"]
    assert "Your email is encrypted" in last_text(player, "refusal")


def test_several_senders_are_nobodys_word(match: Match, player: User) -> None:
    write(newest(player), LEGAL, sender="ada@players.example, eve@x.example")
    assert not match.log.exists()
    assert answers_to(player) == ["was_this_you"]


def test_the_players_link_has_the_turn_filled_in(
    match: Match, player: User, client: Client, settings: Settings
) -> None:
    write(newest(player), LEGAL, sender="ada@work.example")
    message = newest(player, "was_this_you")
    text = text_of(message)
    assert "ada@work.example replied in your name" in " ".join(text.split())
    (address,) = [line for line in text.splitlines() if "/l/" in line]
    path, _, question = address.removeprefix(settings.SITE_URL).partition("#")
    page = client.get(path)
    assert page.status_code == 200
    assert 'value="I@b3"' in page.content.decode()
    assert f'<h2 id="{question}">Was this you?</h2>' in page.text
    assert not match.log.exists()


def test_a_guest_confirms_another_address_by_the_email_that_asks_and_stays_a_guest(
    client: Client, opponent: User, settings: Settings
) -> None:
    guest = GuestFactory(email="gus@elsewhere.example")
    match = MatchFactory(players=[guest, opponent])
    write(newest(guest), LEGAL, sender="gus@work.example")
    text = text_of(newest(guest, "was_this_you"))
    (address,) = re.findall(r"https?://\S+/login/\S+", text)
    page = client.get(address.removeprefix(settings.SITE_URL))
    client.post(
        reverse("account_request_login_code"),
        {"email": guest.email, "next": parse_qs(urlsplit(address).query)["next"][0]},
    )
    assert 'name="next"' in page.text
    code = {"code": last_code(guest.email), "next": reverse("account_email")}
    arrived = client.post(reverse("account_confirm_login_code"), code, follow=True)
    assert arrived.redirect_chain[-1][0] == reverse("account_email")
    client.post(reverse("account_email"), {"action_add": "", "email": "gus@work.example"}, follow=True)
    type_address_code(client, last_code("gus@work.example"))
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email) == (True, "gus@elsewhere.example")
    write(newest(guest, "your_turn"), LEGAL, sender="gus@work.example")
    assert match.log.count() == 1


def test_what_is_no_order_is_not_passed_on(match: Match, player: User) -> None:
    write(newest(player), "Buy cheap watches at watches.example", sender="eve@x.example")
    assert "watches" not in text_of(newest(player, "was_this_you"))


def test_the_player_is_asked_once_a_day(match: Match, player: User) -> None:
    message = newest(player)
    for day in (0, 0, 0, 1):
        with time_machine.travel(timezone.now() + timedelta(days=day), tick=False):
            write(message, LEGAL, sender="eve@x.example")
    assert answers_to(player) == ["was_this_you"] * 2


@pytest.mark.parametrize(
    ("verdict", "is_played"),
    [
        (f"{SERVER}; dmarc=pass header.from=players.example", True),
        (f"{SERVER}; dmarc=none header.from=players.example", True),
        (f"{SERVER}; dmarc=fail header.from=players.example", False),
        (f"{SERVER}; spf=pass smtp.mailfrom=players.example", True),
        # It has not looked, whatever others say.
        ("elsewhere.example; dmarc=pass header.from=players.example", False),
        ("", False),
    ],
)
def test_our_own_servers_verdict_counts(
    match: Match, player: User, settings: Settings, verdict: str, is_played: bool
) -> None:
    settings.AUTHSERV_ID = SERVER
    write(newest(player), LEGAL, head={"Authentication-Results": verdict} if verdict else {})
    assert match.log.exists() == is_played
    assert answers_to(player) == (["receipt"] if is_played else ["was_this_you"])


def test_a_player_who_has_left_the_match_or_the_site_is_nobody(match: Match, player: User, player_seat: Seat) -> None:
    message = newest(player)
    User.objects.filter(pk=player.pk).update(is_active=False)
    assert write(message, LEGAL).outcome == "unknown address"
    User.objects.filter(pk=player.pk).update(is_active=True)
    Seat.objects.filter(pk=player_seat.pk).update(player=None)
    assert write(message, LEGAL).outcome == "unknown address"
    assert not match.log.exists()
    assert answers_to(player) == []


# -- addresses -----------------------------------------------------------------------------------------------------


def test_a_links_token_takes_no_replies_and_a_replys_opens_no_page(
    match: Match, player: User, player_seat: Seat, client: Client
) -> None:
    message = newest(player)
    token = tokens.mint_turn(player_seat, 1)
    assert write(message, LEGAL, address=f"play+{token}@replies.example").outcome == "unknown address"
    assert not match.log.exists()
    reply = reply_address(message).removeprefix("play+").partition("@")[0]
    assert tokens.find(reply) is None
    assert client.get(f"/l/{reply}/").status_code == 404


def test_an_address_that_stands_in_the_head_alone_is_found(match: Match, player: User) -> None:
    """As in a mailbox that someone looks into, where the envelope is gone."""
    message = newest(player)
    (mail,) = take_in(reply_to(message, LEGAL), "club@mailboxes.example")
    assert mail.outcome == "played"
    assert match.log.count() == 1


def test_a_mail_to_no_known_address_is_neither_read_nor_answered(match: Match, player: User) -> None:
    mail = write(newest(player), LEGAL, address=f"play+{'a' * 32}@replies.example")
    assert (mail.outcome, mail.status, mail.user) == ("unknown address", Status.IGNORED, None)
    assert answers_to(player) == []


def test_what_cannot_be_read_is_set_aside_for_the_host(match: Match, player: User) -> None:
    message = newest(player)
    raw = b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + b"--x\r\n\r\n\r\n" * 3000
    (mail,) = take_in(raw, reply_address(message))
    assert (mail.outcome, mail.status) == ("unreadable", Status.SET_ASIDE)
    assert mail.words
    assert answers_to(player) == []


# -- machines ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "head",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List-Id": "<chat.club.example>"},
        {"From": "noreply@localhost"},
        {"From": "play+x@replies.example"},
        {"X-Autoreply": "yes"},
    ],
)
def test_a_machines_mail_is_no_turn_and_gets_no_answer(match: Match, player: User, head: dict[str, str]) -> None:
    mail = write(newest(player), LEGAL, head=head)
    assert (mail.outcome, mail.status) == ("automatic", Status.IGNORED)
    assert not match.log.exists()
    assert answers_to(player) == []


def test_a_mail_without_a_sender_is_a_report(match: Match, player: User) -> None:
    message = newest(player)
    (mail,) = take_in(reply_to(message, LEGAL), reply_address(message), sender="")
    assert mail.outcome == "automatic"
    assert not match.log.exists()


def test_an_answering_machine_that_says_nothing_of_itself_is_answered_once_a_day(match: Match, player: User) -> None:
    message = newest(player)
    for _ in range(6):
        write(message, "I am on holiday and back on Monday.")
        message = newest(player, "hello")
    assert answers_to(player) == ["hello"]


def test_one_that_says_something_new_each_time_is_answered_a_few_times(match: Match, player: User) -> None:
    message = newest(player)
    outcomes = [write(message, f"I am away, this is mail number {n}.").outcome for n in range(12)]
    assert len(answers_to(player)) == 5
    assert outcomes[-1] == "not answered"


def test_everybody_gets_so_many_answers_a_day_and_receipts_always(match: Match, player: User) -> None:
    message = newest(player)
    for _ in range(35):
        write(message, "show")
    assert len(answers_to(player)) == 30
    write(message, LEGAL)
    assert answers_to(player)[-1] == "receipt"


def test_answers_say_that_a_machine_wrote_them_and_what_they_answer(match: Match, player: User) -> None:
    raw = reply_to(newest(player), LEGAL, head={"Message-ID": "<mine@programs.example>"})
    take_in(raw, reply_address(newest(player)))
    head = newest(player, "receipt").extra_headers
    assert head["Auto-Submitted"] == "auto-replied"
    assert head["In-Reply-To"] == "<mine@programs.example>"
    assert head["References"].split()[-1] == "<mine@programs.example>"


@pytest.mark.parametrize("said", ["<a@b>\r\n Bcc: eve@x.example", "no-brackets", f"<{'x' * 400}@y>", "<schön@x>"])
def test_a_strange_message_id_gets_into_no_header(match: Match, player: User, said: str) -> None:
    raw = reply_to(newest(player), LEGAL).replace(b"Message-ID: <", b"X-Old: <")
    take_in(b"Message-ID: " + said.encode() + b"\r\n" + raw, reply_address(newest(player)))
    text = newest(player, "receipt").message().as_string()
    assert "Bcc" not in text
    assert match.log.count() == 1


# -- once ----------------------------------------------------------------------------------------------------------


def test_nothing_is_done_by_who_finds_that_somebody_else_has_the_mail(
    match: Match, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lease ran out while it read."""
    message = newest(player)
    mail = unread(reply_to(message, LEGAL), reply_address(message))
    monkeypatch.setattr(leasing, "note_outcome", lambda *_args, **_kwargs: False)
    read_one(mail.pk)
    assert not match.log.exists()
    assert answers_to(player) == []


def test_a_reader_that_dies_leaves_nothing_half_done(
    match: Match, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def die(*_args: object, **_kwargs: object) -> bool:
        raise Killed

    message = newest(player)
    mail = unread(reply_to(message, f"{LEGAL}\nsay Hello"), reply_address(message))
    with monkeypatch.context() as dying:
        dying.setattr(leasing, "note_outcome", die)
        with pytest.raises(Killed):
            read_one(mail.pk)
    assert not match.log.exists()
    with time_machine.travel(clock.now() + lease.LEASE_LENGTH + timedelta(minutes=1), tick=False):
        read_one(mail.pk)
    assert match.log.count() == 1
    assert answers_to(player) == ["receipt"]


def test_while_the_match_is_busy_the_mail_waits(match: Match, player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_args: object, **_kwargs: object) -> None:
        raise MatchRefused("The match is busy at this moment.", "busy")

    message = newest(player)
    mail = unread(reply_to(message, LEGAL), reply_address(message))
    with monkeypatch.context() as locked:
        locked.setattr(turns, "submit_turn", busy)
        with pytest.raises(MatchRefused):
            read_one(mail.pk)
        leasing.process_one(mail.pk, process.process)
    mail.refresh_from_db()
    assert mail.status == Status.WAITING
    assert answers_to(player) == []


# -- cost ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "most"), [(LEGAL, 40), ("b3-c3", 26), ("hello?", 24), ("show", 20), ("draw", 36)])
def test_a_mail_takes_few_queries_however_long_the_match_is(db: None, text: str, most: int) -> None:
    taken = []
    for played in (0, 30):
        match = play_on(MatchFactory(options={"format": "points-4"}), played)
        reader = match.seats.get(asked_turn__isnull=False).player
        assert reader is not None
        message = newest(reader)
        raw = reply_to(message, text)
        store.store_mail(raw, via=InboundMail.Via.SMTP, sender=reader.email, recipients=[reply_address(message)])
        pk = InboundMail.objects.latest("pk").pk
        with CaptureQueriesContext(connection) as queries:
            read_one(pk)
        taken.append(len(queries))
    assert max(taken) <= most


def test_a_mail_to_nobody_takes_next_to_none(django_assert_max_num_queries: object, match: Match) -> None:
    mail = unread(b"From: eve@x.example\r\n\r\nI@b3\r\n", f"play+{'a' * 32}@replies.example")
    with CaptureQueriesContext(connection) as queries:
        read_one(mail.pk)
    assert len(queries) <= 9
