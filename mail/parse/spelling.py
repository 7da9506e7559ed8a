"""Undoing what mail programs do to the characters of a line on the way.

Each step preserves what a person sees. Anything that would need a guess stays as it came, and is refused later.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

# Soft hyphens, zero-width characters, marks of writing direction, variation selectors. Not U+202E, which makes a
# reader see a line from its end.
_UNSEEN: Final = dict.fromkeys(
    (
        *(0xAD, 0x34F, 0x61C, 0x180E, 0xFEFF),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202E),
        *range(0x2060, 0x206A),
        *range(0xFE00, 0xFE10),
    )
)
_MARKS: Final = str.maketrans(
    dict.fromkeys("‐‑‒–—―−﹣", "-") | dict.fromkeys("“”„‟«»″", '"') | dict.fromkeys("‘’‚‛′´", "'")
)
_LINK: Final = re.compile(
    r"\s?(?:<(?:mailto:|https?://)([^<>\s]*)>|\[(?:mailto:|https?://)([^\[\]\s]*)\])", re.IGNORECASE
)
_ENCLOSING: Final = "\"'`*_"  # bold and italic letters come as stars and underscores
_ENTITY: Final = re.compile(r"&(?:[a-z]{2,8}|#\d{1,6}|#x[\da-f]{1,5});", re.IGNORECASE)
# Without the signs of cards, pieces and dice, which may be part of a turn.
_SMILE: Final = re.compile(
    r"(?:\s*(?:[:;=8]['’]?-?[)D(PpO3/|]|\^\^|<3"
    r"|[\U0001F1E6-\U0001F1FF\U0001F300-\U0001FAFF\u2600-\u2653\u2668-\u267F\u2690-\u27BF])[\uFE0E\uFE0F\u200D]*)+$"
)


def visible(line: str) -> str:
    """Return the line as it is seen: without zero-width characters, and with single spaces."""
    return " ".join(line.translate(_UNSEEN).split())


def plain(line: str) -> str:
    """Return the line in a typewriter's characters: no full-width ones, no curly quotes or dashes, no HTML entities."""
    while (said := _ENTITY.sub(lambda found: html.unescape(found[0]), line)) != line:
        line = said
    return visible(unicodedata.normalize("NFKC", visible(line).translate(_MARKS)).translate(_MARKS))


def spellings(line: str) -> Iterator[str]:
    """Yield what the line may have been when it was typed, the likeliest first, each once."""
    seen = visible(line)
    typed = plain(seen)
    unlinked = without_links(typed)
    yield from dict.fromkeys((seen, typed, unlinked, bare(unlinked)))


def without_links(line: str) -> str:
    """Return the line without links that a mail program added to their own text: ``T@b3<mailto:T@b3>`` is ``T@b3``."""
    kept, at = "", 0
    for link in _LINK.finditer(line):
        kept += line[at : link.start()]
        at = link.end()
        target = unquote(link[1] or link[2] or "").rstrip("/").lower()
        if not target or not kept.lower().endswith(target):
            kept += link[0]
    return kept + line[at:]


def bare(line: str) -> str:
    """Return the line without quotation marks around it, or a full stop, exclamation mark or smiley at its end."""
    while True:
        found = _SMILE.sub("", line).rstrip(".! ")
        if len(found) > 1 and found[0] == found[-1] and found[0] in _ENCLOSING:
            found = found[1:-1].strip()
        if found == line:
            return line
        line = found
