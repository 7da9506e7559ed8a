"""Errors, parts of lists, and players, which all resources share."""

from __future__ import annotations

from typing import Generic, TypeVar

from ninja import Field, Schema

T = TypeVar("T")


class Error(Schema):
    """What went wrong: a sentence for people and a word for programs."""

    error: str
    code: str
    fields: list[str] = Field([], description="What was wrong in the request, by name.")


class Page(Schema, Generic[T]):
    """A part of a list. ``next`` is the address of the part after it."""

    count: int
    next: str | None
    items: list[T]


class Part(Schema, Generic[T]):
    """A part of a long list, without its total. ``next`` is the address of the part after it."""

    next: str | None
    items: list[T]


class Player(Schema):
    """``id`` is empty for someone without an account, and for a former player.

    ``is_computer`` is set only in the seats of a match.
    """

    id: int | None
    name: str
    is_computer: bool = False
