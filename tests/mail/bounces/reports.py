"""Delivery reports as mail servers write them, each in its own way."""

from __future__ import annotations

READER = "ada@players.example"
BOUNDARY = "=_report_42"


def report(*blocks: str, to: str = "bounce+x@replies.example", attached: str = "", kind: str = "") -> bytes:
    """RFC 3464: words for people, the groups of fields, and the headers of the email."""
    groups = "\r\n\r\n".join(["Reporting-MTA: dns; mx.club.example", *blocks])
    lines = [
        "From: MAILER-DAEMON@mx.club.example (Mail Delivery System)",
        f"To: {to}",
        "Subject: Undelivered Mail Returned to Sender",
        "Auto-Submitted: auto-replied",
        "MIME-Version: 1.0",
        f'Content-Type: multipart/report; report-type=delivery-status; boundary="{BOUNDARY}"',
        "Message-ID: <20261121120000.1@mx.club.example>",
        "",
        f"--{BOUNDARY}",
        "Content-Type: text/plain; charset=us-ascii",
        "",
        "I'm sorry to have to inform you that your message could not be delivered.",
        "",
        f"--{BOUNDARY}",
        f"Content-Type: {kind or 'message/delivery-status'}",
        "",
        groups,
        "",
        f"--{BOUNDARY}",
        "Content-Type: message/rfc822" if attached else "Content-Type: text/rfc822-headers",
        "",
        attached or "Subject: Fortify #1: Ada - Ben",
        "",
        f"--{BOUNDARY}--",
        "",
    ]
    return "\r\n".join(lines).encode()


def about(status: str, said: str = "", *, action: str = "failed", reader: str = READER) -> str:
    fields = [f"Final-Recipient: rfc822; {reader}", f"Action: {action}", f"Status: {status}"]
    return "\r\n".join([*fields, *([f"Diagnostic-Code: smtp; {said}"] if said else [])])


UNKNOWN = about("5.1.1", "550 5.1.1 <ada@players.example>: Recipient address rejected: User unknown")
FULL = about("5.2.2", "552 5.2.2 Mailbox full")
DELAYED = about("4.4.1", "connect to mx.players.example: timed out", action="delayed")

EXIM = b"""\
Return-path: <>
X-Failed-Recipients: ada@players.example
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.club.example>
To: bounce+x@replies.example
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ada@players.example
    host mx.players.example [192.0.2.7]
    SMTP error from remote mail server after RCPT TO:<ada@players.example>:
    550 5.1.1 no such user here

------ This is a copy of the message, including all the headers. ------

Subject: 452 4.2.2 is no answer of a server
"""

QMAIL = b"""\
From: MAILER-DAEMON@mx.players.example
To: bounce+x@replies.example
Subject: failure notice

Hi. This is the qmail-send program at mx.players.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<ada@players.example>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <bounce+x@replies.example>
"""

VACATION = b"""\
From: Ada <ada@players.example>
To: bounce+x@replies.example
Auto-Submitted: auto-replied
Subject: Away until Monday

I am away. 550 5.1.1 User unknown is what my server says of others.
"""

READ = report("Final-Recipient: rfc822; ada@players.example\r\nDisposition: manual-action; displayed").replace(
    b"delivery-status", b"disposition-notification"
)
QUOTED = (
    b"""\
From: Ada <ada@players.example>
To: bounce+x@replies.example
Subject: what is this?
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

--outer
Content-Type: text/plain

Somebody sent me this.

--outer
Content-Type: message/rfc822

"""
    + report(UNKNOWN)
    + b"\r\n--outer--\r\n"
)
