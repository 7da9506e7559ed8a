"""The steps that an organiser can take with a season as a whole, stage by stage."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext_noop

from tournaments.models import Season
from tournaments.pages.stage_button import Step
from tournaments.seasons import edit, finish
from tournaments.seasons.line_up import propose, publish

Stage = Season.Stage
STEPS = {
    step.key: step
    for step in (
        Step(
            "open",
            gettext_noop("Open registration"),
            gettext_noop("We email the club’s members, and they can register. You can still change the settings."),
            gettext_noop("Registration is open."),
            edit.open_registration,
            frozenset((Stage.DRAFT,)),
            tone="primary",
        ),
        Step(
            "propose",
            gettext_noop("Work out line-up"),
            gettext_noop(
                "From the last standings and the season’s settings, with a reason for each move. Only organisers "
                "see it until you publish it."
            ),
            gettext_noop("Line-up worked out."),
            propose.propose,
            frozenset((Stage.REGISTRATION,)),
        ),
        Step(
            "publish",
            gettext_noop("Publish line-up"),
            gettext_noop(
                "Registration ends. Each division becomes an event, and we email its players. They start at the "
                "season’s start, or at once if none is set."
            ),
            gettext_noop("Line-up published."),
            publish.publish,
            frozenset((Stage.REGISTRATION,)),
            tone="primary",
        ),
        Step(
            "take_back",
            gettext_noop("Hide again"),
            gettext_noop("Only the club’s organisers will see the season. Possible until someone registers."),
            gettext_noop("The season is being set up again."),
            edit.season_to_draft,
            frozenset((Stage.REGISTRATION,)),
            group="set_up",
        ),
        Step(
            "end",
            gettext_noop("End season"),
            gettext_noop("The standings become final, and the winners go on the honours board."),
            gettext_noop("The season is over."),
            finish.end_season,
            frozenset((Stage.RUNNING,)),
            group="last",
            tone="primary",
        ),
        Step(
            "call_off",
            gettext_noop("Cancel season"),
            gettext_noop("It ends without a result."),
            gettext_noop("The season was cancelled."),
            finish.cancel,
            frozenset((Stage.DRAFT, Stage.REGISTRATION, Stage.RUNNING)),
            group="last",
            needs_reason=finish.is_known,
            tone="danger",
        ),
        Step(
            "delete",
            gettext_noop("Delete season"),
            gettext_noop("It disappears for good, with its settings. You can’t undo this."),
            gettext_noop("The season is deleted."),
            finish.delete,
            frozenset((Stage.DRAFT, Stage.REGISTRATION, Stage.CANCELLED)),
            group="last",
            tone="danger",
        ),
        Step(
            "undo",
            gettext_noop("Undo"),
            gettext_noop("The season continues as it was."),
            gettext_noop("The season continues."),
            finish.undo,
            frozenset((Stage.FINISHED, Stage.CANCELLED)),
            group="set_up",
        ),
    )
}
ANEW = replace(
    STEPS["propose"],
    label=gettext_noop("Work out again"),
    what=gettext_noop("Replaces the current line-up, using the latest standings, settings and registrations."),
)


def steps_of(season: Season) -> list[Step]:
    """Return the steps that the season's stage allows, named by what has been done."""
    beside_the_point = set() if season.proposed_at else {"publish"}
    beside_the_point |= {"take_back"} if season.entries.exists() else set()
    beside_the_point |= {"delete"} if finish.is_known(season) else set()
    beside_the_point |= {"undo"} if finish.why_not_undone(season) else set()
    allowed = [step for step in STEPS.values() if season.stage in step.stages and step.key not in beside_the_point]
    return [ANEW if step.key == ANEW.key and season.proposed_at else step for step in allowed]
