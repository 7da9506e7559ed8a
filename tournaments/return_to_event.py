"""How a player who has left an event comes back to it, from the next round on."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _

from engine.said import say
from fortify_site.accounts.models import User
from matches import clocks

from . import entry_notices, redrawing
from .coming import coming_round, is_left
from .gate import EVENT
from .log import Kind, note
from .models import Entry, Event
from .places import vacancies
from .refusal import Refused

Status = Entry.Status


def rejoin(entry: Entry, *, by: User) -> Entry:
    """In again from the next round on, in a Swiss; in a round robin while the place is free. Raises ``Refused``."""
    return EVENT.run(entry.event_id, partial(_rejoin, entry.pk, by=by))


def may_return(event: Event, entry: Entry) -> bool:
    """Whether the player may come back by themselves now."""
    is_out = entry.status == Status.WITHDRAWN and entry.number is not None and entry.player_id is not None
    return is_out and event.is_swiss and is_left(event, coming_round(event))


def bring_back(event: Event, entry: Entry, *, by: User) -> Entry:
    """As ``rejoin``, with the event held."""
    number = coming_round(event)
    entry.status, entry.gone_from, entry.is_no_show = Status.ENTERED, None, False
    entry.back_from = number
    if event.check_in:
        entry.checked_in_at = clocks.now()
    entry.save()
    note(
        event,
        Kind.ENTRY,
        say("%(name)s is back from round %(round)s on.", name=entry.shown_name, round=number),
        by=by,
        entry=entry,
    )
    if entry.player_id != by.pk:
        entry_notices.entered(entry, "back")
    redrawing.people_changed(event)
    return entry


def _rejoin(entry_id: int, event: Event, *, by: User) -> Entry:
    entry = event.entries.select_related("player", "event").filter(pk=entry_id).first()
    if entry is None:
        raise Refused(_("This entry is no longer there."), status=404)
    if entry.status == Status.ENTERED:
        return entry
    if entry.status not in Entry.LEFT or entry.number is None:
        raise Refused(_("Only who has left the event while it ran can come back."), status=409)
    if entry.status == Status.REFUSED and by.pk == entry.player_id:
        raise Refused(_("An organiser has taken you out of the event, and alone can put you in again."), status=403)
    if entry.player_id is None:
        raise Refused(_("There is no account any more for this player to come back with."), status=409)
    if event.is_cup:
        raise Refused(_("Who leaves a cup cannot come back: the opponent has gone on."), status=409)
    if entry.is_open:
        return vacancies.give_back(event, entry, by=by)
    if not event.is_swiss:
        raise Refused(_("Who leaves a round robin cannot come back: all their matches are settled."), status=409)
    if not is_left(event, coming_round(event)):
        raise Refused(_("There is no round left to come back for."), status=409)
    return bring_back(event, entry, by=by)
