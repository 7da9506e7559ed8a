"""Rows read and written as Django does it, but without putting the same statements into words again and again: that
takes longer than the database takes to carry them out, and a turn is made of a few such statements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row", bound=Model)


class Select(Generic[Row]):
    """A select with one parameter, put into words by Django when it is first made. ``make`` makes it with a parameter
    of no meaning; what its ``select_related`` names directly is read along."""

    def __init__(self, make: Callable[[], QuerySet[Row]]) -> None:
        self._make = make

    def rows(self, parameter: int) -> list[Row]:
        compiler, words, converters, shape = self._compiled
        with connection.cursor() as cursor:
            cursor.execute(words, [parameter])
            found: Iterable[Sequence[Any]] = cursor.fetchall()
        if converters:
            found = compiler.apply_converters(found, converters)
        return [shape.row(columns) for columns in found]

    @cached_property
    def _compiled(self) -> tuple[SQLCompiler, str, dict[Any, Any], Shape]:
        compiler = self._make().query.get_compiler(connection=connection)
        words, _ = compiler.as_sql()
        assert compiler.klass_info is not None
        converters = compiler.get_converters([column for column, *_ in compiler.select or ()])
        return compiler, words, converters, Shape.of(compiler.klass_info, compiler)


@dataclass(frozen=True)
class Shape:
    """Which columns of a select make a row of which model, and which other rows it leads to."""

    model: type[Model]
    names: list[str]
    places: list[int]
    related: list[tuple[str, Shape]]

    @classmethod
    def of(cls, read: dict[str, Any], compiler: SQLCompiler) -> Shape:
        places = read["select_fields"]
        names = [(compiler.select or ())[place][0].target.attname for place in places]
        related = [(each["field"].name, cls.of(each, compiler)) for each in read.get("related_klass_infos", ())]
        return cls(read["model"], names, places, related)

    def row(self, columns: Sequence[Any]) -> Any:
        made = self.model.from_db(connection.alias, self.names, [columns[place] for place in self.places])
        for name, shape in self.related:
            setattr(made, name, shape.row(columns) if getattr(made, f"{name}_id") is not None else None)
        return made


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
