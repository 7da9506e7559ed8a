"""Emails made to take their reader's time, memory or life, each by a name for it."""

from __future__ import annotations

from typing import Final

from mail.parse.message import MOST_LINES, MOST_NESTED


def nested(parts: int) -> bytes:
    return b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(parts))


BOMBS: Final = {
    "many parts": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 10_000,
    "mails within mails": b"Content-Type: message/rfc822\n\n" * 20_000,
    "parts within parts": b"".join(
        b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(9000)
    ),
    "parts within parts, as many as may be": b"".join(
        b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(MOST_NESTED - 1)
    )
    + b"x\n" * (MOST_LINES - 3 * MOST_NESTED),
    "many fields": b"To: a@b.example\n" * 29_000,
    "one long field": b"To: " + b"a" * 1_000_000,
    "many encoded words": b"Subject: " + b"=?utf-8?q?" * 100_000,
    "many comments": b"From: " + b"(" * 1_000_000,
    "many parameters": b"Content-Type: text/plain" + b'; a="' * 200_000,
    "continued parameters": b"Content-Type: text/plain" + b"".join(b"; a*%d=b" % n for n in range(90_000)),
    "nested tags": b"Content-Type: text/html\n\n" + b"<div>" * 200_000,
    "nested links": b"Content-Type: text/html\n\n" + b"".join(b"<b id=%d>" % n for n in range(80_000)) + b"<p>" * 9000,
    "many attributes": b"Content-Type: text/html\n\n<a " + b" ".join(b"x%d=1" % n for n in range(100_000)),
    "open tags": b"Content-Type: text/html\n\n" + b"<" * 1_000_000,
    "open comments": b"Content-Type: text/html\n\n" + b"<!--" * 250_000,
    "many quotes": b"Content-Type: text/html\n\n" + b"<blockquote>x" * 80_000,
    "a slow codec": b"Content-Type: text/plain; charset=punycode\n\n" + b"a" * 500_000 + b"-" + b"9a" * 250_000,
    "deep quotes": b"Content-Type: text/plain; format=flowed\n\n" + (b">" * 1000 + b" x \n") * 1000,
    "long lines": b"Content-Type: text/plain\n\n" + b"a:" * 500_000,
    "many blanks": b"Content-Type: text/plain\n\n" + b" " * 1_000_000 + b":",
    "many colons": b"Content-Type: text/plain\n\n" + (b"on 18:05 " * 200 + b":\n> x\n") * 500,
    "uuencoded": b"Content-Transfer-Encoding: x-uuencode\n\n" + b"begin 644 a\n" * 29_000,
    "broken base64": b"Content-Transfer-Encoding: base64\n\n" + b"A=" * 500_000,
    "quoted-printable": b"Content-Transfer-Encoding: quoted-printable\n\n" + b"=" * 1_000_000,
    "results": b"Authentication-Results: mx.example.org" + b"; dmarc = (" * 90_000,
}
