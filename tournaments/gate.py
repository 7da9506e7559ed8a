"""The transaction in which an event is changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, OperationalError, transaction
from django.utils.translation import gettext as _

from matches.gate import is_locked_out

from .models import Event
from .refusal import Refused

T = TypeVar("T")


def decide(event_id: int, act: Callable[[Event], T]) -> T:
    """Run ``act`` on the event as it is now, its row held, all of it or nothing, and once more if somebody was in the
    way the first time. Raises ``Refused``."""
    try:
        return _attempt(event_id, act)
    except IntegrityError:
        pass
    except OperationalError as error:
        if not is_locked_out(error):
            raise
    try:
        return _attempt(event_id, act)
    except IntegrityError as error:
        raise Refused(_("The event changed while this was on its way; look at it again."), status=409) from error
    except OperationalError as error:
        if not is_locked_out(error):
            raise
        busy = _("The event is busy at this moment; nothing was changed, please send it again.")
        raise Refused(busy, status=503) from error


@transaction.atomic
def _attempt(event_id: int, act: Callable[[Event], T]) -> T:
    event = Event.objects.select_for_update(no_key=True).filter(pk=event_id).first()
    if event is None:
        raise Refused(_("This event is no longer there."), status=404)
    return act(event)
