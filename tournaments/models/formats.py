"""The formats by their slugs, for models and everything above them.

`tournaments/formats/formats.py` has the list. It is registered here when Django starts, because the formats themselves
use the models.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from tournaments.formats.format import Format

_registered: dict[str, Format] = {}


def register(formats: Iterable[Format]) -> None:
    """Make formats known under their slugs, in this order."""
    _registered.update((each.slug, each) for each in formats)


def format_of(slug: str) -> Format:
    """Return the format of that slug. Raises ``KeyError`` for an unknown one."""
    return _registered[slug]


def all_formats() -> list[Format]:
    """Return the formats in the order in which forms offer them."""
    return list(_registered.values())


def format_choices() -> list[tuple[str, StrPromise]]:
    """Return slugs and names, for the field of a model."""
    return [(each.slug, each.name) for each in all_formats()]


def usual_format() -> str:
    """Return the slug of the format that an event has unless another is chosen: the first."""
    return next(iter(_registered))
