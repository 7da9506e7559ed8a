"""Emails as they come in: read, or refused in one way."""

from __future__ import annotations

import email.parser
import time
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mail.parse.headers import mailbox
from mail.parse.message import (
    LARGEST,
    MOST_LINES,
    MOST_NESTED,
    MOST_SEPARATORS,
    ParsedMessage,
    Unreadable,
    parse_message,
)

from .bombs import BOMBS
from .replies import letter_of, replies

pytestmark = pytest.mark.either


def of(head: str, body: str = "b3+") -> ParsedMessage:
    return letter_of(f"{head}\r\n\r\n{body}\r\n".encode())


def test_a_mail_is_read() -> None:
    head = (
        "Message-ID:\r\n <1@a.example>\r\nFrom: =?utf-8?q?=C3=85sa?= <Asa@Players.Example>\r\n"
        "To: Fortify <Play+X@r.example>\r\nCc: b@b.example, (me) c@c.example\r\n"
        "Delivered-To: d@d.example\r\nX-Original-To: play+x@r.example\r\n"
        "Subject: =?iso-8859-1?Q?Gr=FC=DFe?= und\r\n =?utf-8?b?4oCmPw==?=\r\nIn-Reply-To: <3@c.example>\r\n"
        "References: <2@b.example>\r\n\t<3@c.example>\r\n"
        "Authentication-Results: mx.example.org; dmarc=fail header.from=players.example\r\n"
        "Authentication-Results: mx.example.org; dmarc=pass header.from=players.example\r\nPrecedence: list"
    )
    assert of(head) == ParsedMessage(
        message_id="<1@a.example>",
        sender="asa@players.example",
        subject="Grüße und …?",
        recipients=("play+x@r.example", "b@b.example", "c@c.example", "d@d.example"),
        references=("<2@b.example>", "<3@c.example>"),
        text="b3+\r\n",
        automatic="bulk",
        dmarc="fail",
    )


def test_a_mail_without_anything_is_a_mail() -> None:
    assert letter_of(b"") == ParsedMessage("", "", "", (), (), "", "", "silent")


@pytest.mark.parametrize(
    ("sender", "address"),
    [
        ("ada@a.example", "ada@a.example"),
        ("<Ada@A.Example>", "ada@a.example"),
        ('"Ward, Ada (a@b.example)" <ada@a.example>', "ada@a.example"),
        ("Ward, Ada <ada@a.example>", "ada@a.example"),
        ("ada@a.example <ada@a.example>", "ada@a.example"),
        ("ada@a.example (Ada Ward)", "ada@a.example"),
        ('"Ada \\"the Tank\\" Ward" <ada@a.example>', "ada@a.example"),
        ("Åsa <åsa@players.example>", "åsa@players.example"),
        ("Ada @ home <ada@a.example>", "ada@a.example"),
        ("Ada [Club] <ada@a.example>", "ada@a.example"),
        ("ben@b.example <ada@a.example>", ""),  # whom a reader sees, and who it is from
        ("ben@b.example, ada@a.example", ""),
        ("<ben@b.example> <ada@a.example>", ""),
        ("Ben <ben@b.example>, Ada <ada@a.example>", ""),
        ("<@b.example:ada@a.example>", ""),
        ("Players: ada@a.example;", ""),
        ("ada@a.example(", ""),
        ('"ada@a.example', ""),
        ('"a b"@a.example', ""),
        ("ada@b.example@a.example", ""),
        ("Ada", ""),
        ("", ""),
        ("<>", ""),
        ("ada@\x00a.example", ""),
        ("a" * 400 + "@a.example", ""),
    ],
)
def test_the_one_address_that_it_is_from(sender: str, address: str) -> None:
    assert of(f"From: {sender}").sender == address


def test_a_mail_from_two_is_from_nobody() -> None:
    assert of("From: ada@a.example\r\nFrom: ada@a.example").sender == ""


def test_bytes_that_are_no_utf_8_are_no_address() -> None:
    assert letter_of(b"From: \xe5sa@a.example\r\n\r\n").sender == ""
    assert letter_of(b"From: \xc5sa <asa@a.example>\r\n\r\n").sender == "asa@a.example"


@pytest.mark.parametrize(
    "subject",
    [
        "=?utf-8?b?4oC?=",
        "=?x-none?q?a?=",
        "=?punycode?q?a?=",
        "=?utf-8?q?=00=01?=",
        "=?utf-8?b?!?=",
        "=?" * 5000,
        "a\0b",
    ],
)
def test_any_subject_can_be_stored(subject: str) -> None:
    assert_it_can_be_stored(of(f"Subject: {subject}"))


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("ada@a.example", "ada+games@A.example", True),
        ("ada.ward@gmail.com", "AdaWard+x@googlemail.com", True),
        ("ada.ward@a.example", "adaward@a.example", False),
        ("ada@a.example", "ada@b.example", False),
        ("+ada@a.example", "+ben@a.example", False),
    ],
)
def test_a_mailbox_may_have_several_addresses(one: str, other: str, is_same: bool) -> None:
    assert (mailbox(one) == mailbox(other)) == is_same


@pytest.mark.parametrize(
    ("head", "body", "sealed"),
    [
        ("Content-Type: application/pkcs7-mime; smime-type=signed-data", "MIAGCSqGSIb3", True),
        ("Content-Type: multipart/encrypted; boundary=b", "--b\r\n\r\nVersion: 1\r\n--b--", True),
        ("", "-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n-----END PGP MESSAGE-----", True),
        ("", "-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\nb3+", False),
        ("Content-Type: multipart/signed; boundary=b", "--b\r\n\r\nb3+\r\n--b--", False),
    ],
)
def test_what_is_encrypted_is_known(head: str, body: str, sealed: bool) -> None:
    assert of(f"From: ada@a.example\r\n{head}".rstrip(), body).is_sealed == sealed


def test_a_report_says_nothing() -> None:
    assert of("Content-Type: multipart/report; boundary=b", "--b\r\n\r\nb3+\r\n--b--").text == ""


class TestBounds:
    """Checked first, since the parser takes its time over what is beyond them."""

    @pytest.mark.parametrize(
        "raw",
        [
            b"x" * (LARGEST + 1),
            b"\n" * (MOST_LINES + 1),
            b"\r" * (MOST_LINES + 1),
            b"\n--" * (MOST_SEPARATORS + 1),
            b"\r--" * (MOST_SEPARATORS + 1),
            b"Boundary *0* =" * (MOST_NESTED + 1),
            b"Content-Type:\r\n Message/rfc822\r\n\r\n" * (MOST_NESTED + 1),
        ],
        ids=["bytes", "lines", "line ends", "parts", "parts again", "nested", "nested mails"],
    )
    def test_what_is_beyond_them_is_not_parsed(self, raw: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(email.parser.BytesParser, "parsebytes", None)
        with pytest.raises(Unreadable, match=r"bytes|lines|parts"):
            letter_of(raw)

    def test_a_mail_with_a_large_picture_is_within_them(self) -> None:
        lines = 13_000  # of 76 characters, a mebibyte
        head = "From: ada@a.example\r\nContent-Type: multipart/mixed; boundary=b"
        picture = "--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n" + "A" * 76
        assert of(head, "--b\r\n\r\nb3+\r\n" + picture + ("\r\n" + "A" * 76) * lines + "\r\n--b--").text == "b3+"


def test_whatever_the_parser_raises_is_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (RecursionError, LookupError, AttributeError("'str' object"), MemoryError, UnicodeError, IndexError):

        def fail(*_args: object, error: type[Exception] | Exception = error) -> None:
            raise error

        monkeypatch.setattr(email.parser.BytesParser, "parsebytes", fail)
        with pytest.raises(Unreadable):
            letter_of(b"")


HEADS = st.sampled_from(
    [
        b"",
        b"From: ada@a.example\r\n\r\n",
        b"Content-Type: text/html\r\n\r\n",
        b"Content-Type: text/plain; charset=utf-16; format=flowed; delsp=yes\r\n\r\n",
        b"Content-Transfer-Encoding: base64\r\n\r\n",
        b"Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n",
        b"Subject: =?utf-8?b?",
        b"From: ",
        b"Content-Type: text/plain; charset*0*=",
        b"Content-Transfer-Encoding: x-uuencode\r\n\r\nbegin 644 a\r\n",
        b"Authentication-Results: mx.example.org; ",
    ]
)


@settings(max_examples=100)
@given(HEADS, st.binary(max_size=4000))
@example(b"Content-Type: text/plain; charset=unicode_escape\r\n\r\n", b"\\x3")
@example(b"Content-Type: text/plain; charset=utf-16\r\n\r\n", b"\x00\xd8")
@example(b"Content-Type: text/html\r\n\r\n", b"&#xD800;&#0;")
def test_any_bytes_are_read_or_refused(head: bytes, rest: bytes) -> None:
    try:
        letter = letter_of(head + rest)
    except Unreadable:
        return
    assert_it_can_be_stored(letter)


def assert_it_can_be_stored(letter: ParsedMessage) -> None:
    for text in (letter.message_id, letter.sender, letter.subject, letter.text, *letter.recipients, *letter.references):
        assert "\0" not in text
        text.encode()  # no half characters


@pytest.mark.parametrize("raw", BOMBS.values(), ids=BOMBS.keys())
def test_none_takes_long(raw: bytes) -> None:
    start = time.process_time()
    with suppress(Unreadable):
        assert_it_can_be_stored(letter_of(raw[:LARGEST]))
    assert time.process_time() - start < 2


def test_where_the_line_ends_makes_no_difference() -> None:
    for reply in replies():
        assert letter_of(reply.raw.replace(b"\r\n", b"\n")).sender == letter_of(reply.raw).sender


def test_read_wants_to_know_the_envelope() -> None:
    assert parse_message(b"", envelope_sender="", own_domains=(), authserv_id="").automatic == "null sender"
