"""What an organiser may do with an event as a whole, stage by stage."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from tournaments.events import finish, open, start
from tournaments.models import Event
from tournaments.views.stage_button import NEEDED, OPTIONAL, Step

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
            "end",
            gettext_noop("End the event"),
            gettext_noop(
                "The standings become final. Adjudicate a running round first. Ending before the last round needs a "
                "reason."
            ),
            gettext_noop("The event is over."),
            finish.end,
            frozenset({Stage.RUNNING}),
            reason=OPTIONAL,
        ),
        Step(
            "take_back",
            gettext_noop("Hide it again"),
            gettext_noop("Only its organisers see it until you open it again."),
            gettext_noop("The event is being set up again."),
            open.take_back,
            frozenset({Stage.REGISTRATION}),
        ),
        Step(
            "call_off",
            gettext_noop("Call the event off"),
            gettext_noop(
                "It ends without a result: running matches are annulled, and their players told. You can’t undo this."
            ),
            gettext_noop("The event is called off."),
            finish.cancel,
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
