"""The words that conditional turns ("if … then …") and orders ("ahead …", "ahead none") are written with.

They are understood in each of the site's languages.
"""

from __future__ import annotations

import re
from typing import Final

IF, THEN = "if", "then"
AHEAD, NONE = "ahead", "none"
OTHER_LANGUAGES: Final = {"wenn": IF, "dann": THEN, "voraus": AHEAD, "nichts": NONE}
_OTHER: Final = re.compile(rf"(?<!\S)(?:{'|'.join(OTHER_LANGUAGES)})(?=[\s,:]|$)", re.IGNORECASE)


def in_english(text: str) -> str:
    """Return the text with another language's keywords replaced by the English ones."""
    return _OTHER.sub(lambda word: OTHER_LANGUAGES[word[0].lower()], text)
