"""Bytes in the character set that they say they are in, or not."""

from __future__ import annotations

import time

import pytest

from mail.parse.charsets import decoded

pytestmark = pytest.mark.either


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
    assert decoded(text.encode(charset.strip("'")), charset) == text


@pytest.mark.parametrize(
    "charset", ["", "us-ascii", "x-unknown", "utf-99", "\0", "é", "unicode_escape", "utf-7", "rot13"]
)
def test_one_that_is_wrong_or_unknown_is_guessed(charset: str) -> None:
    assert decoded("b3+ Grüße".encode(), charset) == "b3+ Grüße"
    assert decoded("b3+ Grüße –".encode("windows-1252"), charset) == "b3+ Grüße –"


def test_latin_1_is_what_windows_calls_so() -> None:
    assert decoded("– “b3+”".encode("windows-1252"), "iso-8859-1") == "– “b3+”"


@pytest.mark.parametrize("charset", ["cp037", "cp500", "cp875", "cp1026"])
def test_no_letter_becomes_another_one(charset: str) -> None:
    assert decoded(b"b3+", charset) == "b3+"


def test_a_mark_at_the_beginning_is_no_text() -> None:
    assert decoded(b"\xef\xbb\xbfb3+", "utf-8") == "b3+"
    assert decoded(b"\xef\xbb\xbfb3+", "us-ascii") == "b3+"


def test_nothing_keeps_it_from_being_stored() -> None:
    assert decoded(b"b3\0+", "utf-8") == "b3\ufffd+"
    assert "\0" not in decoded(bytes(range(256)), "")


@pytest.mark.parametrize("charset", ["punycode", "idna", "zip", "bz2", "hex", "uu"])
def test_codecs_that_are_no_character_set_are_never_used(charset: str) -> None:
    start = time.process_time()
    assert decoded(b"a" * 500_000 + b"-" + b"9a" * 200_000, charset).startswith("aaa")
    assert time.process_time() - start < 1
