"""Places kept free for someone else after their player has left, until they are taken, given back or given up.

While a place is free its matches stay as they are, with its clocks stopped, and no new ones begin. Everything here is
done with the event locked.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial
from math import ceil

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import noop, say
from matches.gate import clock_acts
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import DAY
from matches.time_control.words import quantity
from timekeeping import clock
from tournaments.entries import entry_causes
from tournaments.locking import organiser_reason
from tournaments.locking.locks import EVENT, SEASON
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.locking.season import season_of
from tournaments.models import Entry, Event, Pairing, PlaceOffer, Season, Vacancy, played_by
from tournaments.rounds import advance, publish
from tournaments.rounds.drafts import redraw
from tournaments.rounds.next_round import coming_round, is_left

from . import find_replacement

log = logging.getLogger(__name__)

End = Vacancy.End
FREE = noop("%(name)s has left; we’re looking for a replacement.")
BACK = noop("%(name)s is back.")
LOG_TO_COME = 2**31 - 1  # so that it is done now, whatever was done to a clock before


def open_vacancy(event: Event, entry: Entry) -> bool:
    """Seek a replacement for a player who has just left.

    Return false if the season has no replacements, or nothing is left to play: then the event's rule for leavers
    applies at once.
    """
    season = season_of(event)
    if season is None or not _is_to_be_kept(season, event, entry):
        return False
    now = clock.now()
    longest = now + season.replace_days * DAY
    until = min(longest, season.ends_at or longest)
    vacancy = Vacancy.objects.create(
        entry=entry,
        player=entry.player,
        at=now,
        until=until,
        starts_anew=season.replacements == Season.Replacements.ANEW and not event.rules.why_not_anew,
    )
    entry.is_open = True
    entry.save(update_fields=["is_open"])
    _each_clock(running_seats(entry), clock_acts.stop_clock, say(FREE, name=entry.shown_name))
    days = quantity(ceil((until - now) / DAY), "day", "days")
    words = noop("%(name)s’s place is free for %(days)s; a replacement can take over the matches.")
    if vacancy.starts_anew:
        words = noop("%(name)s’s place is free for %(days)s; a replacement can start all matches again.")
    note(event, Kind.ENTRY, say(words, name=entry.shown_name, days=days), entry=entry)
    find_replacement.offer_next(season, vacancy)
    return True


def days_kept(event: Event, entry: Entry) -> int:
    """Return for how many days the place would be kept free if the player left now; 0: not at all."""
    season = season_of(event)
    return season.replace_days if season is not None and _is_to_be_kept(season, event, entry) else 0


def open_of(entry: Entry) -> Vacancy | None:
    return entry.vacancies.filter(closed_at=None).select_related("entry__event", "player").first()


def open_in(season: Season) -> QuerySet[Vacancy]:
    """Return the free places by division, the longest free first."""
    found = Vacancy.objects.filter(closed_at=None, entry__event__division__season=season)
    found = found.select_related("entry__event__division", "entry__player", "player")
    return found.order_by("entry__event__division__level", "at")


@EVENT.transaction_with_retry
def give_up(known: Vacancy, *, by: User | None, reason: str = "") -> None:
    """End the search: the event's rule for leavers applies. Idempotent. Raises ``TournamentRefused``."""
    event = EVENT.lock(known.event_id)
    vacancy = (
        Vacancy.objects.select_related("entry__player", "entry__event").filter(pk=known.pk, closed_at=None).first()
    )
    if vacancy is None:
        return
    reason = organiser_reason.checked(reason, by)
    entry = vacancy.entry
    close(vacancy, End.NOBODY)
    entry.is_open = False
    entry.save(update_fields=["is_open"])
    words = say("The search for a replacement for %(name)s has ended.", name=entry.shown_name)
    note(event, Kind.ENTRY, words, by=by, reason=reason, entry=entry)
    if event.stage == Event.Stage.RUNNING:
        event.rules.place_not_taken(event, entry)
        advance.advance(event)


def give_back(event: Event, entry: Entry, *, by: User | None) -> Entry:
    """Put the player back as if they hadn't left, with the event locked and the place free.

    Raises ``TournamentRefused``.
    """
    if refused := why_not_back(event, entry):
        raise refused
    vacancy = entry.vacancies.get(closed_at=None)
    close(vacancy, End.BACK)
    entry.status, entry.gone_from, entry.is_no_show, entry.is_open = Entry.Status.ENTERED, None, False, False
    entry.save(update_fields=["status", "gone_from", "is_no_show", "is_open"])
    _each_clock(running_seats(entry), clock_acts.start_clock, say(BACK, name=entry.shown_name))
    note(event, Kind.ENTRY, say("%(name)s is back.", name=entry.shown_name), by=by, entry=entry)
    entry_causes.entered(entry, "back")
    play_on(event)
    return entry


def why_not_back(event: Event, entry: Entry) -> TournamentRefused | None:
    """Return why the player can't have the place again; ``None`` if they can.

    The answer can't change while the event is locked.
    """
    season, player = season_of(event), entry.player
    if season is None or player is None or open_of(entry) is None:
        return TournamentRefused(_("This place is no longer free."), status=409)
    if SEASON.run(season.pk, lambda held: find_replacement.plays_in(held, player)):
        words = _("%(name)s plays in another division of this season.")
        return TournamentRefused(words % {"name": entry.shown_name}, status=409)
    return None


def close(vacancy: Vacancy, end: Vacancy.End) -> None:
    find_replacement.withdraw_offer(vacancy)
    vacancy.closed_at, vacancy.end = clock.now(), end
    vacancy.save(update_fields=["closed_at", "end"])


def close_all(event: Event) -> None:
    """Close all free places of an event that is over."""
    for vacancy in Vacancy.objects.filter(entry__event=event, closed_at=None):
        close(vacancy, End.NOBODY)
    event.entries.filter(is_open=True).update(is_open=False)


def play_on(event: Event) -> None:
    """Let matches that waited for the place begin, and seat its player in the coming round."""
    redraw.people_changed(event)
    for round_id in publish.NOT_MADE.filter(round__event=event).values_list("round", flat=True).distinct():
        publish.queue_match_creation(round_id)
    advance.advance(event)


def pairings_of(entry: Entry) -> QuerySet[Pairing]:
    """Return the entry's matches, in the order of the rounds."""
    own = Pairing.objects.filter(played_by(entry), black__isnull=False)
    return own.select_related("round", "match", "white__player", "black__player").order_by("round__number")


def running_seats(entry: Entry) -> list[Seat]:
    """Return the seats of the entry's player in running matches of the event."""
    matches = pairings_of(entry).filter(match__status=Match.Status.RUNNING).values("match")
    seats = Seat.objects.filter(match__in=matches, player=entry.player_id)
    return list(seats.select_related("match", "player").order_by("match_id"))


def sweep_vacancies() -> int:
    """Let unanswered offers lapse, and give up places that no one took; return how many were dealt with."""
    now = clock.now()
    done = 0
    open_places = Vacancy.objects.filter(closed_at=None, entry__event__stage=Event.Stage.RUNNING)
    for vacancy in open_places.filter(until__lte=now).select_related("entry"):
        done += _tried(vacancy, partial(give_up, vacancy, by=None))
    lapsed = PlaceOffer.objects.filter(answer="", until__lte=now, vacancy__in=open_places)
    for made in lapsed.select_related("vacancy__entry"):
        done += _tried(made, partial(find_replacement.lapse, made))
    return done


def _tried(what: Vacancy | PlaceOffer, act: Callable[[], None]) -> bool:
    try:
        act()
    except TournamentRefused as refused:
        log.warning("%s could not be dealt with now: %s", what, refused)
        return False
    except Exception:  # one place that cannot be dealt with must not hold up the others
        log.exception("%s could not be dealt with", what)
        return False
    return True


def _is_to_be_kept(season: Season, event: Event, entry: Entry) -> bool:
    if season.replacements == Season.Replacements.NOBODY or not season.has_replacements or entry.player is None:
        return False
    if season.is_over_time:
        return False
    is_to_be_seated = not event.rules.draws_ahead and is_left(event, coming_round(event))
    return is_to_be_seated or pairings_of(entry).filter(decided_at=None).exists()


def _each_clock(seats: Iterable[Seat], act: Callable[..., object], reason: str) -> None:
    for seat in seats:
        try:
            act(seat, reason, LOG_TO_COME, cause=LogEntry.Cause.RULE)
        except MatchRefused as refused:
            if refused.code not in {"over", "stale"}:  # the match has ended, or the clock is as it should be
                raise TournamentRefused.by_match(refused) from refused
