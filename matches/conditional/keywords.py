"""The words by which conditional turns ("if … then …") and orders ("ahead …", "ahead none") are written, in every
language in which they are understood."""

from __future__ import annotations

import re
from typing import Final

IF, THEN = "if", "then"
AHEAD, NONE = "ahead", "none"
OTHER_LANGUAGES: Final = {"wenn": IF, "dann": THEN, "voraus": AHEAD, "nichts": NONE}
_OTHER: Final = re.compile(rf"(?<!\S)(?:{'|'.join(OTHER_LANGUAGES)})(?=[\s,:]|$)", re.IGNORECASE)


def in_english(text: str) -> str:
    """With the English words for the same of another language."""
    return _OTHER.sub(lambda word: OTHER_LANGUAGES[word[0].lower()], text)
