"""Names in one letter case, computed here and stored, since databases fold only ASCII, or as their locale says."""

from __future__ import annotations

import unicodedata
from typing import Any

from django.db import models

LONGEST = 640


def fold(text: str) -> str:
    """Return the text in one case and form, so that texts that differ only in capitals become equal."""
    while (folded := _once(text)) != text:
        text = folded
    return text


def _once(text: str) -> str:
    # To capitals and back: ı and i, or ſ and s, differ as small letters and have one capital. Taken apart first, so
    # that each accent comes before what some letters have below them, as in their other case.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKD", text).upper().casefold())


class NameField(models.CharField[str | None, str | None]):
    """A column computed from the name in another field, whenever the row is saved.

    ``NULL`` in rows written by a version of this program without the column.
    """

    def __init__(self, *, of: str, **kwargs: Any) -> None:
        self.of = of
        super().__init__(**{"max_length": LONGEST, "null": True, "editable": False, **kwargs})

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "of": self.of}

    def made_of(self, name: str) -> str:
        raise NotImplementedError

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        setattr(model_instance, self.attname, self.made_of(getattr(model_instance, self.of)))
        return super().pre_save(model_instance, add)


class FoldedField(NameField):
    """A column for the name in one letter case, by which it is found however it is typed."""

    def made_of(self, name: str) -> str:
        return fold(name)
