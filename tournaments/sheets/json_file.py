"""A table as JSON, for programs: ``{"title", "columns": [{"key", "header", "kind"}], "rows": [{key: value}]}``.

Numbers are exact: in digits if digits can say them, and otherwise, which no score needs, as a text such as ``"1/3"``.
Moments are texts in ISO 8601, in UTC. Nothing is added to names: a program has no formulas.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime

from .cell_values import clean, exact, utc
from .sheet import Sheet, Value


def to_json(sheet: Sheet) -> bytes:
    columns = [
        _object([("key", _text(column.key)), ("header", _text(str(column.header))), ("kind", _text(column.kind))])
        for column in sheet.columns
    ]
    keys = [column.key for column in sheet.columns]
    rows = [_object(zip(keys, map(_value, row), strict=True)) for row in sheet.rows]
    members = [("title", _text(sheet.title)), ("columns", _array(columns)), ("rows", _array(rows))]
    return f"{_object(members)}\n".encode()


def _value(value: Value) -> str:
    if value is None:
        return "null"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, datetime):
        return _text(f"{utc(value).isoformat()}Z")
    # Not by json.dumps, which knows floats only: a Decimal of many digits would lose some.
    return exact(value) or _text(str(value))


def _text(text: str) -> str:
    return json.dumps(clean(text), ensure_ascii=False)


def _object(members: Iterable[tuple[str, str]]) -> str:
    return "{" + ", ".join(f"{_text(key)}: {value}" for key, value in members) + "}"


def _array(items: list[str]) -> str:
    return "[\n" + ",\n".join(items) + "\n]" if items else "[]"
