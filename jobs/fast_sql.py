"""Rows read and written as Django does it, but without putting the same statements into words again and again: that
takes longer than the database takes to carry them out, and a turn is made of a few such statements."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Any, Final, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable
from django.db.models.sql.compiler import SQLCompiler

Found = TypeVar("Found")

MOST: Final = 2**63 - 1

# What stands for a parameter until there is one: nothing else in a statement is like it.
_STAND_INS: Final[dict[type, Callable[[int], Any]]] = {
    int: lambda place: 2_000_000_011 + place,
    str: lambda place: f"stands for parameter {place}",
    datetime: lambda place: datetime(1901, 1, 1 + place, tzinfo=UTC),
}


class Select(Generic[Found]):
    """A select with parameters, put into words by Django when it is first made. ``make`` makes it of parameters, which
    are of these ``types``: whole numbers, texts or moments. What its ``select_related`` names directly is read along,
    and annotations are; so are the tuples of a ``values_list``."""

    def __init__(self, make: Callable[..., QuerySet[Any, Found]], *types: type) -> None:
        self._make = make
        self._types = types

    def rows(self, *parameters: int | str | datetime) -> list[Found]:
        compiler, words, values, converters, shape = self._compiled
        given = [_as_stored(parameter) for parameter in parameters]
        if any(isinstance(each, int) and abs(each) > MOST for each in given):
            return []  # no column has it
        with connection.cursor() as cursor:
            cursor.execute(words, [value if place is None else given[place] for place, value in values])
            found: Iterable[Any] = cursor.fetchall()
        if converters:
            found = compiler.apply_converters(found, converters)
        return [tuple(columns) for columns in found] if shape is None else [shape.row(columns) for columns in found]  # type: ignore[misc]  # as `make` says

    @cached_property
    def _compiled(self) -> _Compiled:
        stand_ins = [_STAND_INS[each](place) for place, each in enumerate(self._types)]
        made = self._make(*stand_ins)
        compiler = made.query.get_compiler(connection=connection)
        words, constants = compiler.as_sql()
        places = {_as_stored(stand_in): place for place, stand_in in enumerate(stand_ins)}
        values = [(places.get(value) if isinstance(value, Hashable) else None, value) for value in constants]
        assert set(places.values()) <= {place for place, _ in values}, "A parameter does not stand in the statement."
        converters = compiler.get_converters([column for column, *_ in compiler.select or ()])
        is_of_rows = made._iterable_class is ModelIterable
        shape = Shape.of(compiler.klass_info, compiler) if is_of_rows and compiler.klass_info else None
        return _Compiled(compiler, words, values, converters, shape)


class _Compiled(NamedTuple):
    """A statement in words, with its values in their order: each the place of a parameter, or else what it is always.
    Without a ``shape`` its rows are tuples."""

    compiler: SQLCompiler
    words: str
    values: list[tuple[int | None, Any]]
    converters: dict[Any, Any]
    shape: Shape | None


def _as_stored(parameter: Any) -> Any:
    return connection.ops.adapt_datetimefield_value(parameter) if isinstance(parameter, datetime) else parameter


@dataclass(frozen=True)
class Shape:
    """Which columns of a select make a row of which model, what else is said of it, and to which other rows it
    leads."""

    model: type[Model]
    names: list[str]
    places: list[int]
    annotated: list[tuple[str, int]]
    related: list[tuple[str, Shape]]

    @classmethod
    def of(cls, read: dict[str, Any], compiler: SQLCompiler) -> Shape:
        places = read["select_fields"]
        names = [(compiler.select or ())[place][0].target.attname for place in places]
        annotated = list((compiler.annotation_col_map or {}).items()) if read is compiler.klass_info else []
        related = [(each["field"].name, cls.of(each, compiler)) for each in read.get("related_klass_infos", ())]
        return cls(read["model"], names, places, annotated, related)

    def row(self, columns: Sequence[Any]) -> Any:
        made = self.model.from_db(connection.alias, self.names, [columns[place] for place in self.places])
        for name, place in self.annotated:
            setattr(made, name, columns[place])
        for name, shape in self.related:
            setattr(made, name, shape.row(columns) if getattr(made, f"{name}_id") is not None else None)
        return made


@dataclass(frozen=True)
class Change:
    """What is to be written to a row, field by field, if the row in the database still has all of ``unchanged``."""

    row: Model
    unchanged: Mapping[str, Any]
    changes: Mapping[str, Any]


def change_if(*changes: Change) -> bool:
    """Write these changes of rows of one model in one statement, each field of a row only where it changes; whether all
    rows were as they should be. Where one was not, others may be written: the caller has to give up its
    transaction."""
    model, database = type(changes[0].row), connections[DEFAULT_DB_ALIAS]
    writes: list[str] = []
    values: list[Any] = []
    for name in dict.fromkeys(name for change in changes for name in change.changes):
        column, field = _columns(model)[name]
        new = {change.row.pk: change.changes[name] for change in changes if name in change.changes}
        stored = {pk: field.get_db_prep_save(value, database) for pk, value in new.items()}
        if len(changes) == 1:
            writes.append(f"{column} = %s")
            values += stored.values()
        else:
            writes.append(f"{column} = CASE id {'WHEN %s THEN %s ' * len(stored)}ELSE {column} END")
            values += chain.from_iterable(stored.items())
    tests = [_test(change, database) for change in changes]
    where = " OR ".join(words for words, _ in tests)
    values += chain.from_iterable(tested for _, tested in tests)
    with database.cursor() as cursor:
        cursor.execute(f"UPDATE {_table(model)} SET {', '.join(writes)} WHERE {where}", values)  # noqa: S608 (our names)
        return bool(cursor.rowcount == len(changes))


def _test(change: Change, database: BaseDatabaseWrapper) -> tuple[str, list[Any]]:
    """Whether the row is as it was, and the values that this is asked with."""
    columns = _columns(type(change.row))
    words, values = ["id = %s"], [change.row.pk]
    for name, value in change.unchanged.items():
        column, field = columns[name]
        words.append(f"{column} IS NULL" if value is None else f"{column} = %s")
        values += [] if value is None else [field.get_db_prep_save(value, database)]
    return f"({' AND '.join(words)})", values


def insert(*rows: Model) -> None:
    """Write new rows of one model in one statement; they get their keys. As ``save(force_insert=True)`` does, but no
    signal tells of it."""
    database = connections[DEFAULT_DB_ALIAS]
    fields, words = _insertion(type(rows[0]), len(rows))
    values = [field.get_db_prep_save(field.pre_save(row, add=True), database) for row in rows for field in fields]
    with database.cursor() as cursor:
        cursor.execute(words, values)
        keys = cursor.fetchall()
    for row, (key,) in zip(rows, keys, strict=True):
        row.pk = key
        row._state.adding, row._state.db = False, database.alias


@lru_cache
def _insertion(model: type[Model], count: int) -> tuple[list[Any], str]:
    """The fields of a new row, and the statement that takes their values for that many rows."""
    fields = [field for field in model._meta.local_concrete_fields if not field.primary_key]
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    row = f"({', '.join(['%s'] * len(fields))})"
    rows = ", ".join([row] * count)
    return fields, f"INSERT INTO {_table(model)} ({columns}) VALUES {rows} RETURNING id"  # noqa: S608 (our names)


@cache
def _columns(model: type[Model]) -> dict[str, tuple[str, Any]]:
    """By the name of the attribute that has it: a column, quoted, and its field."""
    fields = model._meta.concrete_fields
    return {
        name: (connection.ops.quote_name(str(field.column)), field)
        for field in fields
        for name in {field.name, field.attname}
    }


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)
