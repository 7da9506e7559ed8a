"""The sentences that rows of a release may hold, by which a later version knows what it must still be able to say.

``make release`` keeps them. For a version that isn't tagged yet, ``python -m tests.releases.sentences 1.0.0`` keeps
those of today instead.
"""

from __future__ import annotations

import json
import lzma
import os
import sys
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


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fortify_site.settings")
    keep_sentences(HERE / sys.argv[1])
