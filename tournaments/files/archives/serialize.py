"""Rows as JSON for an archive, and rows made from that, which aren't stored yet."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import translation
from django.utils.dateparse import parse_duration
from django.utils.duration import duration_iso_string
from django.utils.translation import gettext, ngettext

from i18n.fields import SentenceField, SentencesField
from i18n.former_words import current
from i18n.text import Text, say

from .check_sentences import Catalogues, is_sentence
from .open_zip import BadArchive, Json
from .people import People
from .schema import M, Shape

FIRST, LAST = datetime(1990, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
LONGEST = timedelta(days=3660)


class _OfTheSite(Catalogues):
    """The messages of each language, cached, since archives use the same ones again and again."""

    @lru_cache(maxsize=2000)  # noqa: B019 (there is one, and it stays)
    def of(self, message: str) -> frozenset[str]:
        found = {message}
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                found.add(gettext(message))
        return frozenset(found)

    @lru_cache(maxsize=2000)  # noqa: B019 (there is one, and it stays)
    def of_number(self, one: str, many: str, number: int) -> frozenset[str]:
        found = {one, many}
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                found.add(ngettext(one, many, number))
        return frozenset(found)


_CATALOGUES = _OfTheSite()


class Unfit(ValueError):
    """Raised if a value doesn't fit its column."""


def to_json(shape: Shape[M], row: M, people: People | None = None) -> dict[str, Json]:
    """Return the plain columns of a row, and the places of the people that its other columns name.

    A player with a place isn't named as well.
    """
    told = {shape.key(field.name): _told(field.value_from_object(row)) for field in shape.fields}
    if people is not None:
        told |= {name: people.told(row, name) for name in shape.people}
        if shape.called and told["player"]:
            told[shape.called] = ""
    return told


def from_json(shape: Shape[M], found: Mapping[str, Json], where: str) -> M:
    """Build a row from the plain columns in the archive. Raises ``BadArchive``."""
    row = shape.model()
    for field in shape.fields:
        key = shape.key(field.name)
        if key in shape.newer and key not in found:
            continue
        try:
            setattr(row, field.name, _taken(field, found[key]))
        except (KeyError, Unfit, ValidationError, ValueError, OverflowError, ArithmeticError) as error:
            words = say("%(where)s: “%(column)s” is missing or invalid.", where=where, column=key)
            raise BadArchive(words) from error
    return row


def _told(value: Any) -> Json:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, timedelta):
        return duration_iso_string(value)
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def _taken(field: Any, value: Json) -> Any:
    if isinstance(field, SentenceField):
        return _sentence(field, value)
    if isinstance(field, SentencesField):
        return [_sentence(field, each) for each in _list(value)]
    if isinstance(field, models.JSONField):
        return value
    if value is None:
        return field.clean(None, None)
    if isinstance(field, models.IntegerField) and abs(_whole(value)) > _largest(field):
        raise Unfit(field.name)
    for kind, read in _READ.items():
        if isinstance(field, kind):
            return field.clean(read(value), None)
    raise Unfit(field.name)


def _largest(field: models.IntegerField[Any, Any]) -> int:
    """Return the largest number that the field holds in every database, even if this one would hold more."""
    is_small = isinstance(field, models.SmallIntegerField | models.PositiveSmallIntegerField)
    return 2**15 - 1 if is_small else 2**31 - 1


def _sentence(field: Any, value: Json) -> Any:
    if not (is_sentence(value, _CATALOGUES) and is_sentence(kept := current(value), _CATALOGUES)):
        raise Unfit(field.name)
    return Text("", kept)


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise Unfit
    return value


def _line(value: Json) -> str:
    """Return the text if it fits on one line, as forms take it. Raises ``Unfit``."""
    if any(unicodedata.category(letter) in {"Cc", "Cs"} for letter in _text(value)):
        raise Unfit
    return str(value)


def _whole(value: Json) -> int:
    if type(value) is not int:
        raise Unfit
    return value


def _flag(value: Json) -> bool:
    if not isinstance(value, bool):
        raise Unfit
    return value


def _moment(value: Json) -> datetime:
    found = datetime.fromisoformat(_text(value))
    if found.tzinfo is None or not FIRST <= found <= LAST:
        raise Unfit
    return found


def _day(value: Json) -> date:
    found = date.fromisoformat(_text(value))
    if not FIRST.date() <= found <= LAST.date():
        raise Unfit
    return found


def _span(value: Json) -> timedelta:
    found = parse_duration(_text(value))
    if found is None or not timedelta(0) <= found <= LONGEST:
        raise Unfit
    return found


def _decimal(value: Json) -> Decimal:
    return Decimal(_text(value))


def _list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise Unfit
    return value


# The narrower kinds first: a moment is a date to Django, too.
_READ: Mapping[type[models.Field[Any, Any]], Callable[[Json], Any]] = {
    models.DateTimeField: _moment,
    models.DateField: _day,
    models.DurationField: _span,
    models.DecimalField: _decimal,
    models.BooleanField: _flag,
    models.IntegerField: _whole,
    models.TextField: _text,
    models.CharField: _line,
}
