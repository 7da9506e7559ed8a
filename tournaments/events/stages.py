"""The steps that an organiser can take with an event as a whole, stage by stage."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from tournaments.models import Event
from tournaments.pages.stage_button import Step

from . import open, start
from .ending import finish

Stage = Event.Stage
STEPS = {
    step.key: step
    for step in (
        Step(
            "open",
            gettext_noop("Open it for entries"),
            gettext_noop("People who can see the event find it and can enter."),
            gettext_noop("The event is open for entries."),
            open.open_for_entries,
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
            start.begin,
            frozenset({Stage.REGISTRATION}),
            tone="primary",
        ),
        Step(
            "take_back",
            gettext_noop("Hide it again"),
            gettext_noop("Only its organisers see it until you open it again."),
            gettext_noop("The event is being set up again."),
            open.event_to_draft,
            frozenset({Stage.REGISTRATION}),
            group="set_up",
        ),
        Step(
            "end",
            gettext_noop("End event"),
            gettext_noop("The standings become final."),
            gettext_noop("The event is over."),
            finish.end_event,
            frozenset({Stage.RUNNING}),
            group="last",
            needs_reason=finish.ends_early,
            tone="primary",
        ),
        Step(
            "call_off",
            gettext_noop("Cancel event"),
            gettext_noop("It ends without a result."),
            gettext_noop("The event is cancelled."),
            finish.cancel,
            frozenset({Stage.DRAFT, Stage.REGISTRATION, Stage.RUNNING}),
            group="last",
            needs_reason=finish.is_known,
            tone="danger",
        ),
        Step(
            "delete",
            gettext_noop("Delete event"),
            gettext_noop("It disappears for good, with its settings and its log. You can’t undo this."),
            gettext_noop("The event is deleted."),
            finish.delete,
            frozenset({Stage.DRAFT, Stage.REGISTRATION, Stage.CANCELLED}),
            group="last",
            tone="danger",
        ),
        Step(
            "undo",
            gettext_noop("Undo"),
            gettext_noop("The event continues as it was."),
            gettext_noop("The event continues."),
            finish.undo,
            frozenset({Stage.FINISHED, Stage.CANCELLED}),
            group="set_up",
        ),
    )
}


def steps_of(event: Event) -> list[Step]:
    """Return the steps that are possible now."""
    ruled_out = {"take_back"} if event.entries.exists() else set()
    ruled_out |= set() if finish.can_be_deleted(event) else {"delete"}
    ruled_out |= {"undo"} if finish.why_not_undone(event) else set()
    return [step for step in STEPS.values() if event.stage in step.stages and step.key not in ruled_out]
