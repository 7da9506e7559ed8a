"""Migrating takes half the time: whenever a field changes, Django makes the models around it anew, with copies of all
their fields. Each field is taken apart for that and made again; here one that belongs to no model yet is just copied.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from django.db.models import Field

_made_again = Field.clone


def copied(field: Field[Any, Any]) -> Field[Any, Any]:
    """As new, it comes after those that are there: that is the order of a model's columns."""
    if hasattr(field, "model"):
        return _made_again(field)
    copy = deepcopy(field)
    copy.creation_counter = Field.creation_counter
    Field.creation_counter += 1
    return copy


Field.clone = copied  # type: ignore[assignment, method-assign]
