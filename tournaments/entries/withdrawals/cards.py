"""Cards of a season: a warning for a match lost on time; after as many as the season gives, the player is out.

A loss within ``SAME_ABSENCE`` of the last card brings no other: a player who is away loses several matches in a few
days, and a warning must have time to be read.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import noop, say
from mail.outbox.queue import queue_mail
from matches.time_control.time_control import DAY
from timekeeping import clock
from tournaments.entries.replacements import vacancies
from tournaments.locking import organiser_reason
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Card, Entry, Event, Pairing, Season

from . import withdraw

SAME_ABSENCE = 3 * DAY
KIND, LIFTED = "card", "card_lifted"
Colour = Card.Colour
GIVEN = {
    Colour.YELLOW: noop("%(name)s has a yellow card: lost round %(round)s on time."),
    Colour.RED: noop("%(name)s has a red card: lost round %(round)s on time, after a warning."),
}
OUT = noop("A red card: lost a match on time, after a warning.")


def give_cards(event: Event, season: Season, pairing: Pairing, entry_ids: Iterable[int]) -> None:
    """Give cards to these players, who lost the pairing on time, with the event locked."""
    entries = event.entries.filter(pk__in=list(entry_ids), status=Entry.Status.ENTERED, player__isnull=False)
    for entry in entries.select_related("player"):
        _give(event, season, pairing, entry)


def that_count(entry: Entry) -> QuerySet[Card]:
    """Return the cards of the player now in the place, without those that were lifted."""
    return Card.objects.filter(entry=entry, player=entry.player_id, lifted_at=None).order_by("at")


def warnings_left(season: Season, entry: Entry) -> int:
    """Return how many more warnings the player gets before the red card."""
    return max(0, season.warnings - that_count(entry).filter(colour=Colour.YELLOW).count())


def of_season(season: Season) -> QuerySet[Card]:
    """Return the season's cards, the newest first."""
    cards = Card.objects.filter(entry__event__division__season=season)
    cards = cards.select_related("entry__event__division", "player", "pairing__round", "lifted_by")
    return cards.order_by("-at", "-pk")


@EVENT.transaction_with_retry
def lift(known: Card, *, by: User, reason: str) -> Card:
    """Lift a card, so that it no longer counts. Idempotent. Raises ``TournamentRefused``.

    A player who was out because of it is back, while the place is free.
    """
    event = EVENT.lock(known.event_id)
    card = Card.objects.select_related("entry__player", "entry__event", "player").filter(pk=known.pk).first()
    if card is None:
        raise TournamentRefused(_("This card no longer exists."), status=404)
    if card.lifted_at is not None:
        return card
    reason = organiser_reason.checked(reason, by)
    card.lifted_at, card.lifted_by, card.lifted_because = clock.now(), by, reason
    card.save(update_fields=["lifted_at", "lifted_by", "lifted_because"])
    entry = card.entry
    name = card.player.display_name if card.player else entry.shown_name
    words = (
        noop("%(name)s’s yellow card was lifted.")
        if card.colour == Colour.YELLOW
        else noop("%(name)s’s red card was lifted.")
    )
    note(event, Kind.ENTRY, say(words, name=name), by=by, reason=reason, entry=entry)
    is_theirs = entry.is_open and entry.player_id == card.player_id
    if card.colour == Colour.RED and is_theirs and vacancies.why_not_back(event, entry) is None:
        vacancies.give_back(event, entry, by=by)
    _tell(LIFTED, card, entry)
    return card


def _give(event: Event, season: Season, pairing: Pairing, entry: Entry) -> None:
    cards = list(that_count(entry))
    now = clock.now()
    if cards and now - cards[-1].at < SAME_ABSENCE:
        return
    colour = Colour.RED if len(cards) >= season.warnings else Colour.YELLOW
    card = Card.objects.create(entry=entry, player=entry.player, pairing=pairing, colour=colour, at=now)
    words = say(GIVEN[colour], name=entry.shown_name, round=pairing.round.number)
    if colour == Colour.RED and not cards:
        words = say(
            "%(name)s has a red card: lost round %(round)s on time.", name=entry.shown_name, round=pairing.round.number
        )
    note(event, Kind.ENTRY, words, entry=entry, round_number=pairing.round.number)
    if colour == Colour.RED:
        withdraw.withdraw_after_card(entry, say(OUT) if cards else say("A red card: lost a match on time."))
    _tell(KIND, card, entry, round=pairing.round.number)


def _tell(kind: str, card: Card, entry: Entry, **more: int) -> None:
    """Queue an email about the card; ``more`` is what the card may no longer say when the email is written."""
    if card.player is not None and card.player.is_active:
        context = {"card": card.pk, "thread": f"event-{entry.event_id}", **more}
        queue_mail(kind, user=card.player, context=context, key=f"{kind}:{card.pk}")
