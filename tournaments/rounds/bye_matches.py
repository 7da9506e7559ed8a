"""A match against the computer for a player whom a round leaves without an opponent, if the event is set up that way.

It is for practice: the bye counts as always, and nothing of the match does. A result that counted would make the bye
of one player worth less than that of another, and FIDE's Dutch system pairs by byes that are alike.
"""

from __future__ import annotations

import logging
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from accounts.computers import computer_player
from competition.history import Code
from i18n.text import say
from matches.gate import rulings, turns
from matches.gate.refused import MatchRefused
from tournaments.locking.kept import mark_changed
from tournaments.models import ByeMatch, Entry, Event, Pairing, Round
from tournaments.models.formats import all_formats

log = logging.getLogger(__name__)

STRENGTH: Final = "medium"
NOT_MADE = Pairing.objects.filter(
    round__stage=Round.Stage.RUNNING,
    round__event__stage=Event.Stage.RUNNING,
    round__event__computer_byes=True,
    black=None,
    bye_match=None,
    white_code__in=("", Code.PAIRING_BYE.value),
    white__player__isnull=False,
    white__is_open=False,
    white__status=Entry.Status.ENTERED,
)


def make_bye_matches(round_id: int | None = None) -> int:
    """Make the missing matches against computers, in the round or in all; return how many."""
    if not settings.COMPUTER_PLAYERS:
        return 0
    missing = _not_made() if round_id is None else _not_made().filter(round=round_id)
    return sum(map(_make, list(missing.order_by("pk").values_list("pk", flat=True))))


def _not_made() -> QuerySet[Pairing]:
    return NOT_MADE.filter(
        round__event__format__in=[each.slug for each in all_formats() if "computer_byes" in each.settings]
    )


@transaction.atomic
def _make(pairing_id: int) -> bool:
    list(Pairing.objects.select_for_update(no_key=True).filter(pk=pairing_id))
    pairing = _not_made().filter(pk=pairing_id).select_related("round__event", "white__player").first()
    if pairing is None or pairing.white.player is None:
        return False
    event, number = pairing.round.event, pairing.round.number
    match = turns.start_match(
        event.game_slug,
        event.options,
        [pairing.white.player, computer_player(STRENGTH)],
        event.control,
        vacation_pool=event.vacation_pool,
        occasion=say("%(event)s, round %(number)s, instead of a bye", event=event.name, number=number),
        occasion_path=reverse("tournaments:round", args=[event.pk, number]),
    )
    ByeMatch.objects.create(pairing=pairing, match=match)
    mark_changed(event.pk)
    return True


def annul_bye_matches(round: Round) -> None:
    """Annul the matches against computers of a round that was taken back."""
    for made in ByeMatch.objects.filter(pairing__round=round).select_related("match"):
        if not made.match.is_over:
            try:
                rulings.annul(made.match, say("round %(round)s was taken back", round=round.number))
            except MatchRefused as refused:
                log.warning("%s could not be annulled (%s)", made.match, refused)
        made.delete()
