"""Late entries and returns: the player's number, and byes for the rounds they missed (FIDE C.04.2)."""

from __future__ import annotations

from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from i18n.text import Text, listed, say, say_many
from timekeeping import clock
from tournaments.locking.log import Kind, note
from tournaments.models import Entry, Event, Pairing, Round, played_by
from tournaments.ratings.seed_rating import seed_rating
from tournaments.rounds.drafts import redraw
from tournaments.rounds.next_round import coming_round, is_left

from . import entry_causes, pairing_numbers

HALF, ZERO = Event.LateBye.HALF.value, Event.LateBye.ZERO.value


def place(event: Event, entry: Entry) -> Text:
    """Give a stored entry its number and its byes, with the event locked; return the sentence for the log."""
    coming = coming_round(event)
    entry.back_from = coming
    if entry.number is None and entry.player is not None and not entry.rating:
        entry.rating = seed_rating(entry.player, event.game_slug)
    entry.save(update_fields=["back_from", "rating"])
    if entry.number is None:
        _number(event, entry)
    byes = _store_byes(event, entry)
    redraw.people_changed(event)
    return _words(entry.shown_name, coming, byes)


def may_return(event: Event, entry: Entry) -> bool:
    """Return whether the player may come back without an organiser now."""
    is_out = entry.status == Entry.Status.WITHDRAWN and entry.number is not None and entry.player_id is not None
    return is_out and takes_back(event)


def takes_back(event: Event) -> bool:
    """Return whether players who have left could still play a coming round."""
    return not event.rules.why_not.come_back and is_left(event, coming_round(event))


def bring_back(event: Event, entry: Entry, *, by: User) -> Entry:
    """Put the player back in from the next round on, with the event locked."""
    number = coming_round(event)
    entry.status, entry.gone_from, entry.is_no_show = Entry.Status.ENTERED, None, False
    entry.back_from = number
    if event.check_in:
        entry.checked_in_at = clock.now()
    entry.save()
    note(
        event,
        Kind.ENTRY,
        say("%(name)s is back from round %(round)s on.", name=entry.shown_name, round=number),
        by=by,
        entry=entry,
    )
    if entry.player_id != by.pk:
        entry_causes.entered(entry, "back")
    redraw.people_changed(event)
    return entry


def byes_for(missed: int, bye: str, half_byes: int) -> str:
    """Return the letters of the byes for that many first rounds.

    At most ``half_byes`` of them bring half a point, as with announced absences.
    """
    halves = min(missed, half_byes) if bye == HALF else 0
    return HALF * halves + ZERO * (missed - halves)


def _number(event: Event, entry: Entry) -> None:
    """Number the entry: by rating among all others while that is allowed, else after the last."""
    numbered = list(event.entries.filter(number__isnull=False).select_related("player"))
    if event.rules.are_numbers_fixed(event):
        entry.number = max((each.number or 0 for each in numbered), default=0) + 1
        entry.save(update_fields=["number"])
        return
    order = pairing_numbers.in_order(event, [*numbered, entry])
    pairing_numbers.give_numbers(order)
    _accelerate(order, entry)


def _accelerate(order: list[Entry], entry: Entry) -> None:
    """Give the entry virtual points if it comes before the last of the group that has them (C.04.7).

    That entry stays the last of the group.
    """
    place_of = order.index(entry)
    if any(other.is_accelerated for other in order[place_of + 1 :]):
        entry.is_accelerated = True
        entry.save(update_fields=["is_accelerated"])


def _store_byes(event: Event, entry: Entry) -> str:
    """Store a bye for each published round in which the entry has no record yet; return their letters."""
    recorded = Pairing.objects.filter(played_by(entry), round__event=event).values("round")
    published = event.round_set.exclude(stage=Round.Stage.DRAFT)
    missed = published.exclude(pk__in=recorded).annotate(last=Max("pairings__board"))
    rounds = list(missed.order_by("number"))
    byes = byes_for(len(rounds), event.late_bye, event.half_byes)
    now = timezone.now()
    Pairing.objects.bulk_create(
        Pairing(round=each, board=(each.last or 0) + 1, white=entry, white_code=bye, decided_at=now)
        for each, bye in zip(rounds, byes, strict=True)
    )
    return byes


def _words(name: str, coming: int, byes: str) -> Text:
    if not byes:
        return say("%(name)s entered late, and plays from round %(round)s on.", name=name, round=coming)
    parts = []
    if halves := byes.count(HALF):
        parts.append(say_many("half a point for one round", "half a point for %(number)s rounds", halves))
    if nothing := byes.count(ZERO):
        parts.append(say_many("nothing for one round", "nothing for %(number)s rounds", nothing))
    return say(
        "%(name)s entered late, and plays from round %(round)s on. Rounds missed: %(brings)s.",
        name=name,
        round=coming,
        brings=listed(parts),
    )
