"""Seeding players by their ratings or in the organiser's own order.

Both are set before an event begins, and ratings are corrected while it runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import Text, joined, say, say_many
from tournaments.locking import organiser_reason
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event
from tournaments.ratings.seed_rating import seed_ratings
from tournaments.rounds.drafts import redraw

from . import pairing_numbers

Stage = Event.Stage
MOST_SEED = 9999
MOST_RATING = 9999
UNRATED = 0


@EVENT.transaction_with_retry
def seed(event: Event, seeds: Mapping[int, int | None], *, by: User) -> int:
    """Give entries, by id, places in the organiser's own order, before the start; return how many changed.

    Raises ``TournamentRefused``.
    """
    event = EVENT.lock(event.pk)
    if event.is_begun:
        raise TournamentRefused(_("The event has begun, so its numbers are fixed."), status=409)
    changed = []
    for entry in event.entries.filter(pk__in=seeds):
        place = seeds[entry.pk]
        if place is not None and not 1 <= place <= MOST_SEED:
            raise TournamentRefused(
                _("Places are numbers from 1 to %(most)s.") % {"most": MOST_SEED}, f"seed_{entry.pk}"
            )
        if entry.seed != place:
            entry.seed = place
            changed.append(entry)
    if changed:
        Entry.objects.bulk_update(changed, ["seed"], batch_size=200)
        note(event, Kind.ENTRY, say("The players’ order was changed."), by=by)
    return len(changed)


@EVENT.transaction_with_retry
def rate(event: Event, ratings: Mapping[int, int], *, by: User, reason: str = "") -> int:
    """Set the ratings of entries, by id, in place of the site's own; return how many changed.

    0 stands for the site's own rating, if any. A ``reason`` is needed for a numbered player. Numbers follow in a Swiss
    until round 4 is paired (FIDE C.04.2); a schedule and a bracket stay as they were drawn. Raises
    ``TournamentRefused``.
    """
    event = EVENT.lock(event.pk)
    if event.stage == Stage.CANCELLED:
        raise TournamentRefused(_("This event was called off."), status=409)
    found = list(event.entries.filter(pk__in=ratings).select_related("player"))
    was = {entry.pk: entry.rating for entry in found}
    for entry in found:
        if not 0 <= ratings[entry.pk] <= MOST_RATING:
            raise TournamentRefused(_("Ratings are numbers from 1 to %(most)s.") % {"most": MOST_RATING}, "rating")
        entry.rating = ratings[entry.pk] or _known(event, entry)
    changed = [entry for entry in found if entry.rating != was[entry.pk]]
    if not changed:
        return 0
    is_correction = event.is_begun and any(entry.number for entry in changed)
    why = organiser_reason.checked(reason, by if is_correction else None)
    Entry.objects.bulk_update(changed, ["rating"], batch_size=200)
    numbers_follow = is_correction and pairing_numbers.give_again(event)
    _write_down(event, changed, was, by, why, numbers_follow=numbers_follow)
    if numbers_follow:
        redraw.people_changed(event)
    return len(changed)


def with_known_ratings(event: Event, entries: Iterable[Entry]) -> list[Entry]:
    """Fill in, without storing, the site's ratings for entries without one; return those that changed.

    After the start none are filled in. One query.
    """
    unrated = [] if event.is_begun else [each for each in entries if each.player is not None and not each.rating]
    known = seed_ratings([each.player for each in unrated if each.player is not None], event.game_slug)
    for entry in unrated:
        assert entry.player_id is not None
        entry.rating = known[entry.player_id]
    return [entry for entry in unrated if entry.rating]


def start_list(event: Event, entries: Sequence[Entry]) -> list[tuple[int | None, Entry]]:
    """Return the entries with their numbers; before the start with those they would have now."""
    if event.is_begun:
        numbered = sorted((each for each in entries if each.number), key=lambda each: each.number or 0)
        without = pairing_numbers.in_order(event, (each for each in entries if not each.number))
        return [(each.number, each) for each in (*numbered, *without)]
    with_known_ratings(event, entries)
    return list(enumerate(pairing_numbers.in_order(event, entries), 1))


# -- doing it ------------------------------------------------------------------------------------------------------


def _known(event: Event, entry: Entry) -> int:
    """Return the site's own rating of the player; ``UNRATED`` before the event begins, as it may change until then."""
    if entry.player is None or not event.is_begun:
        return UNRATED
    return seed_ratings([entry.player], event.game_slug)[entry.player.pk]


def _write_down(
    event: Event, changed: Sequence[Entry], was: Mapping[int, int], by: User, why: str, *, numbers_follow: bool
) -> None:
    """Log changed ratings: the reason once, and, once the event has begun, a line for each player."""
    follow = [say("The numbers were reassigned.")] if numbers_follow else []
    if len(changed) == 1:
        [entry] = changed
        words = joined([_correction(entry, was[entry.pk]), *follow], " ")
        note(event, Kind.ENTRY, words, by=by, reason=why, entry=entry)
        return
    for entry in changed if event.is_begun else ():
        note(event, Kind.ENTRY, _correction(entry, was[entry.pk]), by=by, entry=entry)
    message = "The ratings of %(number)s players were set for this event."
    words = joined([say_many(message, message, len(changed)), *follow], " ")
    note(event, Kind.ENTRY, words, by=by, reason=why)


def _correction(entry: Entry, was: int) -> Text:
    if entry.number is None and entry.status != Entry.Status.ENTERED:  # the log is for everybody
        return say("The rating of a player who isn’t in the event yet was set.")
    name = entry.shown_name
    if not was:
        return say("%(name)s’s rating was set to %(rating)s.", name=name, rating=entry.rating)
    if not entry.rating:
        return say("%(name)s’s rating (%(was)s) was removed.", name=name, was=was)
    return say("%(name)s’s rating was changed from %(was)s to %(rating)s.", name=name, was=was, rating=entry.rating)
