"""The organisers' page of an event: what needs a decision now, its stages, and who organises it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from matches.input.requests import whole_number
from matches.mails import moments
from tournaments.decisions.events import decisions
from tournaments.decisions.listed_matches import with_matches
from tournaments.entries.pairing_numbers import without_account
from tournaments.events import organisers
from tournaments.models import Event, Round
from tournaments.pages.get_event import EventPage
from tournaments.pages.page_with_buttons import Act
from tournaments.pages.stage_button import acts_of
from tournaments.permissions.events import may_organise
from tournaments.rounds import round_state
from tournaments.settings.describe import terms_of

from . import playoffs
from .organiser_forms import AddOrganiserForm, PlayoffsForm
from .playoffs import Tie
from .stages import STEPS, steps_of


class ManagePage(EventPage):
    template = "tournaments/manage.html"
    nothing_chosen = gettext_noop("Choose what to do with the event.")
    keeps = ("action", "name", "size")

    def acts(self) -> Mapping[str, Act]:
        return acts_of(STEPS, self.event, self.request.user) | {
            "add": Act(self._add, AddOrganiserForm),
            "remove": Act(self._remove),
            "playoffs": Act(
                self._playoffs, lambda posted: _playoffs_form(playoffs.SIZES, playoffs.ties_of(self.event), posted)
            ),
        }

    def address(self) -> str:
        return _address(self.event)

    def context(self) -> dict[str, Any]:
        event = self.event
        event.refresh_from_db()
        found = with_matches(event, decisions(event))
        offered = {each.step for each in found}
        steps = {step.key: step for step in steps_of(event)}
        rounds = list(event.round_set.only("number", "stage", "event"))
        ties, sizes = playoffs.ties_of(event), playoffs.sizes_for(event)
        return {
            "event": event,
            "decisions": found,
            "steps": steps,
            "more_steps": [step for step in steps.values() if step.group == "round" and step.key not in offered],
            "state": [*round_state.of_rounds(event), *round_state.of_entries(event)],
            "pairing_rule": round_state.pairing_rule(event) if event.stage == Event.Stage.RUNNING else "",
            "undo_until": moments.moment(event.undo_until) if event.undo_until else "",
            "ends": [step for step in steps.values() if step.group == "last"],
            "adding": self.form("add"),
            "organisers": list(event.organisers.order_by("display_name")),
            "facts": terms_of(event),
            "without_account": without_account(event).count() if event.stage == Event.Stage.RUNNING else 0,
            "rounds": rounds,
            "next_round": _next_round(event, rounds),
            "playoffs": playoffs.playoff_of(event),
            "ties": ties,
            "playing_off": self.form("playoffs", partial(_playoffs_form, sizes, ties)) if sizes else None,
        }

    def _add(self, form: AddOrganiserForm) -> str:
        player = organisers.add(self.event, form.cleaned_data["name"], by=self.request.user)
        return _("%(name)s now organises the event, too.") % {"name": player.display_name}

    def _remove(self) -> tuple[str, str]:
        by = self.request.user
        player = organisers.remove(self.event, whole_number(self.request.POST.get("organiser")) or 0, by=by)
        words = _("%(name)s no longer organises the event.") % {"name": player.display_name}
        return words, self.address() if may_organise(by, self.event) else reverse("home")

    def _playoffs(self, form: PlayoffsForm) -> tuple[str, str]:
        cup = playoffs.make(self.event, by=self.request.user, **form.cleaned_data)
        words = _("“%(event)s” is created with its players entered. Review it, then open it.")
        return words % {"event": cup.name}, _address(cup)


def _playoffs_form(
    sizes: Sequence[int], ties: Sequence[Tie], posted: QueryDict | None = None, initial: Mapping[str, str] | None = None
) -> PlayoffsForm:
    """Make the form of the playoffs. Its first choice is the largest size for which no one needs to be chosen."""
    open_ties = [tie for tie in ties if not tie.is_told_apart]
    undecided = {tie.size: tie.names for tie in open_ties}
    level = {entry.pk: entry.shown_name for tie in open_ties for entry in tie.entries}
    usual = max((size for size in sizes if size not in undecided), default=sizes[-1])
    known = {"size": usual} | dict(initial or {})
    return PlayoffsForm(sizes, posted, initial=known, undecided=undecided, level=list(level.items()))


def _next_round(event: Event, rounds: list[Round]) -> int:
    """Return the number of the round that no one has begun to pair; 0 if there is none."""
    number = max((each.number for each in rounds), default=0) + 1
    return number if event.stage == Event.Stage.RUNNING and number <= event.rounds else 0


def _address(event: Event) -> str:
    return reverse("tournaments:manage", args=[event.pk])
