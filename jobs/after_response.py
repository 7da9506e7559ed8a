"""Acts that wait until the response to a web request has gone out."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Final

from django.core.signals import request_finished, request_started
from django.dispatch import receiver

_waiting: Final[ContextVar[list[Callable[[], object]] | None]] = ContextVar("after_response", default=None)


def after_response(act: Callable[[], object]) -> bool:
    """Postpone an act until the response to the current request has gone out.

    It must not raise an error: the acts after it would be lost. Outside a request return false and do nothing.
    """
    waiting = _waiting.get()
    if waiting is None:
        return False
    waiting.append(act)
    return True


@receiver(request_started)
def _begin_request(**_: Any) -> None:
    _waiting.set([])


@receiver(request_finished)
def _end_request(**_: Any) -> None:
    """Do what was postponed until the response had gone out.

    If the process dies before that, the rows are safe, and the sweep finds them.
    """
    waiting = _waiting.get() or []
    _waiting.set(None)
    for act in waiting:
        act()
