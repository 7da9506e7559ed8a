"""Zips that anybody may have made."""

from __future__ import annotations

import hashlib
import io
import json
import warnings
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.files.archives.check_sentences import is_sentence
from tournaments.files.archives.imports import uploads
from tournaments.files.archives.open_zip import BadArchive, Limits, opened, parsed

LIMITS = Limits(files=10, bytes=1_000_000, largest=600_000)


def zip_of(content: dict[str, bytes], *, packed: int = ZIP_DEFLATED, twice: str = "", **manifest: Any) -> bytes:
    told = {
        "format": "fortify-club-archive",
        "version": 1,
        "edition": "owner",
        "files": {name: hashlib.sha256(text).hexdigest() for name, text in content.items()},
        **manifest,
    }
    made = io.BytesIO()
    with warnings.catch_warnings(), ZipFile(made, "w", packed) as archive:
        warnings.simplefilter("ignore")
        for name, text in content.items():
            archive.writestr(name, text)
        if twice:
            archive.writestr(twice, b"again")
        archive.writestr("manifest.json", json.dumps(told))
    return made.getvalue()


def why_not(content: bytes) -> str:
    with pytest.raises(BadArchive) as caught:
        opened(io.BytesIO(content), LIMITS)
    return str(caught.value)


def test_a_file_is_read_as_it_was_written() -> None:
    archive = opened(io.BytesIO(zip_of({"a.json": b'{"one": [1, null]}'})), LIMITS)
    assert archive.json("a.json") == {"one": [1, None]}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "damaged or incomplete"),
        (b"PK\x03\x04 and nothing more", "damaged or incomplete"),
        (zip_of({"a": b"1"})[:-30], "damaged or incomplete"),
        (zip_of({"../a": b"1"}), "an invalid name"),
        (zip_of({"/etc/a": b"1"}), "an invalid name"),
        (zip_of({"C:\\a": b"1"}), "an invalid name"),
        (zip_of({"a": b"1"}, twice="A"), "twice"),
        (zip_of({"a": b"1"}, packed=ZIP_BZIP2), "compressed or encrypted in a way"),
        (zip_of({"a": b"0" * 700_000}), "too large"),
        (zip_of(dict.fromkeys("abc", b"0" * 400_000)), "too large"),
        (zip_of({str(number): b"" for number in range(11)}), "too large"),
        (zip_of({"a": b"1"}, files={}), "Someone added a file"),
        (zip_of({}, files={"a": "0"}), "file a is missing"),
        (zip_of({"a": b"1"}, files={"a": "0"}), "was changed after"),
        (zip_of({}, format="another"), "isn’t a club’s archive"),
        (zip_of({}, version=2), "newer version"),
        (zip_of({}, version="1"), "isn’t valid in an archive"),
        (zip_of({}, edition="x"), "isn’t valid in an archive"),
        (zip_of({}, files=[]), "isn’t valid in an archive"),
    ],
)
def test_what_is_wrong_with_it_is_said(content: bytes, words: str) -> None:
    assert words in why_not(content)


def test_a_zip_without_a_manifest_is_none() -> None:
    made = io.BytesIO()
    with ZipFile(made, "w") as archive:
        archive.writestr("a.txt", "a")
    assert "it has no manifest.json" in why_not(made.getvalue())


@given(place=st.integers(0), bit=st.integers(0, 7))
def test_a_bit_that_was_turned_changes_nothing_or_is_seen(place: int, bit: int) -> None:
    """What is read is what was written, wherever a zip was damaged: in a name, in a length, in what is packed."""
    content = bytearray(zip_of({"a.json": b"[1]", "b/c.txt": b"abc" * 50}))
    content[place % len(content)] ^= 1 << bit
    try:
        archive = opened(io.BytesIO(bytes(content)), LIMITS)
    except BadArchive:
        return
    assert archive.json("a.json") == [1]


@pytest.mark.parametrize(
    "text",
    ['{"a": 1, "a": 2}', "NaN", '"\\u0000"', '"\\ud800"', "[" * 100 + "]" * 100, "9" * 5000, "{", '{"a\\u0000": 1}'],
)
def test_json_that_this_site_does_not_write_is_refused(text: str) -> None:
    with pytest.raises(BadArchive, match="isn’t valid in an archive"):
        parsed(text.encode(), "a.json", 1000)


@pytest.mark.parametrize(
    "text", ["[" + "[]," * 2_500_000 + "0]", "[" * 7_500_000, "]" * 7_500_000, '{"a":' * 1_000_000]
)
def test_a_manifest_of_brackets_is_refused_before_it_is_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mail.parse.bounded_json.json.loads", lambda *_: pytest.fail("it was read"))
    monkeypatch.setattr("mail.parse.bounded_json.BRACKET", None)  # nor is it looked through, bracket by bracket
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", text)
    with pytest.raises(BadArchive, match=r"manifest\.json isn’t valid in an archive"):
        opened(made, uploads.LIMITS)


def test_brackets_in_a_text_are_no_values() -> None:
    text = json.dumps({"about": '[{,"\\' * 1000 + "é"}).encode()
    assert parsed(text, "a.json", 10) == json.loads(text)


@pytest.mark.parametrize(
    ("kept", "fits"),
    [
        ("100 %", True),
        (["say", "%(name)s entered.", {"name": "Ann"}], True),
        (["say", "100 % are here.", {}], True),
        (["many", "one", "%(number)s of %(all)s", 2, {"all": ["say", "All.", {}]}], True),
        (["join", ", ", ["a", ["begin", "b"]]], True),
        (["say", "%(name)s entered.", {}], False),
        (["say", "%(name)s is %(other)s.", {"name": "Ann"}], False),
        (["say", "%(name)999999999d", {"name": 1}], False),
        (["say", "%s", {"name": 1}], False),
        (["say", "%(%%name)s", {"name": "Ann"}], False),
        (["say", "%(name)%%s", {"name": "Ann"}], False),
        (["say", "%(name)d", {"name": "Ann"}], False),
        (["many", "one", "%(number)d", 2, {"number": "two"}], False),
        (["say", "%(part)d %%(other)s", {"part": 50}], True),
        (["say", "", {}], False),
        (["many", "one", "%(x)s", 2, {}], False),
        (["join", ", ", "ab"], False),
        (["shout", "a"], False),
        (7, False),
        ({"say": "a"}, False),
    ],
)
def test_a_sentence_is_one_that_can_be_said(kept: Any, fits: bool) -> None:
    assert is_sentence(kept) is fits


def test_a_sentence_in_sentences_does_not_grow_without_end() -> None:
    kept: Any = "ten letters"
    for _ in range(6):
        kept = ["say", "%(part)s" * 100, {"part": kept}]
    assert not is_sentence(kept)
