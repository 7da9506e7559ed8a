"""The sentences that rows of a release may hold, by which a later version knows what it must still be able to say.

``keep.py`` keeps them beside the release's database.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path

from i18n import extract
from i18n.former_words import Message

HERE = Path(__file__).parent
FILE = "sentences.json.xz"


def keep_sentences(folder: Path) -> None:
    (folder / FILE).write_bytes(lzma.compress(json.dumps(sorted(_sentences())).encode()))


def kept_sentences(file: Path) -> list[Message]:
    return [Message(text, context or None) for text, context in json.loads(lzma.decompress(file.read_bytes()))]


def _sentences() -> Iterator[tuple[str, str]]:
    """Each form of each message, with its context or ""."""
    for message in extract.messages(extract.STORED):
        for form in [message.id] if isinstance(message.id, str) else message.id:
            if form:
                yield form, message.context or ""
