"""The site's messages, which every catalogue must hold, extracted from its source.

Babel extracts them, which needs no programs beside Python; Django turns templates into text that Babel can read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from django.conf import settings
from django.utils.translation.template import templatize

ROOMS = (
    "i18n",
    "timekeeping",
    "accounts",
    "jobs",
    "mail",
    "engine",
    "competition",
    "matches",
    "tournaments",
    "fortify_site",
)
ONE: Any = (1,)
KEYWORDS: dict[str, Any] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop", "say", "noop", "bad"), ONE),
    **dict.fromkeys(("ngettext", "ngettext_lazy", "say_many", "noop_many"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
    "quantity": (2, 3),
}
STORED = ("say", "say_many", "noop", "noop_many", "quantity", "bad", "gettext_lazy", "pgettext_lazy")
"""The marks of messages that may be stored within a sentence, as something said or as a choice's label."""
INDENTED = re.compile(r"^[ \t]+", re.MULTILINE)


def messages(keywords: Collection[str] = KEYWORDS) -> Catalog:
    """Return the messages marked by these keywords, with the files that use them."""
    marked = {keyword: KEYWORDS[keyword] for keyword in keywords}
    found = Catalog(charset="utf-8")
    for path, source in _sources():
        place = path.relative_to(settings.BASE_DIR).as_posix()
        for line, message, comments, context in extract("python", BytesIO(source.encode()), marked, ["Translators:"]):
            found.add(message, locations=[(place, line)], auto_comments=comments, context=context)
    return found


def _sources() -> Iterator[tuple[Path, str]]:
    """Yield every file that may have messages, with its text as Python."""
    root = Path(settings.BASE_DIR)
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path, path.read_text()
    for path in sorted((root / "templates").rglob("*")):
        if path.is_file():
            yield path, INDENTED.sub("", templatize(path.read_text(), origin=str(path)))
