"""Habits of a translation, looked for in what people read: the catalogue's English, the documents, the docstrings.

``python -m tests.support.voice`` names each text with one, and exits with status 1 if a group has too many. A text that
quotes a habit on purpose is in ``ALLOWED``, with the reason.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator

from babel.messages.pofile import read_po

from .circles import ROOT, rooms

_NOT_MAIL = (
    r"accounts?|agents?|clients?|commands?|domains?|exchangers?|folders?|hosts?|logs?|programs?|providers?|queues?"
    r"|servers?|services?|setup|systems?"
)
_COUNTED = (
    r"an?|another|each|earlier|every|first|its|last|later|latest|next|one|other|same|second|single|that|the|their|this"
    r"|whole|whose|your"
)

HABITS = {
    name: re.compile(pattern)
    for name, pattern in {
        "a sentence that begins with a bare who": r"(?:^|[.!?…:]\s+)(?:And |But |Or )?(?:Who|Whoever)\b(?![^.!?]*\?)",
        "somebody, nobody or everybody as the subject": r"(?:^|[.!?;:,]\s+)(?:[Ss]ome|[Nn]o|[Ee]very)body\b",
        "mail as a thing that is counted": rf"(?<![\w@/.:-])[Mm]ails\b(?![\w@/:-])"
        rf"|\b(?i:{_COUNTED}) mail\b(?! (?:{_NOT_MAIL})\b)(?![\w@/:-])",
        "anew": r"\banew\b",
        "by itself": r"\bby (?:itself|themselves)\b",
        "stands still": r"\bst(?:and|ands|ood|anding) still\b",
        "goes on": r"\b(?:go|goes|went|going|gone) on\b(?! (?:an?|the|their|your|holiday|vacation)\b)",
        "waits for you": r"\bwait(?:s|ing|ed)? for you\b",
        "is to": r"\b(?:is|are|was|were) to (?!(?:an?|each|every|him|it|made-up|the|them|us|you|your)\b)[a-z]+",
        "is let through": r"\blet through\b",
        "nothing was changed": r"\b[Nn]othing (?:was|is) (?:changed|done)\b",
        "of yours": r"\bof (?:yours|theirs|ours|hers)\b",
        "so many": r"\bso many\b",
        "as it stands": r"\bas (?:it|they) stands?\b",
        "look it over": r"\b[Ll]ook (?:it|them) over\b|(?:^|[.,:;]\s+)[Ll]ook at it\b",
        "leave it": r"(?:^|[.:;]\s+)[Ll]eave it\b(?! (?:as|blank|empty|out|to)\b)",
        "put in": r"\bput(?:s|ting)? in\b",
        "no longer there": r"\bno longer there\b|\b(?i:nobody|no one|nothing|none)\b[^.:;]* any more\b",
        "in some days, of a deadline": r"\b(?:deadline|due|runs out)[^.]* in (?:\d+|%\(\w+\)s) (?:day|hour)s?\b",
    }.items()
}

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

# A part of the text, and why it may be there.
ALLOWED: dict[str, str] = {}

# How many of a group's texts may have a habit.
LIMITS = {"catalogue": 0.01, "documents": 0.01, "docstrings": 0.01}


def habits(text: str) -> Iterator[str]:
    """Yield the names of the habits in a text, whose paragraphs are separated by empty lines.

    Code between backticks doesn't count.
    """
    for allowed in ALLOWED:
        text = text.replace(allowed, "")
    paragraphs = [" ".join(part.split()) for part in re.sub(r"(`+).*?\1", "``", text, flags=re.DOTALL).split("\n\n")]
    return (name for name, pattern in HABITS.items() if any(pattern.search(part) for part in paragraphs))


def catalogue() -> Iterator[tuple[str, str]]:
    """Yield each message in English, and where it is used."""
    for path in sorted(ROOT.glob("i18n/locale/*/LC_MESSAGES/django.po"))[:1]:
        with path.open("rb") as file:
            for message in read_po(file):
                for text in filter(None, message.id if isinstance(message.id, tuple) else [message.id]):
                    yield message.locations[0][0], str(text)


def documents() -> Iterator[tuple[str, str]]:
    """Yield each paragraph, list item or table cell of the README, CONTRIBUTING.md and docs/, with its file."""
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]:
        prose = re.sub(r"^ *```.*?^ *```$", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)
        for text in re.split(r"\n\n|\n *(?:[-*]|\d+\.) |\s*\|\s*", prose):
            if text.strip("- \n"):
                yield str(path.relative_to(ROOT)), text


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield each docstring of the code and its tests, with its file and line."""
    for room in [*rooms(), "bench", "tests"]:
        for path in sorted((ROOT / room).rglob("*.py")):
            if "migrations" not in path.parts:
                for node in ast.walk(ast.parse(path.read_text())):
                    if isinstance(node, _DOCUMENTED) and (text := ast.get_docstring(node)):
                        yield f"{path.relative_to(ROOT)}:{node.body[0].lineno}", text


GROUPS: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "catalogue": catalogue,
    "documents": documents,
    "docstrings": docstrings,
}


def main() -> int:
    """Print what was found, and how much of each group it is."""
    over = False
    for group, texts in GROUPS.items():
        found = [(place, text, sorted(habits(text))) for place, text in texts()]
        bad = [line for line in found if line[2]]
        for place, text, names in bad:
            print(f"{place}: {', '.join(names)}: {' '.join(text.split())[:200]}")
        print(f"{group}: {len(bad)} of {len(found)} texts; at most {LIMITS[group]:.0%} may")
        over |= len(bad) > LIMITS[group] * len(found)
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
