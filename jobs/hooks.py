"""Hooks by which a room tells and asks the rooms above it, which it doesn't import.

The rooms above connect to them when Django starts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Generic, ParamSpec, TypeVar

from django.db import transaction
from django.dispatch import Signal

P = ParamSpec("P")
R = TypeVar("R")

job_due = Signal()
"""Sent when a job of the beat's schedule is due, whether a worker is asked for it or not."""

counted = Signal()
"""Sent when something that metrics count has happened ``number`` times; ``name`` and ``labels`` say what it was.

A receiver that fails is logged and stops no one else.
"""


def count_metric(name: str, number: int = 1, **labels: str) -> None:
    """Send ``counted`` once the transaction has been committed."""
    if counted.has_listeners():
        send = partial(counted.send_robust, sender=None, name=name, labels=labels, number=number)
        transaction.on_commit(send, robust=True)


class Question(Generic[P, R]):
    """A question to which each part of the site has its own answer: like a signal, but with typed answers."""

    def __init__(self) -> None:
        self.answers: list[Callable[P, R]] = []

    def connect(self, answer: Callable[P, R]) -> None:
        self.answers.append(answer)

    def ask(self, *args: P.args, **kwargs: P.kwargs) -> Iterator[R]:
        """Yield the answers; each is asked for only when it is read."""
        return (answer(*args, **kwargs) for answer in self.answers)

    def first(self, *args: P.args, **kwargs: P.kwargs) -> R | None:
        """Return the first answer that isn't ``None``."""
        return next((answer for answer in self.ask(*args, **kwargs) if answer is not None), None)
