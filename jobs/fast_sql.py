"""Rows read and written as Django does it, but without putting the same statements into words again and again: that
takes longer than the database takes to carry them out, and a turn is made of a few such statements."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property, partial
from itertools import chain, groupby
from typing import Any, Final, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.fields.related_descriptors import ForeignKeyDeferredAttribute
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
    the same row by all that lead to it, and annotations are; so are the tuples of a ``values_list``."""

    def __init__(self, make: Callable[..., QuerySet[Any, Found]], *types: type) -> None:
        self._make = make
        self._types = types

    def rows(self, *parameters: int | str | datetime) -> list[Found]:
        (found,) = read_together(self.asked(*parameters))
        return found

    def asked(self, *parameters: int | str | datetime) -> Asked[Found]:
        """The select of these parameters, for ``read_together``."""
        given = [_as_stored(parameter) for parameter in parameters]
        if any(isinstance(each, int) and abs(each) > MOST for each in given):
            return nothing_asked()  # no column has it
        compiled = self._compiled
        values = [value if place is None else given[place] for place, value in compiled.values]
        return Asked(_Statement(compiled.words, values, True), self.made_of)

    def made_of(self, found: Iterable[Any]) -> list[Found]:
        """What the database's rows are in Python."""
        compiler, _, _, converters, shape = self._compiled
        if shape is not None:
            shared: dict[tuple[int, Any], Any] = {}
            return [shape.row(list(columns), shared) for columns in found]
        return [tuple(columns) for columns in compiler.apply_converters(found, converters)]  # type: ignore[misc]  # as `make` says

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
        shape = Shape.of(compiler.klass_info, compiler, converters) if is_of_rows and compiler.klass_info else None
        return _Compiled(compiler, words, values, converters, shape)


@dataclass(frozen=True)
class Asked(Generic[Found]):
    """A statement, if there is anything to ask, and what its rows are made into."""

    statement: _Statement | None
    made_of: Callable[[Iterable[Any]], list[Found]]


def nothing_asked() -> Asked[Any]:
    """Nothing is found."""
    return Asked(None, list)


def read_together(*all_asked: Asked[Any]) -> list[list[Any]]:
    """The rows of each, as they are once the ones before it have been read, and what they waited for is there.
    PostgreSQL is asked for all at once."""
    results = iter(_carry_out([each.statement for each in all_asked if each.statement is not None]))
    return [[] if each.statement is None else each.made_of(next(results).rows) for each in all_asked]


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
    """Which columns of a select make a row of which model, what else is said of it, and to which other rows it leads.
    ``converters``: what makes a value of what the database says, by the place of its column; ``described`` are the
    attributes that keep something else than what they are given."""

    model: type[Model]
    names: Sequence[str]
    described: Sequence[str]
    places: list[int]
    key: int
    converters: list[tuple[int, Callable[[Any], Any]]]
    annotated: list[tuple[str, int]]
    related: list[tuple[str, str, Shape]]

    @classmethod
    def of(cls, read: dict[str, Any], compiler: SQLCompiler, converters: Mapping[int, Any]) -> Shape:
        model, places = read["model"], read["select_fields"]
        assert model.__init__ is Model.__init__, "It is not made as other rows are."
        names = [(compiler.select or ())[place][0].target.attname for place in places]
        annotated = list((compiler.annotation_col_map or {}).items()) if read is compiler.klass_info else []
        related = [(each["field"], cls.of(each, compiler, converters)) for each in read.get("related_klass_infos", ())]
        used = {*places, *(place for _, place in annotated)} & converters.keys()
        return cls(
            model=model,
            names=names,
            described=[name for name in names if _is_described(model, name)],
            places=places,
            key=places[names.index(model._meta.pk.attname)],
            converters=[(place, partial(_convert, *converters[place])) for place in used],
            annotated=annotated,
            related=[(field.name, field.attname, shape) for field, shape in related],
        )

    def row(self, columns: list[Any], shared: dict[tuple[int, Any], Any]) -> Any:
        """``shared`` has the rows that others have led to so far."""
        for place, convert in self.converters:
            columns[place] = convert(columns[place])
        # As `from_db` makes it, which asks for each field whether it was read.
        made = self.model.__new__(self.model)
        made._state = ModelState()
        made._state.adding, made._state.db = False, DEFAULT_DB_ALIAS
        made.__dict__.update(zip(self.names, [columns[place] for place in self.places], strict=True))
        for name in self.described:
            setattr(made, name, made.__dict__[name])
        for name, place in self.annotated:
            setattr(made, name, columns[place])
        for name, key_name, shape in self.related:
            key = id(shape), columns[shape.key]
            if getattr(made, key_name) is not None and key not in shared:
                shared[key] = shape.row(columns, shared)
            setattr(made, name, shared.get(key))
        return made


def _is_described(model: type[Model], name: str) -> bool:
    found = getattr(model, name)
    return hasattr(found, "__set__") and not isinstance(found, ForeignKeyDeferredAttribute)


def _convert(steps: Iterable[Callable[[Any, Any, Any], Any]], expression: Any, value: Any) -> Any:
    for step in steps:
        value = step(value, expression, connection)
    return value


class _Statement(NamedTuple):
    words: str
    values: list[Any]
    returns_rows: bool


class _Result(NamedTuple):
    """How many rows a statement has written, and what it returned."""

    written: int
    rows: list[tuple[Any, ...]]


def _carry_out(statements: Sequence[_Statement]) -> list[_Result]:
    """One after the other. PostgreSQL is sent all at once: to wait for each answer takes longer than they do."""
    database = connections[DEFAULT_DB_ALIAS]
    if not statements:
        return []
    batches = [statements] if database.vendor == "postgresql" else [[each] for each in statements]
    results: list[_Result] = []
    with database.cursor() as cursor:
        for batch in batches:
            values = list(chain.from_iterable([each.values for each in batch]))
            cursor.execute("; ".join([each.words for each in batch]), values)
            for place, each in enumerate(batch):
                if place:
                    cursor.nextset()
                results.append(_Result(cursor.rowcount, cursor.fetchall() if each.returns_rows else []))
    return results


@dataclass(frozen=True)
class Change:
    """What to write to a row, field by field, if the row in the database still has all of ``unchanged``."""

    row: Model
    unchanged: Mapping[str, Any]
    changes: Mapping[str, Any]


def change_if(*changes: Change, new: Iterable[Model] = ()) -> bool:
    """Write these changes, and new rows, together; whether all rows were as they should be. Where one was not, others
    may be written: the caller has to give up its transaction. New rows of one model stand beside each other."""
    groups = [list(rows) for _, rows in groupby(new, type)]
    results = _carry_out([*map(_update, changes), *map(_insertion, groups)])
    for rows, result in zip(groups, results[len(changes) :], strict=True):
        _note_keys(rows, result.rows)
    return all(result.written == 1 for result in results[: len(changes)])


def _update(change: Change) -> _Statement:
    columns = _columns(type(change.row))
    values: list[Any] = []

    def put(name: str, value: Any, if_null: str) -> str:
        column, field = columns[name]
        stored = field.get_db_prep_save(value, connections[DEFAULT_DB_ALIAS])
        if stored is None:
            return f"{column} {if_null}"
        values.append(stored)
        return f"{column} = %s"

    writes = ", ".join([put(name, value, "= NULL") for name, value in change.changes.items()])
    tests = " AND ".join(
        [put(name, value, "IS NULL") for name, value in {"pk": change.row.pk, **change.unchanged}.items()]
    )
    return _Statement(f"UPDATE {_table(type(change.row))} SET {writes} WHERE {tests}", values, False)  # noqa: S608 (our names)


def insert(*rows: Model) -> None:
    """Write new rows of one model in one statement; they get their keys. As ``save(force_insert=True)`` does, but no
    signal tells of it."""
    (result,) = _carry_out([_insertion(rows)])
    _note_keys(rows, result.rows)


def _insertion(rows: Sequence[Model]) -> _Statement:
    model, database = type(rows[0]), connections[DEFAULT_DB_ALIAS]
    fields, words = _beginning_of_insertion(model)
    values = [field.get_db_prep_save(field.pre_save(row, add=True), database) for row in rows for field in fields]
    places = ["NULL" if value is None else "%s" for value in values]
    tuples = [f"({', '.join(places[at : at + len(fields)])})" for at in range(0, len(places), len(fields))]
    given = [value for value in values if value is not None]
    return _Statement(f"{words} VALUES {', '.join(tuples)} RETURNING id", given, True)


def _note_keys(rows: Sequence[Model], keys: Sequence[tuple[Any, ...]]) -> None:
    for row, (key,) in zip(rows, keys, strict=True):
        row.pk = key
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


@cache
def _beginning_of_insertion(model: type[Model]) -> tuple[list[Any], str]:
    """The fields of a new row, and how the statement begins that takes their values."""
    fields = [field for field in model._meta.local_concrete_fields if not field.primary_key]
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    return fields, f"INSERT INTO {_table(model)} ({columns})"


@cache
def _columns(model: type[Model]) -> dict[str, tuple[str, Any]]:
    """By the name of the attribute that has it: a column, quoted, and its field."""
    fields = model._meta.concrete_fields
    return {
        name: (connection.ops.quote_name(str(field.column)), field)
        for field in fields
        for name in {field.name, field.attname} | ({"pk"} if field.primary_key else set())
    }


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)
