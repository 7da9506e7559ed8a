"""The form for changing the settings of an event."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise

from accounts.models import User
from tournaments.locking.log import LONGEST_REASON
from tournaments.models import Event
from tournaments.pages.reason import reason_field
from tournaments.settings.describe import Fact, terms_of

from .event_form import EventForm
from .save import needs_reason


class SettingsForm(EventForm):
    """The settings of an event, with a reason; shows what can't be changed any more."""

    event: Event

    reason = reason_field(longest=LONGEST_REASON)

    def __init__(self, event: Event, *args: Any, by: User, **kwargs: Any) -> None:
        super().__init__(event.game, *args, by=by, event=event, **kwargs)
        if not needs_reason(event):
            del self.fields["reason"]

    @property
    def fixed(self) -> list[tuple[str | Promise, list[Fact]]]:
        """The settings that can't be changed any more, grouped by the reason why."""
        facts = [fact for fact in terms_of(self.event) if fact.fields and fact.fields <= self.locked.keys()]
        reasons = dict.fromkeys(self.locked[min(fact.fields)] for fact in facts)
        return [(why, [fact for fact in facts if self.locked[min(fact.fields)] == why]) for why in reasons]
