"""TRF, read: any file there is, in editions of 2006, 2016 and 2026, with the extensions of pairing programs."""

from __future__ import annotations

import re

from .assemble import assemble
from .collected import Draft
from .columns import printable
from .document import Document
from .line import Line

LINE_END = re.compile(r"\r\n|\r|\n")


def read(data: str | bytes) -> Document:
    """Lines may end in CR, LF or both; bytes are UTF-8, with or without a mark at the beginning, or else Latin-1.
    Raises ``BadTrf`` and nothing else, whatever the data."""
    draft = Draft()
    for number, text in enumerate(LINE_END.split(decoded(data)), 1):
        draft.read(Line(number, printable(text)))
    return assemble(draft)


def decoded(data: str | bytes) -> str:
    """The text of a file, as ``read`` takes it."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
