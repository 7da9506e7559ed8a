"""The organisers' page of entries: who applies, is invited, waits, is in, or has left; and what is done about one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mail.bounces import dead_addresses
from mail.models import MailAddress
from matches.input.paging import leaf
from matches.input.requests import whole_number
from tournaments.entries.seeding import with_known_ratings
from tournaments.models import Entry, Event, with_teams
from tournaments.rounds import requested_byes

from . import late_entry, pairing_numbers
from .actions import EntriesActs
from .entry_forms import DecideForm, RatingForm
from .replacements import vacancies

Status, Stage = Entry.Status, Event.Stage
ON_A_PAGE = 100
OUT = (Status.WITHDRAWN, Status.REFUSED)


class Trouble(NamedTuple):
    """The reason why a player gets no email from us, in a word, and how that looks."""

    words: str
    tone: str


class EntriesPage(EntriesActs):
    """Manage entries.

    The query may name an ``entry``, whose own forms are shown on top; a button posts its ``action``.
    """

    template = "tournaments/manage_entries.html"

    def address(self) -> str:
        return reverse("tournaments:manage_entries", args=[self.event.pk])

    def context(self) -> dict[str, Any]:
        event = self.event
        entries = list(with_teams(event.entries.select_related("player").order_by("entered_at", "pk"), event))
        troubles = dead_addresses.troubles([entry.player.email for entry in entries if entry.player])
        entered = [entry for entry in entries if entry.status == Status.ENTERED]
        is_seeded = event.seeding == Event.Seeding.OWN and not event.is_begun
        ordered = _ordered(event, entered, is_seeded=is_seeded)
        shown = leaf(self.request, ordered, size=ON_A_PAGE, what=pgettext("pages of", "the players"))
        sent = self.request.POST
        key = whole_number((sent or self.request.GET).get("entry"))
        return {
            "event": event,
            "applied": [entry for entry in entries if entry.status == Status.APPLIED],
            "invited": [(entry, entry.name_for_organisers) for entry in entries if entry.status == Status.INVITED],
            "waiting": [entry for entry in entries if entry.status == Status.WAITING],
            "pages": shown,
            "entered_count": len(entered),
            "is_full": event.stage == Stage.REGISTRATION and event.places is not None and len(entered) >= event.places,
            "entered": [
                (entry, sent.get(f"seed_{entry.pk}", "" if entry.seed is None else str(entry.seed))) for entry in shown
            ],
            "checked_in": sum(entry.checked_in_at is not None for entry in entered),
            "out": [(entry, entry.name_for_organisers) for entry in entries if entry.status in OUT],
            "is_seeded": is_seeded,
            "troubles": {entry.pk: trouble for entry in entries if (trouble := _trouble(entry, troubles))},
            "may_ask": event.check_in and event.stage == Stage.REGISTRATION and event.check_in_asked_at is None,
            "is_open": event.stage in (Stage.REGISTRATION, Stage.RUNNING),
            "adding": self.form("add"),
            "deciding": self.form("decide"),
            **self._about(next((entry for entry in entries if entry.pk == key), None)),
        }

    def _about(self, entry: Entry | None) -> dict[str, Any]:
        """Return what can be done about one entry."""
        if entry is None:
            return {"chosen": None}
        event, is_in = self.event, entry.status == Status.ENTERED
        going_on = event.stage in (Stage.REGISTRATION, Stage.RUNNING)
        absences = entry.absences.order_by("round_number")
        is_playing = is_in and event.is_begun and entry.number is not None
        has_left_it = entry.status in OUT and entry.number is not None
        return {
            "chosen": entry,
            "chosen_name": entry.name_for_organisers,
            "may_withdraw": is_in and going_on,
            "days_kept": vacancies.days_kept(event, entry) if is_playing else 0,
            "may_turn_down": entry.status in (Status.APPLIED, Status.WAITING, Status.INVITED),
            "may_let_in": going_on and entry.number is None and entry.status in (*OUT, Status.APPLIED, Status.WAITING),
            "may_bring_back": has_left_it and (entry.is_open or late_entry.takes_back(event)),
            "may_check_in": is_in and going_on and event.check_in and entry.checked_in_at is None,
            "refusing": DecideForm(auto_id="refuse-%s"),
            "withdrawing": self.form("withdraw"),
            "bye": self.form("bye") if is_in and requested_byes.open_rounds(event) else None,
            "rating": self.form("rate", partial(RatingForm, event, entry, auto_id="rate-%s"))
            if event.stage != Stage.CANCELLED and not event.rules.forms_teams
            else None,
            "numbers_follow": not event.rules.are_numbers_fixed(event),
            "teams": _teams(event, entry) if is_in and event.rules.forms_teams and not event.is_begun else None,
            "absences": [event.rules.absence_words(each.round_number, each.bye) for each in absences],
        }


def _trouble(entry: Entry, troubles: Mapping[str, MailAddress]) -> Trouble | None:
    trouble = troubles.get(entry.player.email) if entry.player else None
    if trouble is None:
        return None
    if trouble.undeliverable_since:
        return Trouble(_("emails come back"), "bad")
    return Trouble(_("wants no email"), "warn")


def _teams(event: Event, entry: Entry) -> list[tuple[int, str, bool]]:
    """Return the teams that the player could be in: the captain's id, the name, and whether the player is in it."""
    if entry.mates.exists():
        return []
    found = event.entries.filter(status=Status.ENTERED, captain=None).exclude(pk=entry.pk).select_related("player")
    return [(each.pk, each.team_name, each.pk == entry.captain_id) for each in found.order_by("entered_at", "pk")]


def _ordered(event: Event, entered: list[Entry], *, is_seeded: bool) -> list[Entry]:
    if event.is_begun:
        return sorted(entered, key=lambda entry: entry.number or len(entered) + 1)
    with_known_ratings(event, entered)
    return pairing_numbers.in_order(event, entered) if is_seeded else entered
