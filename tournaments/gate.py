"""The transaction in which an event, or something else of which there is one row, is changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from django.db import IntegrityError, OperationalError, models, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from matches.gate import is_deadlock, is_locked_out

from .models import Event
from .refusal import Refused

T = TypeVar("T")
M = TypeVar("M", bound=models.Model)


class Words(NamedTuple):
    """What is said where something was in the way; messages."""

    changed: str
    busy: str
    gone: str


OF_EVENT = Words(
    gettext_noop("The event changed while this was on its way; look at it again."),
    gettext_noop("The event is busy at this moment; nothing was changed, please send it again."),
    gettext_noop("This event is no longer there."),
)


def decide(event_id: int, act: Callable[[Event], T]) -> T:
    """Run ``act`` on the event as it is now, its row held, all of it or nothing, and once more if somebody was in the
    way the first time. Raises ``Refused``."""
    return decide_about(Event, event_id, act, OF_EVENT)


def decide_about(model: type[M], pk: int, act: Callable[[M], T], words: Words) -> T:
    """As ``decide``, on the row of any model. A deadlock that was met in a decision within this one is only over when
    this one lets go of its row, too, so all of it is done again."""
    try:
        return _attempt(model, pk, act, words)
    except IntegrityError:
        pass
    except Refused as refused:
        if not is_deadlock(refused.__cause__):
            raise
    except OperationalError as error:
        if not is_locked_out(error):
            raise
        if is_deadlock(error) and transaction.get_connection().in_atomic_block:
            raise Refused(_(words.busy), status=503) from error
    try:
        return _attempt(model, pk, act, words)
    except IntegrityError as error:
        raise Refused(_(words.changed), status=409) from error
    except OperationalError as error:
        if not is_locked_out(error):
            raise
        raise Refused(_(words.busy), status=503) from error


@transaction.atomic
def _attempt(model: type[M], pk: int, act: Callable[[M], T], words: Words) -> T:
    row = model._default_manager.select_for_update(no_key=True).filter(pk=pk).first()
    if row is None:
        raise Refused(_(words.gone), status=404)
    return act(row)
