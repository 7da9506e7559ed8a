"""Real conversations with the way in for mail servers."""

from __future__ import annotations

import smtplib
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import OperationalError

from accounts.models import User
from mail import hooks
from mail.inbound import admission, peers, smtp, store
from mail.models import InboundMail, RefusedMail
from tests.support.inbound import ADDRESS, DOMAIN, TOKEN, give, letter, with_picture
from tests.support.patience import PATIENCE
from tests.support.processes import Start
from tests.support.servers import free_port
from tests.support.smtp_client import open_door, talk

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("given")]
SENDER = "ada@players.example"
OTHER = f"play+{TOKEN[::-1]}@{DOMAIN}"
EITHER_WAY = pytest.mark.parametrize("client", [False, True], indirect=True, ids=["smtp", "lmtp"])
OVER_LMTP = pytest.mark.parametrize("client", [True], indirect=True, ids=["lmtp"])


@pytest.fixture
def client(request: pytest.FixtureRequest, given: User) -> Iterator[smtplib.SMTP]:
    """A mail server that brings something, by LMTP if the test asks for that."""
    with open_door(lmtp=getattr(request, "param", False)) as server, talk(server) as client:
        yield client


def refusal(client: smtplib.SMTP, raw: bytes, *to: str, **more: Any) -> tuple[int, str]:
    """The answer to the content of an email that is not taken."""
    with pytest.raises(smtplib.SMTPDataError) as caught:
        client.sendmail(SENDER, to or (ADDRESS,), raw, **more)
    words = caught.value.smtp_error
    return caught.value.smtp_code, words.decode() if isinstance(words, bytes) else words


@EITHER_WAY
def test_a_reply_is_kept_as_it_was_sent(client: smtplib.SMTP) -> None:
    raw = letter("b3+\r\n.\r\n..dots\r\nDžungļi")
    assert client.sendmail(SENDER, [ADDRESS], raw) == {}
    mail = InboundMail.objects.get()
    assert bytes(mail.raw) == raw
    assert (mail.via, mail.sender, mail.recipients) == ("smtp", SENDER, [ADDRESS])


def test_nobody_else_has_an_address_here(client: smtplib.SMTP) -> None:
    refused = client.sendmail(SENDER, [ADDRESS, "ben@elsewhere.example"], letter())
    assert refused == {"ben@elsewhere.example": (550, b"5.1.1 No such address here")}
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        client.sendmail(SENDER, ["ben@elsewhere.example"], letter())
    assert InboundMail.objects.count() == 1


def refused(client: smtplib.SMTP, to: str) -> tuple[int, bytes]:
    """The answer to an address that is not let in."""
    with pytest.raises(smtplib.SMTPRecipientsRefused) as caught:
        client.sendmail(SENDER, [to], letter())
    return caught.value.recipients[to]


@EITHER_WAY
def test_an_address_that_nobody_was_given_is_refused_before_the_mail_is_sent(client: smtplib.SMTP) -> None:
    for local in (f"play+{'a' * 32}", f"bounce+{'a' * 32}", "postmaster", "play", f"play+{TOKEN}x"):
        assert refused(client, f"{local}@{DOMAIN}") == (550, b"5.1.1 No such address here")
    assert client.sendmail(SENDER, [ADDRESS], letter()) == {}
    assert InboundMail.objects.count() == 1
    assert RefusedMail.objects.get().number == 5


@EITHER_WAY
def test_an_address_that_cannot_be_looked_up_now_is_for_the_sender_to_try_again(
    client: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise OperationalError("away")

    with monkeypatch.context() as broken:
        broken.setattr(hooks.reply_owner, "answers", [fail])
        assert refused(client, ADDRESS)[0] == 451
    assert client.sendmail(SENDER, [ADDRESS], letter()) == {}


def test_an_address_that_gets_too_many_is_asked_to_wait(client: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "MOST_TO_ADDRESS", 1)
    assert client.sendmail(SENDER, [ADDRESS], letter()) == {}
    assert refused(client, ADDRESS)[0] == 450
    assert client.sendmail(SENDER, [OTHER], letter()) == {}


def test_a_machine_that_brings_too_many_is_asked_to_wait_and_no_other(
    client: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "MOST", 1)
    client.ehlo()
    assert client.has_extn("xforward")
    for address, answer in (
        ("192.0.2.7", 250),
        ("192.0.2.7", 450),
        ("IPV6:2001:db8::1", 250),
        ("[UNAVAILABLE]", 250),
    ):
        assert client.docmd("XFORWARD", f"NAME=mx.example ADDR={address} PROTO=ESMTP")[0] == 250
        client.mail(SENDER)
        assert client.rcpt(ADDRESS)[0] == answer
        client.rset()


def test_only_a_server_on_this_machine_says_for_whom_it_brings_a_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp, "_is_loopback", lambda _: False)
    with open_door() as server, talk(server) as client:
        client.ehlo()
        assert not client.has_extn("xforward")
        assert client.docmd("XFORWARD", "ADDR=192.0.2.7")[0] == 550


def test_a_delivery_report_has_no_sender(client: smtplib.SMTP) -> None:
    client.sendmail("", [ADDRESS], letter())
    assert InboundMail.objects.get().sender == ""


def test_a_mail_that_is_too_large_is_refused_before_it_is_sent_and_after(client: smtplib.SMTP) -> None:
    large = letter(("x" * 998 + "\r\n") * (store.LARGEST_ACCEPTED // 1000 + 1))
    client.ehlo()
    assert client.esmtp_features["size"] == str(25 * 1024 * 1024)
    with pytest.raises(smtplib.SMTPSenderRefused, match="send the turn alone") as announced:
        client.sendmail(SENDER, [ADDRESS], large)
    assert announced.value.smtp_code == 552
    client.helo()  # without extensions nobody announces a size
    client.does_esmtp = False
    assert refusal(client, large)[0] == 552
    assert client.sendmail(SENDER, [ADDRESS], letter()) == {}
    assert InboundMail.objects.count() == 1


@EITHER_WAY
@pytest.mark.parametrize("end", [b"\r\n", b" "])
def test_thirty_megabytes_are_refused_and_the_next_mail_is_taken(client: smtplib.SMTP, end: bytes) -> None:
    client.ehlo()
    client.does_esmtp = False
    assert 500 <= refusal(client, (b"x" * 998 + end) * 30_000)[0] <= 559
    assert client.sendmail(SENDER, [ADDRESS], letter()) == {}
    assert InboundMail.objects.count() == 1


@EITHER_WAY
def test_a_picture_in_a_signature_is_no_hindrance(client: smtplib.SMTP) -> None:
    give(*(letter * 32 for letter in "abcde"))
    for number, token in enumerate("abcde"):
        raw = with_picture(letter(message_id=f"<{number}@x>"), 5 * 2**20)
        assert client.sendmail(SENDER, [f"play+{token * 32}@{DOMAIN}"], raw) == {}
    assert {b"b3+" in bytes(mail.raw) and len(mail.raw) < 2**20 for mail in InboundMail.objects.all()} == {True}


def test_more_lines_than_any_picture_has_are_not_taken_in(
    client: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mail.inbound.smtp.MOST_LINES", 1000)
    with pytest.raises((smtplib.SMTPServerDisconnected, OSError)):
        client.sendmail(SENDER, [ADDRESS], letter("x\r\n" * 100_000))
    assert InboundMail.objects.count() == 0


def test_a_line_may_be_as_long_as_a_program_made_it(client: smtplib.SMTP) -> None:
    client.sendmail(SENDER, [ADDRESS], letter("<p>" + "x" * 100_000))
    assert len(InboundMail.objects.get().raw) > 100_000


def test_the_same_mail_is_taken_twice_and_kept_once(client: smtplib.SMTP) -> None:
    client.sendmail(SENDER, [ADDRESS], letter())
    client.sendmail(SENDER, [ADDRESS], letter())
    assert InboundMail.objects.count() == 1


def test_another_mail_with_the_same_id_is_refused_for_good(client: smtplib.SMTP) -> None:
    client.sendmail(SENDER, [ADDRESS], letter())
    assert refusal(client, letter("c4+"))[0] == 554


@OVER_LMTP
def test_over_lmtp_each_recipient_has_an_answer_of_its_own(client: smtplib.SMTP) -> None:
    client.sendmail(SENDER, [ADDRESS], letter())
    client.ehlo_or_helo_if_needed()
    answers = lmtp(client, letter("c4+"), ADDRESS, OTHER)
    assert [answer[:3] for answer in answers] == ["554", "250"]
    assert InboundMail.objects.count() == 2


@OVER_LMTP
def test_over_lmtp_a_mail_that_is_too_large_is_refused_for_each_recipient(client: smtplib.SMTP) -> None:
    client.ehlo_or_helo_if_needed()
    answers = lmtp(client, (b"x" * 998 + b"\r\n") * (store.LARGEST_ACCEPTED // 1000 + 1), ADDRESS, OTHER)
    assert [answer[:3] for answer in answers] == ["552", "552"]
    assert client.sendmail(SENDER, [ADDRESS], letter()) == {}


def lmtp(client: smtplib.SMTP, raw: bytes, *recipients: str) -> list[str]:
    """What the server says after the content, a line for each recipient."""
    client.mail(SENDER)
    for recipient in recipients:
        client.rcpt(recipient)
    assert client.docmd("DATA")[0] == 354
    client.send(raw + b"\r\n.\r\n")
    assert client.file is not None
    return [client.file.readline().decode() for _ in recipients]


def test_more_recipients_than_anybody_answers_at_once_come_by_themselves(client: smtplib.SMTP) -> None:
    tokens = [letter * 32 for letter in "abcdefghijklmnopqrstuvwxyz"[: store.MOST_ADDRESSES + 2]]
    give(*tokens)
    addresses = [f"play+{token}@{DOMAIN}" for token in tokens]
    refused = client.sendmail(SENDER, addresses, letter())
    assert {code for code, _ in refused.values()} == {452}
    client.sendmail(SENDER, list(refused), letter())
    assert InboundMail.objects.count() == len(addresses)


@EITHER_WAY
@pytest.mark.parametrize("error", [OperationalError("away"), ValueError("a mistake of ours"), MemoryError()])
def test_whatever_fails_on_our_side_is_for_the_sender_to_try_again(
    client: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*args: object, **more: object) -> None:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(store, "_keep", fail)
        assert refusal(client, letter())[0] == 451
    assert InboundMail.objects.count() == 0
    assert client.sendmail(SENDER, [ADDRESS], letter()) == {}
    assert InboundMail.objects.count() == 1


def test_an_address_that_python_cannot_read_ends_nothing(client: smtplib.SMTP) -> None:
    client.ehlo()
    for hostile in ('<"@', "<>x", "<a@[", "<=?utf-8?q?=ff?=@x>", "<" + "(" * 200 + ">", "<\udcff@x>"):
        client.mail(SENDER)
        client.send(f"RCPT TO:{hostile}\r\n".encode(errors="surrogateescape"))
        assert client.getreply()[0] in {451, 501, 550, 553, 555}
        client.rset()
    assert client.sendmail(SENDER, [ADDRESS], letter()) == {}


def test_many_at_once() -> None:
    tokens = [letter * 32 for letter in "abcdef"]
    give(*tokens)

    def send(number: int) -> None:
        with talk(server) as client:
            client.sendmail(SENDER, [f"play+{tokens[number % 6]}@{DOMAIN}"], letter(message_id=f"<{number}@x>"))

    with open_door() as server, ThreadPoolExecutor(24) as pool:
        list(pool.map(send, range(72)))
    assert InboundMail.objects.count() == 72


def test_a_mail_on_its_way_in_comes_in_when_the_door_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    entered, kept = threading.Event(), store.keep_each

    def slowly(*args: Any, **more: Any) -> Any:
        entered.set()
        time.sleep(0.5)
        return kept(*args, **more)

    monkeypatch.setattr("mail.inbound.smtp.keep_each", slowly)
    with ThreadPoolExecutor() as pool:
        with open_door() as server:
            client = smtplib.SMTP("127.0.0.1", server.port, timeout=PATIENCE)
            sent = pool.submit(client.sendmail, SENDER, [ADDRESS], letter())
            assert entered.wait(PATIENCE)
        assert sent.result() == {}
        client.close()
    assert InboundMail.objects.count() == 1


@pytest.mark.parametrize("word", ["", "--lmtp"])
def test_the_command_listens_until_it_is_asked_to_stop(start_process: Start, word: str) -> None:
    port = free_port()
    words = ["receive_mail", "--port", str(port), *([word] if word else [])]
    running = start_process("manage", *words, MAILBOX="1", REPLY_DOMAIN=DOMAIN)
    running.wait_until(lambda: "is taken in" in running.words)
    with (smtplib.LMTP if word else smtplib.SMTP)("127.0.0.1", port, timeout=PATIENCE) as client:
        assert client.sendmail(SENDER, [ADDRESS], letter()) == {}
    assert InboundMail.objects.count() == 1
    running.stop()
    assert running.process.returncode == 0
    assert TOKEN not in running.words
