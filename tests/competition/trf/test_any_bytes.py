"""Whatever the data, there is a document or a sentence."""

from __future__ import annotations

import contextlib
import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from competition.trf import BadTrf, CannotWrite, Document, Edition, read_trf, write_trf
from tests.support.tournament_notation import DATA, FILES

from .files import GAME

TAGS = [
    "001", "012", "062", "112", "132", "142", "152", "162", "192", "202", "240", "250", "260", "299", "310", "XXA",
    "XXC", "XXP", "XXR", "XXS", "XXZ", "BBW", "BBU", "BEL",
]  # fmt: skip
SMALL = [(DATA / name).read_bytes() for name in FILES if (DATA / name).stat().st_size < 4000]
ODDITIES = st.sampled_from([b"\r", b"\n", b" ", b"0", b"9", b"w", b"b", b"\xff", b"\x00", "²".encode(), "٣".encode()])


def reads(data: bytes | str) -> Document | None:
    """What can be read can be written, and reads back; what cannot is said in a sentence."""
    try:
        return read_trf(data)
    except BadTrf as error:
        sentence = str(error)
    assert re.fullmatch(r"(Line \d+: )?\S.*[.]", sentence, re.DOTALL), sentence
    return None


@given(st.binary(max_size=200) | st.text(max_size=200))
@example(b"\xff\xfe0\x000\x001\x00")
def test_any_data_at_all(data: bytes | str) -> None:
    reads(data)


@given(st.lists(st.builds("{} {}".format, st.sampled_from(TAGS), st.text(max_size=120)), max_size=8))
def test_any_records(lines: list[str]) -> None:
    reads("\n".join([*GAME, *lines]))


@given(
    st.lists(
        st.builds("{}{}".format, st.sampled_from(TAGS), st.text(" 0123456789wb-+=HFUZW.", max_size=140)), max_size=8
    )
)
def test_any_numbers_in_any_columns(lines: list[str]) -> None:
    reads("\n".join(lines))


@settings(max_examples=60)
@given(st.data())
def test_files_with_something_changed(data: st.DataObject) -> None:
    raw = bytearray(data.draw(st.sampled_from(SMALL)))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(raw) - 1))
        length = data.draw(st.sampled_from([0, 1, 1, 1, 10, 100]))
        raw[place : place + length] = data.draw(ODDITIES | st.binary(max_size=3))
    document = reads(bytes(raw))
    if document:
        with contextlib.suppress(CannotWrite):  # a quarter of a point
            assert read_trf(write_trf(document)).history.players == document.history.players
            read_trf(write_trf(document, Edition.TRF16))
