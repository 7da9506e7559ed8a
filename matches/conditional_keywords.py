"""The two words by which conditional turns are written, in every language in which they are understood."""

from __future__ import annotations

import re
from typing import Final

IF, THEN = "if", "then"
OTHER_LANGUAGES: Final = {"wenn": IF, "dann": THEN}
_OTHER: Final = re.compile(rf"(?<!\S)(?:{'|'.join(OTHER_LANGUAGES)})(?=[\s,:]|$)", re.IGNORECASE)


def in_english(text: str) -> str:
    """With "if" and "then" for the same words of another language."""
    return _OTHER.sub(lambda word: OTHER_LANGUAGES[word[0].lower()], text)
