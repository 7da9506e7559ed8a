"""The step of a migration that carries an app's rows to the sentences as they are worded now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.apps.registry import Apps
from django.db import models, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython

from .fields import SentenceField, SentencesField
from .reworded import PAIRS, Pairs, inverse, reword

BATCH = 1000


def reword_rows(app: str, more: Mapping[str, Iterable[str]]) -> RunPython:
    """For all columns of sentences that the app has then, and ``more`` of a model, of JSON with sentences in it. It
    can be done twice, and continues where it was broken off, if its migration is not atomic."""
    return RunPython(partial(_carry, app, more, PAIRS), partial(_carry, app, more, inverse(PAIRS)))


def _carry(
    app: str,
    more: Mapping[str, Iterable[str]],
    pairs: Pairs,
    apps: Apps,
    schema_editor: BaseDatabaseSchemaEditor,  # noqa: ARG001 (as Django calls it)
) -> None:
    for model in apps.get_app_config(app).get_models():
        kinds = (SentenceField, SentencesField)
        columns = [field.name for field in model._meta.local_fields if isinstance(field, kinds)]
        columns += more.get(model.__name__, ())
        if columns:
            _carry_rows(model, columns, pairs)


def _carry_rows(model: type[models.Model], columns: list[str], pairs: Pairs) -> None:
    last: Any = 0
    while last is not None:
        last = _carry_batch(model, columns, pairs, last)


@transaction.atomic
def _carry_batch(model: type[models.Model], columns: list[str], pairs: Pairs, last: Any) -> Any:
    """The key of the last row it has read, if there may be more."""
    rows = model._default_manager.order_by("pk")
    found = list(rows.filter(pk__gt=last).values_list("pk", *columns)[:BATCH])
    for pk, *stored in found:
        carried = {name: reword(kept, pairs) for name, kept in zip(columns, stored, strict=True)}
        changed = {name: carried[name] for name, kept in zip(columns, stored, strict=True) if carried[name] != kept}
        if changed:
            rows.filter(pk=pk).update(**changed)
    return found[-1][0] if found else None
