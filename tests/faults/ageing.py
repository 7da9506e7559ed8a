"""Passing of time for real processes: no clock is turned, but everything stored is made that much older."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.apps import apps
from django.db import models, transaction
from django.db.models import DurationField, ExpressionWrapper, F, Value

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+\d\d:\d\d|Z)")


@transaction.atomic
def age(delta: timedelta, except_for: Callable[[type[models.Model], str], bool] = lambda *_: False) -> None:
    """Move every stored time of playing back by ``delta``, in columns and within JSON.

    ``except_for`` (model, name of the field) says which columns to leave as they are.
    """
    shift = ExpressionWrapper(Value(delta), output_field=DurationField())
    for model in (model for app in ("jobs", "mail", "matches") for model in apps.get_app_config(app).get_models()):
        fields = [field.name for field in _of_type(model, models.DateTimeField) if not except_for(model, field.name)]
        model._default_manager.update(**{name: F(name) - shift for name in fields})
        documents = [field.name for field in _of_type(model, models.JSONField)]
        for row in model._default_manager.all() if documents else ():
            _age_documents(row, documents, delta)


def _age_documents(row: models.Model, names: list[str], delta: timedelta) -> None:
    older = {name: aged(getattr(row, name), delta) for name in names}
    changed = {name: value for name, value in older.items() if value != getattr(row, name)}
    if changed:
        type(row)._default_manager.filter(pk=row.pk).update(**changed)


def aged(value: Any, delta: timedelta) -> Any:
    """Return the JSON with every time in it moved back."""
    if isinstance(value, dict):
        return {key: aged(part, delta) for key, part in value.items()}
    if isinstance(value, list):
        return [aged(part, delta) for part in value]
    if isinstance(value, str) and MOMENT.fullmatch(value):
        return (datetime.fromisoformat(value) - delta).isoformat()
    return value


def _of_type(model: type[models.Model], kind: type[models.Field[Any, Any]]) -> Iterator[models.Field[Any, Any]]:
    return (field for field in model._meta.concrete_fields if isinstance(field, kind))
