"""What the writer wrote, out of all the parts of an email."""

from __future__ import annotations

import time
from email import message_from_bytes

import pytest

from mail.parse.body import DEEPEST, MOST_PARTS, decoded_text, written_in_html, written_text

pytestmark = pytest.mark.either
PLAIN, HTML = "Content-Type: text/plain\n\n{}", "Content-Type: text/html\n\n<p>{}</p>"
FILE = 'Content-Type: text/plain; name="turn.txt"\n\n{}'
NAMED = 'Content-Type: text/plain\nContent-Disposition: inline; filename="body.txt"\n\n{}'
ATTACHED = "Content-Type: text/plain\nContent-Disposition: attachment\n\n{}"
MAIL = "Content-Type: message/rfc822\n\nFrom: a@a.example\n\n{}"


def parts(kind: str, *within: str, boundary: str = "b") -> str:
    between = "".join(f"\n--{boundary}\n{part}" for part in within)
    return f"Content-Type: multipart/{kind}; boundary={boundary}\n{between}\n--{boundary}--"


def text_of(mail: str) -> str:
    return written_text(message_from_bytes(mail.encode())).strip()


@pytest.mark.parametrize(
    ("mail", "text"),
    [
        (PLAIN.format("b3+"), "b3+"),
        ("\nb3+", "b3+"),
        (HTML.format("b3+"), "b3+"),
        (parts("alternative", PLAIN.format("b3+"), HTML.format("c3+")), "b3+"),
        (parts("alternative", HTML.format("c3+"), PLAIN.format("b3+")), "b3+"),
        (parts("alternative", PLAIN.format(" "), HTML.format("c3+")), "c3+"),
        (parts("alternative", parts("related", HTML.format("c3+"), PLAIN.format("x"), boundary="r")), "c3+"),
        (parts("signed", PLAIN.format("b3+"), PLAIN.format("signature")), "b3+"),
        (parts("mixed", PLAIN.format("b3+"), FILE.format("c3+"), ATTACHED.format("d3+")), "b3+"),
        (parts("mixed", MAIL.format("c3+"), PLAIN.format("b3+")), "b3+"),
        (parts("mixed", PLAIN.format("b3+"), PLAIN.format("c3+")), "b3+\nc3+"),
        (MAIL.format("c3+"), ""),
        (FILE.format("c3+"), "c3+"),  # some programs name every text
        (parts("mixed", "Content-Type: image/png\n\nx", NAMED.format("b3+"), ATTACHED.format("d3+")), "b3+"),
        (parts("digest", "\nFrom: a@a.example\n\nb3+"), ""),
        (parts("encrypted", "Content-Type: application/octet-stream\n\nb3+"), ""),
        ("Content-Type: application/pdf\n\nb3+", ""),
        ("Content-Type: multipart/mixed\n\nb3+", ""),
        ("Content-Type: nonsense\n\nb3+", "b3+"),
        ("Content-Type: text/plain; format=Flowed; DelSp=Yes\n\nb3 \n+", "b3+"),
        ("Content-Transfer-Encoding: quoted-printable\n\nI@a2&I=\n@b2 =C2=A0c3+=20", "I@a2&I@b2 \u00a0c3+"),
        ("Content-Transfer-Encoding: base64\n\nYjMr", "b3+"),
        ("Content-Transfer-Encoding: nonsense\n\nb3+", "b3+"),
    ],
)
def test_what_was_written(mail: str, text: str) -> None:
    assert text_of(mail) == text


def test_what_the_html_says_is_known_where_there_is_text_too() -> None:
    both = message_from_bytes(parts("alternative", PLAIN.format("See the HTML."), HTML.format("b3+")).encode())
    assert (written_text(both).strip(), written_in_html(both).strip()) == ("See the HTML.", "b3+")
    assert written_in_html(message_from_bytes(HTML.format("b3+").encode())) == ""


def test_there_is_an_end_to_parts() -> None:
    deep = PLAIN.format("b3+")
    for depth in range(DEEPEST):
        deep = parts("mixed", deep, boundary=f"b{depth}")
    assert text_of(deep) == "b3+"
    assert text_of(parts("mixed", deep, boundary="outermost")) == ""
    assert text_of(parts("mixed", *[PLAIN.format("x")] * (MOST_PARTS + 5))).count("x") == MOST_PARTS


# -- character sets ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("charset", "text"),
    [
        ("utf-8", "Grüße"),
        ("UTF8", "Grüße"),
        ("'utf-8'", "Grüße"),
        ("windows-1252", "Grüße – „so“"),
        ("iso-8859-2", "Łucja"),
        ("koi8-r", "Анна"),
        ("windows-1255", "נועה"),
        ("iso-2022-jp", "山田"),
        ("shift_jis", "山田"),
        ("gb2312", "小明"),
        ("big5", "美玲"),
        ("euc-kr", "김민수"),
        ("utf-16", "b3+"),
    ],
)
def test_it_is_decoded(charset: str, text: str) -> None:
    assert decoded_text(text.encode(charset.strip("'")), charset) == text


@pytest.mark.parametrize(
    "charset", ["", "us-ascii", "x-unknown", "utf-99", "\0", "é", "unicode_escape", "utf-7", "rot13"]
)
def test_one_that_is_wrong_or_unknown_is_guessed(charset: str) -> None:
    assert decoded_text("b3+ Grüße".encode(), charset) == "b3+ Grüße"
    assert decoded_text("b3+ Grüße –".encode("windows-1252"), charset) == "b3+ Grüße –"


def test_latin_1_is_what_windows_calls_so() -> None:
    assert decoded_text("– “b3+”".encode("windows-1252"), "iso-8859-1") == "– “b3+”"


@pytest.mark.parametrize("charset", ["cp037", "cp500", "cp875", "cp1026"])
def test_no_letter_becomes_another_one(charset: str) -> None:
    assert decoded_text(b"b3+", charset) == "b3+"


def test_a_mark_at_the_beginning_is_no_text() -> None:
    assert decoded_text(b"\xef\xbb\xbfb3+", "utf-8") == "b3+"
    assert decoded_text(b"\xef\xbb\xbfb3+", "us-ascii") == "b3+"


def test_nothing_keeps_it_from_being_stored() -> None:
    assert decoded_text(b"b3\0+", "utf-8") == "b3\ufffd+"
    assert "\0" not in decoded_text(bytes(range(256)), "")


@pytest.mark.parametrize("charset", ["punycode", "idna", "zip", "bz2", "hex", "uu"])
def test_codecs_that_are_no_character_set_are_never_used(charset: str) -> None:
    start = time.process_time()
    assert decoded_text(b"a" * 500_000 + b"-" + b"9a" * 200_000, charset).startswith("aaa")
    assert time.process_time() - start < 1
