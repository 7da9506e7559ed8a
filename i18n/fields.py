"""Columns for sentences in the form in which ``i18n.text`` stores them, so that readers get them in their own language.

Reading such a field gives text in the active language, whatever language was active when it was written. The value
assigned to it may be a sentence made by ``say`` and its like, or plain text, which stays as it is.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.query_utils import DeferredAttribute

from .former_words import current
from .memo import memoized
from .text import Kept, every, source_of, translate

if TYPE_CHECKING:
    _OfOne = models.Field[str, str]
    _OfMany = models.Field[Sequence[str], list[str]]
else:
    _OfOne = _OfMany = models.Field


class _Read(list[Any]):
    """A stored list as read from the database. Rows with equal lists share it, so no one may change it."""

    __slots__ = ("stored",)

    def __init__(self, values: list[Any], stored: str) -> None:
        super().__init__(values)
        self.stored = stored


@lru_cache(8192)
def _read(stored: str) -> Kept:
    found = current(json.loads(stored))
    return _Read(found, stored) if isinstance(found, list) else found


def _stored(kept: Kept) -> str:
    return kept.stored if isinstance(kept, _Read) else json.dumps(kept)


@memoized(4096)
def _translate(stored: str) -> str:
    return translate(json.loads(stored))


@memoized(4096)
def _translate_every(stored: str) -> tuple[str, ...]:
    return tuple(every(json.loads(stored)))


class _AsText(DeferredAttribute):
    field: Any

    def __get__(self, row: models.Model | None, owner: Any = None) -> Any:
        found = super().__get__(row, owner)
        return found if row is None else self.field.said(found)

    def __set__(self, row: models.Model, value: Any) -> None:
        row.__dict__[self.field.attname] = self.field.kept(value)


class _Kept:
    """A column that stores, as JSON, what a text was made of, and gives the translated text when it is read.

    It isn't a ``JSONField``, so pages that show any field, such as the admin's, show the text.
    """

    descriptor_class: Any = _AsText
    attname: str

    def kept(self, value: Any) -> Kept:
        raise NotImplementedError

    def get_internal_type(self) -> str:
        return "JSONField"

    def from_db_value(self, value: str | None, *_: Any) -> Kept:
        return None if value is None else _read(value)

    def get_prep_value(self, value: Any) -> Kept:
        return self.kept(value)

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        return connection.ops.adapt_json_value(value if prepared else self.get_prep_value(value), None)

    def value_to_string(self, obj: models.Model) -> Kept:
        return self.value_from_object(obj)

    def pre_save(self, model_instance: models.Model, add: bool) -> Kept:  # noqa: ARG002
        return self.value_from_object(model_instance)

    def value_from_object(self, obj: models.Model) -> Kept:
        if self.attname not in obj.__dict__:
            obj.refresh_from_db(fields=[self.attname])
        return obj.__dict__[self.attname]


class SentenceField(_Kept, _OfOne):
    """A column for one sentence, or plain text."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"default": str, **options})

    def said(self, stored: Kept) -> str:
        return stored if isinstance(stored, str) else _translate(_stored(stored))

    def kept(self, value: Any) -> Kept:
        return source_of(value)


class SentencesField(_Kept, _OfMany):
    """A column for a list of sentences or plain texts."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"default": list, **options})

    def said(self, stored: Sequence[Kept]) -> list[str]:
        return list(_translate_every(_stored(stored))) if stored else []

    def kept(self, value: Sequence[Any]) -> Kept:
        return value if isinstance(value, _Read) else [source_of(one) for one in value]


def value_of(sentence: str, name: str) -> str:
    """Return the value of that name in a sentence; "" if there is none, as in plain text."""
    match source_of(sentence):
        case ["say", _, dict(values)] if name in values:
            return translate(values[name])
        case _:
            return ""
