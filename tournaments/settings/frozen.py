"""The settings that can't be changed any more, and why."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, Season

from .rows import OF_EVENTS, Until

Stage = Event.Stage

BEGUN = _("Fixed since the event began: all matches have the same terms, and all rounds the same rules.")
ONLY_BEFORE = _("It only matters before the event begins.")
OVER = _("The event is over.")
CARDS = _("Its season uses cards for that.")
COUNTS_FOR_ACCELERATION = _("How far an event is accelerated depends on its number of rounds.")

NOT_ONCE_BEGUN = {Until.BEGUN: BEGUN, Until.BEGUN_AND_DONE: ONLY_BEFORE}


def locks(event: Event) -> Mapping[str, str | Promise]:
    """Return the fields that can't be changed now, each with the reason."""
    if event.stage in (Stage.FINISHED, Stage.CANCELLED):
        return {setting.name: OVER for setting in OF_EVENTS if setting.until is not Until.ALWAYS}
    if not event.is_begun:
        return {}
    locked = {setting.name: NOT_ONCE_BEGUN[setting.until] for setting in OF_EVENTS if setting.until in NOT_ONCE_BEGUN}
    if event.accelerated:
        locked["rounds"] = COUNTS_FOR_ACCELERATION
    if event.club_id is not None and _has_cards(event):
        locked["withdraws_no_shows"] = CARDS
    return locked


def _has_cards(event: Event) -> bool:
    return Season.objects.filter(divisions__event=event).exclude(cards=Season.Cards.NOBODY).exists()
