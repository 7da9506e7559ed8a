"""Rows read and written as Django does it, but without putting the same statements into words again and again: that
takes longer than the database takes to carry them out, and a turn is made of a few such statements. Nor does PostgreSQL
parse and plan them again and again: each connection prepares them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property, partial
from itertools import chain, groupby
from typing import Any, Final, Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from django.db import DEFAULT_DB_ALIAS, Error, NotSupportedError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.fields.related_descriptors import ForeignKeyDeferredAttribute
from django.db.models.query import ModelIterable
from django.db.models.sql.compiler import SQLCompiler

Found = TypeVar("Found")

MOST: Final = 2**63 - 1

_TYPES: Final = {int: "bigint", str: "text", datetime: "timestamptz"}  # of parameters, as PostgreSQL calls them
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
        if _may_prepare():
            return Asked(_Statement(self._template, given, True, is_prepared=True), self.made_of)
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
    def _template(self) -> str:
        """What PostgreSQL prepares: the types of the parameters, and the statement with numbers in their places."""
        compiled = self._compiled
        with connection.cursor() as cursor:
            words: str = cursor.mogrify(compiled.words, [value for _, value in compiled.values])
            for number, stand_in in enumerate(self._stand_ins, start=1):
                words = words.replace(cursor.mogrify("%s", [_as_stored(stand_in)]), f"${number}")
        types = ", ".join([_TYPES[each] for each in self._types])
        return (f"({types}) AS {words}" if types else f"AS {words}").replace("%", "%%")

    @property
    def _stand_ins(self) -> list[Any]:
        return [_STAND_INS[each](place) for place, each in enumerate(self._types)]

    @cached_property
    def _compiled(self) -> _Compiled:
        stand_ins = self._stand_ins
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
    """``is_prepared``: its words are those after the name by which PostgreSQL prepares it."""

    words: str
    values: list[Any]
    returns_rows: bool
    is_prepared: bool = False


class _Result(NamedTuple):
    """How many rows a statement has written, and what it returned."""

    written: int
    rows: list[tuple[Any, ...]]


_BEGINNING: Final = re.compile(r'(SELECT|INSERT|UPDATE).*?"(\w+)"')  # and the table, for whoever looks what it does


class _Session:
    """What a connection to PostgreSQL has prepared, by its words. To parse and plan a statement each time takes longer
    than to carry it out."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._named = 0

    def words(self, statement: _Statement) -> tuple[str, int]:
        """What is sent, and how many answers to it come before the statement's own."""
        if not statement.is_prepared:
            return statement.words, 0
        places = ", ".join(["%s"] * len(statement.values))
        arguments = f"({places})" if places else ""
        if name := self._names.get(statement.words):
            return f"EXECUTE {name}{arguments}", 0
        self._named += 1
        what = _BEGINNING.search(statement.words)
        name = "_".join([*(what.groups() if what else ()), str(self._named)]).lower()
        self._names[statement.words] = name
        return f"PREPARE {name} {statement.words}; EXECUTE {name}{arguments}", 1

    def forget(self) -> bool:
        """Prepare all of it again, under other names; whether there was anything."""
        had, self._names = bool(self._names), {}
        return had


_SESSIONS: Final[WeakKeyDictionary[Any, _Session]] = WeakKeyDictionary()  # by the driver's connection


def _carry_out(statements: Sequence[_Statement]) -> list[_Result]:
    """One after the other. PostgreSQL is sent all at once: to wait for each answer takes longer than they do."""
    database = connections[DEFAULT_DB_ALIAS]
    if not statements:
        return []
    if database.vendor != "postgresql":
        return [result for each in statements for result in _send(database, [each], lambda it: (it.words, 0))]
    database.close_if_health_check_failed()  # before the first cursor does it, and the session is another's
    database.ensure_connection()
    session = _SESSIONS.setdefault(database.connection, _Session())
    try:
        return _send(database, statements, session.words)
    except Error as error:
        is_outdated = isinstance(error, NotSupportedError)  # a column that was prepared has another type by now
        if not session.forget() or not is_outdated or database.in_atomic_block:
            raise
    return _send(database, statements, session.words)


def _send(
    database: BaseDatabaseWrapper, batch: Sequence[_Statement], words_of: Callable[[_Statement], tuple[str, int]]
) -> list[_Result]:
    sent = [words_of(each) for each in batch]
    results = []
    with database.cursor() as cursor, database.wrap_database_errors:
        values = list(chain.from_iterable([each.values for each in batch]))
        cursor.execute("; ".join([words for words, _ in sent]), values)
        answers = cursor.cursor  # the driver's own: what Django puts around it takes longer than it does
        for place, (each, (_, before)) in enumerate(zip(batch, sent, strict=True)):
            for _ in range(before + (place > 0)):
                answers.nextset()
            results.append(_Result(answers.rowcount, answers.fetchall() if each.returns_rows else []))
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
    texts = _Texts()
    statements = [_update(change, texts) for change in changes] + [_insertion(rows, texts) for rows in groups]
    results = _carry_out(statements)
    for rows, result in zip(groups, results[len(changes) :], strict=True):
        _note_keys(rows, result.rows)
    return all(result.written == 1 for result in results[: len(changes)])


def _update(change: Change, texts: _Texts) -> _Statement:
    columns = _columns(type(change.row))
    written = _Written(texts, is_prepared=_may_prepare())

    def put(name: str, value: Any, if_null: str) -> str:
        column, field = columns[name]
        return f"{column} = {place}" if (place := written.place(field, value)) else f"{column} {if_null}"

    writes = ", ".join([put(name, value, "= NULL") for name, value in change.changes.items()])
    tests = " AND ".join(
        [put(name, value, "IS NULL") for name, value in {"pk": change.row.pk, **change.unchanged}.items()]
    )
    return written.statement(f"UPDATE {_table(type(change.row))} SET {writes} WHERE {tests}")  # noqa: S608 (our names)


def insert(*rows: Model) -> None:
    """Write new rows of one model in one statement; they get their keys. As ``save(force_insert=True)`` does, but no
    signal tells of it."""
    (result,) = _carry_out([_insertion(rows, _Texts())])
    _note_keys(rows, result.rows)


def _insertion(rows: Sequence[Model], texts: _Texts) -> _Statement:
    fields, words = _beginning_of_insertion(type(rows[0]))
    written = _Written(texts, is_prepared=len(rows) == 1 and _may_prepare())  # of many there are too many kinds
    places = [[written.place(field, field.pre_save(row, add=True)) or "NULL" for field in fields] for row in rows]
    tuples = ", ".join([f"({', '.join(each)})" for each in places])
    return written.statement(f"{words} VALUES {tuples} RETURNING id", returns_rows=True)


def _may_prepare() -> bool:
    return connections[DEFAULT_DB_ALIAS].vendor == "postgresql"


class _Written:
    """A statement that writes, while it is put into words."""

    def __init__(self, texts: _Texts, *, is_prepared: bool) -> None:
        self._texts, self._is_prepared = texts, is_prepared
        self._values: list[Any] = []

    def place(self, field: Any, value: Any) -> str:
        """How a value is written; "" for NULL. As few as can be are parameters: what psycopg has made of a statement
        with more than fifty, it does not keep."""
        stored = self._texts.stored(field, value)
        if stored is None or stored == "":
            return "" if stored is None else "''"
        self._values.append(stored)
        return f"${len(self._values)}" if self._is_prepared else "%s"

    def statement(self, words: str, *, returns_rows: bool = False) -> _Statement:
        return _Statement(f"AS {words}" if self._is_prepared else words, self._values, returns_rows, self._is_prepared)


class _Texts:
    """Values as columns store them. Of what stands in several of them as JSON the text is made once."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[Any, str]] = {}

    def stored(self, field: Any, value: Any) -> Any:
        if value is None:
            return None
        if field.get_internal_type() != "JSONField":
            return field.get_db_prep_save(value, connections[DEFAULT_DB_ALIAS])
        given = field.get_prep_value(value)
        if id(given) not in self._made:
            self._made[id(given)] = given, json.dumps(given)  # with what it is of, so that nothing else gets its id
        return self._made[id(given)][1]


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
