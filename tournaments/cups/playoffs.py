"""A cup at the end of an event: the first of its table, seeded as they stand."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from engine.said import say
from fortify_site.accounts.models import User
from tournaments import gate
from tournaments.entering import admit
from tournaments.log import Kind, note
from tournaments.models import Entry, Event
from tournaments.refusal import Refused
from tournaments.setting_up import saving
from tournaments.setting_up.saving import LeaveTerms
from tournaments.tables import table_of

SIZES = (2, 4, 8, 16)
COPIED = (
    *("is_public", "club", "options", "draws", "rated", "points"),
    *("round_days", "unfinished", "extension_days", "publishes_itself"),
)


def sizes_for(event: Event) -> list[int]:
    """How many may play in them: no more than there are, and none where there are such playoffs already."""
    if event.stage != Event.Stage.FINISHED or event.is_cup or of(event) is not None:
        return []
    able = len(_able(event))
    return [size for size in SIZES if size <= able]


def of(event: Event) -> Event | None:
    """The event's playoffs, unless they were called off."""
    if event.stage != Event.Stage.FINISHED:
        return None
    return event.playoffs.exclude(stage=Event.Stage.CANCELLED).order_by("pk").first()


def make(event: Event, size: int, *, by: User) -> Event:
    """A cup that is being set up, with the first of the event's table entered: who has left is passed over. They are
    told by mail, as all are whom an organiser enters. Raises ``Refused``."""
    with transaction.atomic():
        held = gate.decide(event.pk, partial(_checked, size=size))
        cup = saving.make(by, held.game_slug, _settings(held), LeaveTerms.of(held))
        cup.organisers.add(*held.organisers.all())
        gate.decide(cup.pk, partial(_fill, of=held, size=size, by=by))
        note(held, Kind.EVENT, say("Made playoffs of the first %(number)s: %(cup)s.", number=size, cup=cup.name), by=by)
    return cup


def _checked(event: Event, *, size: int) -> Event:
    if event.stage != Event.Stage.FINISHED:
        raise Refused(_("Playoffs are made of a final table: end the event first."), status=409)
    if event.is_cup:
        raise Refused(_("A cup has a winner already, so there is nothing to play off."), status=409)
    if (made := of(event)) is not None:
        raise Refused(_("This event has playoffs already: %(cup)s.") % {"cup": made.name}, status=409)
    if size not in SIZES:
        raise Refused(_("Choose how many play in them."), "size")
    if size > len(_able(event)):
        raise Refused(_("There are not so many who could play; choose fewer."), "size", 409)
    return event


def _able(event: Event) -> list[Entry]:
    """In the order of the table, those who are still there to play."""
    table = table_of(event)
    entries = [table.entries[row.number] for row in table.rows]
    return [entry for entry in entries if entry.status == Entry.Status.ENTERED and (entry.player_id or entry.name)]


def _settings(event: Event) -> dict[str, Any]:
    suffix = _(": playoffs")
    return {
        **{name: getattr(event, name) for name in COPIED},
        **event.control.columns(),
        "name": event.name[: 80 - len(suffix)] + suffix,
        "format": Event.Format.CUP,
        "seeding": Event.Seeding.OWN,
        "registration": Event.Registration.INVITATION,
        "playoffs_of": event,
    }


def _fill(cup: Event, *, of: Event, size: int, by: User) -> None:
    for place, entry in enumerate(_able(of)[:size], 1):
        admit(
            cup,
            Entry(event=cup, player=entry.player, name=entry.name, seed=place, rating=entry.rating),
            by=by,
            how="added",
        )
