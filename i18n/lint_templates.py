"""A check for words in templates that no catalogue could translate."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from django.template.base import Lexer, Token, TokenType

BLOCKS = ("blocktranslate", "blocktrans", "comment")
MARK = "\N{OBJECT REPLACEMENT CHARACTER}"  # what a variable or a tag leaves behind
NOT_SAID = re.compile(
    r"<!--.*?-->|<(script|style|code|kbd|pre)\b.*?</\1>|&\w+;|<!doctype[^>]*>", re.DOTALL | re.IGNORECASE
)
SAID_BY_TAGS = re.compile(r"""\b(?:title|alt|placeholder|aria-label|label|summary)="([^"]*)\"""")
TAG = re.compile(r"<[^>]*>", re.DOTALL)
WORD = re.compile(r"[^\W\d_]{2,}")
ARGUMENT = re.compile(r"""(?<![_(\w])(?:\w+=)?"([^"]*)\"""")
SPOKEN = re.compile(r"[^\W\d_]+[,;:]? [^\W\d_]+|^[A-Z][a-z]+")
SAYING_TAGS = ("include", "with", "element", "slot", "cycle", "firstof")


def unwrapped(text: str) -> Iterator[str]:
    """Yield each piece of a template's text that has words outside ``translate`` and ``blocktranslate``."""
    pieces: list[str] = []
    for token in _outside(Lexer(text).tokenize()):
        if token.token_type == TokenType.TEXT:
            pieces.append(token.contents)
            continue
        pieces.append(MARK)
        if token.token_type == TokenType.BLOCK and token.contents.split()[0] in SAYING_TAGS:
            yield from (said for said in ARGUMENT.findall(token.contents) if SPOKEN.search(said) and "/" not in said)
    rest = NOT_SAID.sub("", "".join(pieces))
    yield from (said for said in SAID_BY_TAGS.findall(rest) if WORD.search(said))
    yield from (said.strip() for said in re.split(r"\n", TAG.sub("\n", rest)) if WORD.search(said))


def _outside(tokens: list[Token]) -> Iterator[Token]:
    """Yield the tokens of text that should be translatable: those outside ``blocktranslate`` and comments."""
    until = ""
    for token in tokens:
        name = token.contents.split()[0] if token.token_type == TokenType.BLOCK and token.contents else ""
        if until:
            until = "" if name == until else until
        elif name in BLOCKS:
            until = f"end{name}"
        else:
            yield token


def main(places: list[str]) -> int:
    """Print the untranslatable words of the files and folders named. Return 1 if there are any."""
    found = 0
    for place in map(Path, places):
        files = [place] if place.is_file() else sorted(path for path in place.rglob("*") if path.is_file())
        for path in files:
            for said in unwrapped(path.read_text()):
                found += 1
                print(f"{path}: {said}")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["templates"]))
