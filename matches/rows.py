"""Rows read and written as Django does it, but without putting the same statements into words again and again: that
takes longer than the database takes to carry them out, and a turn is made of a few such statements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


class Select(Generic[Row]):
    """A select with one parameter, put into words by Django when it is first made. ``make`` makes it with a parameter
    of no meaning."""

    def __init__(self, model: type[Row], make: Callable[[], QuerySet[Row]]) -> None:
        self._model = model
        self._make = make

    def rows(self, parameter: int) -> list[Row]:
        return list(self._model._default_manager.raw(self._words, [parameter]))

    @cached_property
    def _words(self) -> str:
        words: str = self._make().query.sql_with_params()[0]
        return words


def change_if(row: Model, unchanged: Mapping[str, Any], changes: Mapping[str, Any]) -> bool:
    """Write these changes, field by field, if the row in the database still has all of ``unchanged``; whether it had.
    As ``filter(…).update(…)`` does."""

    def stored(name: str, value: Any) -> tuple[str, Any]:
        field: Any = row._meta.get_field(name)
        return connection.ops.quote_name(field.column), field.get_db_prep_save(value, connection)

    writes = [stored(*change) for change in changes.items()]
    tests = [stored(*test) for test in {"id": row.pk, **unchanged}.items()]
    words = ", ".join(f"{column} = %s" for column, _ in writes)
    where = " AND ".join(f"{column} IS NULL" if value is None else f"{column} = %s" for column, value in tests)
    values = [value for _, value in writes] + [value for _, value in tests if value is not None]
    table = connection.ops.quote_name(row._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET {words} WHERE {where}", values)  # noqa: S608 (only our own names are in it)
        return bool(cursor.rowcount)
