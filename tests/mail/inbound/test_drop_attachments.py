"""Of a large email what may be read is kept, whatever its form; pictures are not."""

from __future__ import annotations

import tracemalloc
from email.message import EmailMessage

import pytest

from mail.inbound.drop_attachments import LARGEST_KEPT, MOST_PARTS, without_attachments
from mail.parse.message import parse_message

PICTURE = b"\x89PNG" + bytes(range(256)) * 6000  # 1.5 MB
LARGE = 25 * 1024 * 1024


def text_of(raw: bytes) -> str:
    letter = parse_message(raw, envelope_sender="ada@players.example", own_domains=(), authserv_id="")
    assert letter.sender == "ada@players.example"
    return letter.text.replace("\r\n", "\n").strip()


def message() -> EmailMessage:
    made = EmailMessage()
    made["From"], made["Subject"] = "Ada <ada@players.example>", "Re: Fortify"
    return made


def related() -> EmailMessage:
    made = message()
    made.set_content("T@b3\n")
    made.add_alternative('<p>T@b3</p><img src="cid:logo">', subtype="html")
    html = made.get_payload(1)
    assert isinstance(html, EmailMessage)
    html.add_related(PICTURE, "image", "png", cid="logo", filename="logo.png")
    return made


def attached() -> EmailMessage:
    made = message()
    made.set_content("T@b3\n", cte="base64")
    made.add_attachment(PICTURE, "application", "pdf", filename="list.pdf")
    return made


def between() -> EmailMessage:
    made = message()
    made.set_content("Hello,\n")
    made.add_attachment(PICTURE, "image", "jpeg", disposition="inline", filename="a.jpg")
    made.add_attachment("T@b3\n", disposition="inline")
    return made


def forwarded() -> EmailMessage:
    made = message()
    made.set_content("T@b3\n")
    made.add_attachment(attached())
    return made


def in_text() -> EmailMessage:
    made = message()
    made.set_content("T@b3\n\nOn 21 Nov 2026 at 12:00, Fortify wrote:\n" + "> quoted, line by line\n" * 200_000)
    return made


def in_html() -> EmailMessage:
    made = message()
    made.set_content("<p>T@b3</p><img src='data:image/png;base64," + "A" * 2_000_000 + "'>", subtype="html")
    return made


@pytest.mark.parametrize("made", [related, attached, between, forwarded, in_text, in_html])
@pytest.mark.parametrize("end", [b"\r\n", b"\n"])
def test_what_was_written_is_still_there(made: object, end: bytes) -> None:
    assert callable(made)
    raw: bytes = made().as_bytes().replace(b"\n", end)
    light = without_attachments(raw)
    assert light is not None
    assert len(raw) > LARGEST_KEPT
    assert len(light) < LARGEST_KEPT
    lines = text_of(light).splitlines()
    assert "T@b3" in (lines[0], lines[-1])


def test_a_small_one_stays_as_it_is() -> None:
    raw = b"Content-Type: image/png\r\n\r\n" + b"x" * 1000
    assert without_attachments(raw) == raw


HOSTILE = {
    "no structure": b"x" * LARGE,
    "lines": b"x\n" * (LARGE // 2),
    "parts": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * (LARGE // 8),
    "boundaries": b"boundary=" + b" boundary=".join(b"%d" % n for n in range(LARGE // 20)),
    "blanks": b"boundary" + b" " * LARGE,
    "blanks behind a mark": b"boundary=b\n\n" + (b"--b" + b" " * 1000 + b"x\n") * (LARGE // 1004),
    "heads": b"boundary=b\n\n" + (b"--b\n" + b"a: " + b"y" * 60_000 + b"\n\n") * 400,
    "texts": b"boundary=b\n\n" + (b"--b\n\n" + b"y" * 80_000 + b"\n") * 300,
}


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE)
def test_none_leaves_much_or_takes_much_memory(raw: bytes) -> None:
    tracemalloc.start()
    light = without_attachments(raw)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert light is None or len(light) <= LARGEST_KEPT
    assert most < 10 * 2**20


def test_more_parts_than_anybody_sends_are_not_looked_at() -> None:
    parts = b"--b\n\nx\n" * (MOST_PARTS + 1)
    assert without_attachments(b"Content-Type: multipart/mixed; boundary=b\n\n" + parts + b"x" * LARGEST_KEPT) is None
