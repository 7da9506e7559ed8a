"""No column is forgotten."""

from __future__ import annotations

from typing import Any

from django.apps import apps

from tournaments.files.archives.schema import SHAPES, TABLES_LEFT_OUT, Shape

IN_CLUBS = ("tournaments", "matches", "mail", "jobs")


def columns_of(shape: Shape[Any]) -> list[str]:
    meta = shape.model._meta
    return [field.name for field in (*meta.concrete_fields, *meta.many_to_many)]


def test_every_column_is_in_the_archive_or_left_out_for_a_reason() -> None:
    wrong = {}
    for shape in SHAPES:
        known = [*shape.plain, *shape.people, *shape.links, *shape.left_out]
        if sorted(known) != sorted(columns_of(shape)):
            wrong[shape.model.__name__] = set(known) ^ set(columns_of(shape))
    assert wrong == {}
    assert all(why for shape in SHAPES for why in shape.left_out.values())


def test_every_table_is_in_the_archive_or_left_out_for_a_reason() -> None:
    told = {shape.model._meta.label for shape in SHAPES}
    tables = {
        model._meta.label
        for name in IN_CLUBS
        for model in apps.get_app_config(name).get_models()
        if not model._meta.proxy
    }
    assert tables - told == TABLES_LEFT_OUT.keys()
    assert all(TABLES_LEFT_OUT.values())
