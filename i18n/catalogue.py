"""The catalogue of a language: updated from the source, and written in the form that Django reads."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings

FOLDER = Path(__file__).resolve().parent / "locale"
WIDTH = 120
SOME_DAY = datetime(2026, 1, 1, tzinfo=UTC)


def languages() -> list[str]:
    """Return the languages that need a catalogue: all on offer except the kinds of English."""
    return [code for code, _ in settings.LANGUAGES if code.split("-")[0] != "en"]


def file_of(language: str, kind: str = "po") -> Path:
    """Return the path of a language's catalogue. ``kind``: "po", which people write, or "mo", which programs read."""
    return FOLDER / language / "LC_MESSAGES" / f"django.{kind}"


def read_catalogue(language: str) -> Catalog:
    """Read a language's catalogue. Return an empty one if there is none yet."""
    path = file_of(language)
    if not path.exists():
        return _empty(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, charset="utf-8")


def _empty(language: str) -> Catalog:
    """Return an empty catalogue. Its header has no real dates or names, since git knows who changed what."""
    return Catalog(
        locale=language,
        project="Fortify",
        version="1",
        charset="utf-8",
        header_comment="",
        fuzzy=False,
        creation_date=SOME_DAY,
        revision_date=SOME_DAY,
        msgid_bugs_address="-",
        last_translator="-",
        language_team="-",
    )


def updated(kept: Catalog, source: Catalog) -> Catalog:
    """Return the catalogue with exactly the messages that the source has.

    A message whose English changed must be translated again: the old translation may no longer fit.
    """
    fresh = _empty(str(kept.locale))
    for message in source:
        if message.id:
            known = kept.get(message.id, message.context)
            string = known.string if known is not None and known.pluralizable == message.pluralizable else None
            fresh.add(
                message.id,
                string,
                locations=sorted({(place, 1) for place, _ in message.locations}),
                auto_comments=message.auto_comments,
                user_comments=known.user_comments if known is not None else (),
                context=message.context,
            )
    return fresh


def untranslated(catalogue: Catalog) -> Iterator[Message]:
    """Yield the messages that lack a translation, or one of its plural forms."""
    for message in catalogue:
        forms = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        if message.id and not all(forms):
            yield message


def as_po(catalogue: Catalog) -> bytes:
    file = BytesIO()
    write_po(file, catalogue, width=WIDTH, omit_header=False, sort_by_file=True, include_lineno=False)
    return file.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def write_catalogue(language: str, catalogue: Catalog) -> None:
    for kind, content in (("po", as_po(catalogue)), ("mo", as_mo(catalogue))):
        path = file_of(language, kind)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
