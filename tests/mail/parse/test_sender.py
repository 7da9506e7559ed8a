"""What an email's headers say about its sender: a person or a program, and whether our server vouches for them."""

from __future__ import annotations

import pytest

from mail.parse.message import ParsedMessage, parse_message
from mail.parse.sender import dmarc
from tests.support.inbound import letter

pytestmark = pytest.mark.either
OWN = ("replies.example", "play.example")


def read_with(*headers: str, sender: str = "ada@players.example", own: tuple[str, ...] = OWN) -> ParsedMessage:
    raw = "".join(f"{header}\r\n" for header in headers).encode() + letter()
    return parse_message(raw, envelope_sender=sender, own_domains=own, authserv_id="")


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ("Auto-Submitted: auto-replied", "auto-submitted"),
        ("Auto-Submitted: auto-generated; owner-email=a@a.example", "auto-submitted"),
        ("AUTO-SUBMITTED:\r\n Auto-Notified (really)", "auto-submitted"),
        ("Precedence: auto_reply", "auto-submitted"),
        ("X-Autoreply: yes", "auto-submitted"),
        ("X-Autorespond: Out of office", "auto-submitted"),
        ("Precedence: bulk", "bulk"),
        ("Precedence: Junk", "bulk"),
        ("Precedence: list", "bulk"),
        ("List-Id: Players <players.example>", "list"),
        ("X-Failed-Recipients: ben@players.example", "report"),
        ("Content-Type: multipart/report; report-type=delivery-status; boundary=b", "report"),
    ],
)
def test_a_program_wrote_it(header: str, why: str) -> None:
    assert read_with(header).automatic == why


@pytest.mark.parametrize(
    ("sender", "why"),
    [
        ("", "null sender"),
        ("<>", "null sender"),
        ("MAILER-DAEMON@players.example", "report"),
        ("postmaster@players.example", "report"),
        ("bounce+3@replies.example", "own"),
        ("noreply@PLAY.example", "own"),
    ],
)
def test_the_envelope_says_so(sender: str, why: str) -> None:
    assert read_with(sender=sender).automatic == why


@pytest.mark.parametrize("name", ["mailer-daemon@players.example", "Postmaster@players.example"])
def test_the_author_says_so(name: str) -> None:
    raw = letter().replace(b"From: Ada <ada@players.example>", f"From: {name}".encode())
    assert (
        parse_message(raw, envelope_sender="ada@players.example", own_domains=OWN, authserv_id="").automatic == "report"
    )


def test_the_site_does_not_answer_itself() -> None:
    raw = letter().replace(b"ada@players.example>\r\nTo", b"play+x@Replies.example>\r\nTo")
    assert parse_message(raw, envelope_sender="ada@players.example", own_domains=OWN, authserv_id="").automatic == "own"


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: no",
        "X-Autoreply: no",
        "X-Autorespond: False",
        "Return-Path: <>",  # of another journey: the envelope in which it came has a sender
        "Auto-Submitted: No (typed by hand)",
        "Auto-Submitted:",
        "Precedence: normal",
        "Precedence: first-class",
        "X-Auto-Response-Suppress: DR, OOF, AutoReply",
        "X-Priority: 1",
        "X-Mailer: Bulk Mailer",
        "List-Unsubscribe: <https://players.example/stop>",
        "Return-Path: <ada@players.example>",
        "Disposition-Notification-To: ada@players.example",
        "Subject: Out of office",
        "Feedback-ID: 1:2:3",
    ],
)
def test_a_person_may_have_written_it(header: str) -> None:
    assert read_with(header).automatic == ""


def test_nobodys_domain_is_ours_where_we_have_none() -> None:
    assert read_with(own=("",)).automatic == ""


# -- our mail server's findings (RFC 8601) -----------------------------------------------------------------------------


OURS = "mx.example.org"
PASS, FAIL = f"{OURS}; dmarc=pass header.from=a.example", f"{OURS}; dmarc=fail header.from=a.example"
ABOVE = f"{OURS}; spf=pass smtp.mailfrom=a.example"


@pytest.mark.parametrize(
    ("result", "verdict"),
    [
        (f"{OURS}; dmarc=pass (p=REJECT sp=NONE dis=NONE) header.from=a.example", "pass"),
        (f"{OURS}; spf=pass smtp.mailfrom=a.example; dkim=pass header.d=a.example; dmarc=fail header.from=a", "fail"),
        (f"{OURS} 1; DMARC/1 = Fail", "fail"),
        ("MX.Example.ORG;dmarc=pass", "pass"),
        (f'"{OURS}"; dmarc=pass', "pass"),
        (f"(our own) {OURS} (it is); dmarc (the method) = (the result) pass", "pass"),
        (f"{OURS}; none", "none"),
        (OURS, "none"),
        (f"{OURS}; dmarc=none", "none"),
        (f"{OURS}; dmarc=temperror", "none"),
        (f"{OURS}; dmarc=bestguesspass", "none"),
        (f"{OURS}; spf=pass (dmarc=fail)", "none"),
        (f"{OURS}; spf=fail (; dmarc=pass (; dmarc=pass) \\) ; dmarc=pass)", "none"),
        (f'{OURS}; spf=fail reason="no; dmarc=pass; really"', "none"),
        (f'{OURS}; spf=fail reason="\\"; dmarc=pass"', "none"),
        (f"{OURS}; x-dmarc=fail; dmarc-x=fail; spf=pass dmarc=fail", "none"),
        (f"{OURS}; dmarc=pass; dmarc=fail", "fail"),
        (f"{OURS}; dmarc=pass; dmarc=none", "none"),
        (f"{OURS}.evil.example; dmarc=pass", "silent"),
        ("", "silent"),
        (";;;", "silent"),
        ('("', "silent"),
    ],
)
def test_one_header(result: str, verdict: str) -> None:
    assert dmarc([result], OURS) == verdict


@pytest.mark.parametrize(
    ("results", "verdict"),
    [
        (["mx.evil.example; dmarc=fail", PASS], "pass"),  # only our own server is believed
        (["mx.evil.example; dmarc=pass"], "silent"),
        ([FAIL, PASS], "fail"),  # the topmost counts
        ([PASS, FAIL], "pass"),
        ([ABOVE, PASS], "none"),  # one further down is believed no good of the sender
        ([ABOVE, FAIL], "fail"),
        ([], "silent"),
    ],
)
def test_several_headers(results: list[str], verdict: str) -> None:
    assert dmarc(results, OURS) == verdict


def test_a_server_without_a_name_has_said_nothing() -> None:
    assert dmarc([PASS, "; dmarc=pass"], "") == "none"
