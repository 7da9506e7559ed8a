"""The settings that can't be changed any more, and why."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, Season

from .describe import TIME_FIELDS

Stage = Event.Stage

BEGUN = _("Fixed since the event began: all matches have the same terms, and all rounds the same rules.")
ONLY_BEFORE = _("It only matters before the event begins.")
OVER = _("The event is over.")
CARDS = _("Its season uses cards for that.")
COUNTS_FOR_ACCELERATION = _("How far an event is accelerated depends on its number of rounds.")

ALWAYS = frozenset(("name", "club", "description", "is_public", "club_only"))
LATER = frozenset(
    (
        *("rounds", "tie_breaks", "most_difference", "places", "registration", "late_until", "late_bye", "half_byes"),
        *("round_start", "round_days", "unfinished", "extension_days", "publishes_itself", "break_hours"),
        *("withdraws_no_shows", "leaver", "at_once", "computer_byes", "shows_forbidden"),
    )
)
AT_THE_BEGINNING = frozenset(("closes_at", "check_in", "check_in_hours", "starts_at"))
FIXED = frozenset(
    (
        *("options", "draws", "rated", "analysis", "format", "cycles", "accelerated", "points", "seeding"),
        *("decides", "most_further", "third_place", "table_size", "table_points"),
        *TIME_FIELDS,
    )
)
EVERYTHING = ALWAYS | LATER | AT_THE_BEGINNING | FIXED


def locks(event: Event) -> Mapping[str, str | Promise]:
    """Return the fields that can't be changed now, each with the reason."""
    if event.stage in (Stage.FINISHED, Stage.CANCELLED):
        return dict.fromkeys(EVERYTHING - ALWAYS, OVER)
    if not event.is_begun:
        return {}
    locked = dict.fromkeys(FIXED, BEGUN) | dict.fromkeys(AT_THE_BEGINNING, ONLY_BEFORE)
    if event.accelerated:
        locked["rounds"] = COUNTS_FOR_ACCELERATION
    if event.club_id is not None and _has_cards(event):
        locked["withdraws_no_shows"] = CARDS
    return locked


def _has_cards(event: Event) -> bool:
    return Season.objects.filter(divisions__event=event).exclude(cards=Season.Cards.NOBODY).exists()
