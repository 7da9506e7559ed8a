"""Names of the computer players, in each reader's language.

The name itself marks them as computers, wherever a player's name is shown, read out or written to a file.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import models
from django.db.models.query_utils import DeferredAttribute

from i18n.text import Text, noop, say, source_of

MARK: Final = "@computer:"  # no player's name can have an "@"
NAMES: Final = {
    "easy": noop("Computer (easy)"),
    "medium": noop("Computer (medium)"),
    "hard": noop("Computer (hard)"),
}
"""Names by strength, the weakest first."""
_STRENGTHS: Final = {name: strength for strength, name in NAMES.items()}


def stored_name(strength: str) -> str:
    """Return the computer's name as the database stores it."""
    return f"{MARK}{strength}"


class _Said(DeferredAttribute):
    field: Any

    def __get__(self, row: models.Model | None, owner: Any = None) -> Any:
        found = super().__get__(row, owner)
        return found if row is None else _shown(found)

    def __set__(self, row: models.Model, value: Any) -> None:
        row.__dict__[self.field.attname] = _stored(value)


class PlayerNameField(models.CharField[str, str]):
    """A field for a player's name, which gives a computer's in the active language."""

    descriptor_class: Any = _Said

    def from_db_value(self, value: str | None, *_: Any) -> Any:
        return _shown(value)

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(_stored(value))


def _shown(name: Any) -> Any:
    if not isinstance(name, str) or not name.startswith(MARK):
        return name
    return say(NAMES.get(name.removeprefix(MARK), "Computer"))


def _stored(name: Any) -> Any:
    match source_of(name) if isinstance(name, Text) else None:
        case ["say", str(message), _] if message in _STRENGTHS:
            return stored_name(_STRENGTHS[message])
    return name
