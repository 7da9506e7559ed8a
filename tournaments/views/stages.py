"""What an organiser may do with an event as a whole, stage by stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fortify_site.accounts.models import User
from tournaments import opening
from tournaments.models import Event

Stage = Event.Stage
Act = Callable[[Event, User, str], object]


@dataclass(frozen=True, slots=True)
class Step:
    """``what`` says what will happen, ``done`` what did. ``tone`` is the look of its button."""

    key: str
    label: str
    what: str
    done: str
    act: Act
    stages: frozenset[Event.Stage]
    needs_reason: bool = False
    tone: str = ""


def _open(event: Event, by: User, _reason: str) -> object:
    return opening.open_for_entries(event, by=by)


def _take_back(event: Event, by: User, _reason: str) -> object:
    return opening.take_back(event, by=by)


STEPS = {
    step.key: step
    for step in (
        Step(
            "open",
            "Open it for entries",
            "The event is shown to those who may see it, and they may enter.",
            "The event is open for entries.",
            _open,
            frozenset({Stage.DRAFT}),
            tone="primary",
        ),
        Step(
            "take_back",
            "Take it back",
            "Nobody but its organisers sees it until you open it again. Possible as long as nobody has entered.",
            "The event is being set up again.",
            _take_back,
            frozenset({Stage.REGISTRATION}),
        ),
    )
}


def steps_of(event: Event) -> list[Step]:
    return [step for step in STEPS.values() if event.stage in step.stages]
