"""What the page on privacy says is stored, against what is: every column of every model, and the data export."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db.models import AutoField, Field, Model
from django.test import Client

from accounts.models import User
from fortify_site.help.personal_data import LEFT_OUT, NOT_PERSONAL, ROWS, Columns
from fortify_site.profiles.export_data import export_account
from matches.models import Seat
from tests.support.pages import words
from tournaments.models import Entry

Column = tuple[str, str]
MODELS = {model._meta.label: model for model in apps.get_models(include_auto_created=True)}
PEOPLE = (User, Seat, Entry)  # a column that leads to one of them is about a person
NO_DATA = {"written_at"}  # a key of the export that says something about the file


def columns_of(model: type[Model]) -> dict[str, Field[Any, Any]]:
    """All columns of a model but the number of the row."""
    found = [*model._meta.fields, *model._meta.many_to_many]
    return {field.name: field for field in found if not isinstance(field, AutoField)}


def columns(tables: Iterable[Columns]) -> Iterator[Column]:
    for table in tables:
        for model, names in table.items():
            yield from ((model, name) for name in names.split())


STORED = {(label, name): field for label, model in MODELS.items() for name, field in columns_of(model).items()}
IN_ROWS = list(columns(row.fields for row in ROWS))
WITH_REASON = list(columns(NOT_PERSONAL.values()))
NOT_EXPORTED = list(columns(LEFT_OUT.values()))
WHOLE = {model for model, name in WITH_REASON if name == "*"}


def test_every_column_is_in_the_table_or_has_a_reason_not_to_be() -> None:
    named = {*IN_ROWS, *WITH_REASON}
    assert sorted(column for column in STORED if column not in named and column[0] not in WHOLE) == []


def test_none_is_named_twice_or_is_no_longer_stored() -> None:
    assert [column for column, times in Counter(IN_ROWS + WITH_REASON).items() if times > 1] == []
    assert [column for column, times in Counter(NOT_EXPORTED).items() if times > 1] == []
    named = {*IN_ROWS, *WITH_REASON, *NOT_EXPORTED}
    assert sorted(column for column in named if column not in STORED and column[1] != "*") == []


def test_a_column_that_leads_to_a_person_is_in_the_table() -> None:
    rest = [column for column in STORED if column not in IN_ROWS and column not in WITH_REASON]
    assert [
        column for column in [*rest, *WITH_REASON] if getattr(STORED.get(column), "related_model", None) in PEOPLE
    ] == []


def test_only_what_is_in_the_table_is_left_out_of_the_export() -> None:
    assert sorted(set(NOT_EXPORTED) - set(IN_ROWS)) == []


@pytest.mark.django_db
def test_the_table_and_the_export_have_the_same_parts(player: User) -> None:
    found = export_account(player)
    parts = {key for key in found if key != "events"} | {f"events.{key}" for key in found["events"]}
    assert {key for row in ROWS for key in row.exported.split()} == parts - NO_DATA


def test_a_row_without_a_part_of_the_export_has_only_columns_that_are_left_out() -> None:
    for row in ROWS:
        if not row.exported:
            assert [column for column in columns([row.fields]) if is_owed(column)] == []


def is_owed(column: Column) -> bool:
    """Whether the export owes its reader the column: it isn't left out, nor says only whose row it is."""
    return column not in NOT_EXPORTED and not STORED[column].is_relation


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en-gb", "de"])
def test_the_page_has_every_row(language: str) -> None:
    page = Client(headers={"Accept-Language": language}).get("/privacy/").text
    assert [row.key for row in ROWS if f'id="{row.key}"' not in page] == []
    assert "%" not in words(page)
