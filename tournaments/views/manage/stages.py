"""What an organiser may do with an event as a whole, stage by stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext_noop

from accounts.models import User
from tournaments.events import finish, open, start
from tournaments.models import Event

Stage = Event.Stage
Act = Callable[[Event, User, str], object]
Asked = Literal["", "optional", "needed"]
NOT_ASKED: Asked = ""
OPTIONAL: Asked = "optional"
NEEDED: Asked = "needed"


@dataclass(frozen=True, slots=True)
class Step:
    """``what`` says what will happen, ``done`` what did; these and ``label`` are messages. ``tone`` is the look of its
    button."""

    key: str
    label: str
    what: str
    done: str
    act: Act
    stages: frozenset[Event.Stage]
    reason: Asked = NOT_ASKED
    tone: str = ""


def _open(event: Event, by: User, _reason: str) -> object:
    return open.open_for_entries(event, by=by)


def _take_back(event: Event, by: User, _reason: str) -> object:
    return open.take_back(event, by=by)


def _begin(event: Event, by: User, _reason: str) -> object:
    return start.begin(event, by=by)


def _end(event: Event, by: User, reason: str) -> object:
    return finish.end(event, by=by, reason=reason)


def _call_off(event: Event, by: User, reason: str) -> object:
    return finish.cancel(event, by=by, reason=reason)


STEPS = {
    step.key: step
    for step in (
        Step(
            "open",
            gettext_noop("Open it for entries"),
            gettext_noop("People who can see the event find it and can enter."),
            gettext_noop("The event is open for entries."),
            _open,
            frozenset({Stage.DRAFT}),
            tone="primary",
        ),
        Step(
            "begin",
            gettext_noop("Begin the event"),
            gettext_noop(
                "Players get their numbers, and round 1 is paired. The match settings are fixed from then on."
            ),
            gettext_noop("The event has begun."),
            _begin,
            frozenset({Stage.REGISTRATION}),
            tone="primary",
        ),
        Step(
            "end",
            gettext_noop("End the event"),
            gettext_noop(
                "The standings become final. Adjudicate a running round first. Ending before the last round needs a "
                "reason."
            ),
            gettext_noop("The event is over."),
            _end,
            frozenset({Stage.RUNNING}),
            reason=OPTIONAL,
        ),
        Step(
            "take_back",
            gettext_noop("Hide it again"),
            gettext_noop("Only its organisers see it until you open it again."),
            gettext_noop("The event is being set up again."),
            _take_back,
            frozenset({Stage.REGISTRATION}),
        ),
        Step(
            "call_off",
            gettext_noop("Call the event off"),
            gettext_noop(
                "It ends without a result: running matches are annulled, and their players told. You can’t undo this."
            ),
            gettext_noop("The event is called off."),
            _call_off,
            frozenset({Stage.DRAFT, Stage.REGISTRATION, Stage.RUNNING}),
            reason=NEEDED,
            tone="danger",
        ),
    )
}


def steps_of(event: Event) -> list[Step]:
    """Those that are possible now."""
    is_empty = not event.entries.exists()
    return [step for step in STEPS.values() if event.stage in step.stages and (is_empty or step.key != "take_back")]
