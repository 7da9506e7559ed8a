"""How a room asks the rooms above it, which it does not import."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Question(Generic[P, R]):
    """Something of which each part of the site knows its own answer, connected when Django starts."""

    def __init__(self) -> None:
        self.answers: list[Callable[P, R]] = []

    def connect(self, answer: Callable[P, R]) -> None:
        self.answers.append(answer)

    def ask(self, *args: P.args, **kwargs: P.kwargs) -> Iterator[R]:
        return (answer(*args, **kwargs) for answer in self.answers)

    def first(self, *args: P.args, **kwargs: P.kwargs) -> R | None:
        """The first answer that is not ``None``."""
        return next((answer for answer in self.ask(*args, **kwargs) if answer is not None), None)
