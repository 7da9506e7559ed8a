"""Players of a Swiss, or at tables, who must not meet, such as a family or a carpool."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import Text, listed, noop, say, say_many
from tournaments.locking import organiser_reason
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, Forbidden, Round
from tournaments.rounds.next_round import coming_round

from . import redraw, store

MOST_TOGETHER = 20  # players who are kept apart in one act
MOST_PAIRS = 1000  # of an event
MOST_NAMED = 5  # pairs in a line of the log
LAST = 99  # past every round
Stage, Status = Event.Stage, Entry.Status
KEPT_APART = {
    1: (
        noop("%(names)s won’t be paired with each other."),
        noop("%(names)s won’t be paired with each other in round %(round)s."),
        noop("%(names)s won’t be paired with each other in rounds %(first)s to %(last)s."),
    ),
    2: (
        noop("%(name)s and %(other)s won’t be paired."),
        noop("%(name)s and %(other)s won’t be paired in round %(round)s."),
        noop("%(name)s and %(other)s won’t be paired in rounds %(first)s to %(last)s."),
    ),
}
"""Messages for always, one round and several rounds, by whether two players or more are kept apart."""


class Short(NamedTuple):
    """A player with fewer opponents left than rounds."""

    entry: Entry
    others: int
    rounds: int


@EVENT.transaction_with_retry
def forbid(
    event: Event, players: Collection[int], *, by: User, reason: str, first_round: int = 1, last_round: int = LAST
) -> None:
    """Keep these players, named by their entries' ids, apart in these rounds.

    A draft that pairs two of them is paired again at once. Raises ``TournamentRefused``.
    """
    event = EVENT.lock(event.pk)
    players = frozenset(players)
    rounds = range(first_round, last_round + 1)
    if refusal := why_cannot_forbid(event):
        raise TournamentRefused(refusal, status=409)
    names = {entry.pk: entry.shown_name for entry in players_of(event).filter(pk__in=players)}
    if len(names) < len(players):
        raise TournamentRefused(_("Choose players of this event."), "players")
    if not 2 <= len(names) <= MOST_TOGETHER:
        raise TournamentRefused(_("Choose 2 to %(most)s players.") % {"most": MOST_TOGETHER}, "players")
    if not 1 <= rounds.start < rounds.stop:
        raise TournamentRefused(_("The last round comes before the first. Swap them."), "last_round")
    reason = organiser_reason.checked(reason, by)
    new = [
        Forbidden(
            event=event,
            first_id=first,
            second_id=second,
            first_round=rounds.start,
            last_round=rounds.stop - 1,
            reason=reason,
        )
        for first, second in _unsaid(event, players, rounds)
    ]
    if not new:
        return
    if event.forbidden_pairs.count() + len(new) > MOST_PAIRS:
        raise TournamentRefused(
            _("An event has at most %(most)s forbidden pairs.") % {"most": MOST_PAIRS}, "players", 409
        )
    Forbidden.objects.bulk_create(new)
    note(event, Kind.APART, _words(event, list(names.values()), rounds), by=by, reason=reason)
    _pair_again(event, new)


@EVENT.transaction_with_retry
def allow(event: Event, pairs: Collection[int], *, by: User, reason: str) -> int:
    """Let these pairs meet again; return how many were forbidden. Idempotent.

    A draft is paired again at once. Raises ``TournamentRefused``.
    """
    event = EVENT.lock(event.pk)
    pairs = frozenset(pairs)
    known = event.forbidden_pairs.filter(pk__in=pairs).order_by("pk")
    found = list(known.select_related("first__player", "second__player"))
    if not found:
        return 0
    reason = organiser_reason.checked(reason, by)
    event.forbidden_pairs.filter(pk__in=[pair.pk for pair in found]).delete()
    note(event, Kind.APART, _allowed(found), by=by, reason=reason)
    redraw.people_changed(event)
    return len(found)


def why_cannot_forbid(event: Event) -> str:
    """Return why no pairs can be forbidden in the event; "" if they can."""
    if words := event.rules.why_not.keep_apart:
        return str(words)
    if event.stage in (Stage.FINISHED, Stage.CANCELLED):
        return _("The event is over.")
    return ""


def players_of(event: Event) -> QuerySet[Entry]:
    """Return the players who can be kept apart: all who are in, or may still come in."""
    known = Q(number__isnull=False) | Q(status__in=(Status.ENTERED, Status.WAITING, Status.APPLIED))
    return event.entries.filter(known).select_related("player").order_by("number", "entered_at", "pk")


def of(event: Event) -> QuerySet[Forbidden]:
    """Return the event's forbidden pairs, sorted by reason and by number."""
    pairs = event.forbidden_pairs.select_related("first__player", "second__player")
    return pairs.order_by("reason", "first__number", "second__number", "pk")


# -- doing it ------------------------------------------------------------------------------------------------------


def _unsaid(event: Event, players: Collection[int], rounds: range) -> Iterator[tuple[int, int]]:
    """Yield the pairs of these players that aren't forbidden in all these rounds yet."""
    said = event.forbidden_pairs.filter(first_round__lte=rounds.start, last_round__gte=rounds.stop - 1)
    known = {frozenset(pair) for pair in said.values_list("first", "second")}
    yield from (pair for pair in combinations(sorted(players), 2) if frozenset(pair) not in known)


def _pair_again(event: Event, new: Sequence[Forbidden]) -> None:
    """Have the draft paired again if two players of a new pair meet in it, even if an organiser paired them."""
    draft = event.round_set.filter(number=coming_round(event), stage=Round.Stage.DRAFT).first()
    if draft is None:
        return
    apart = {
        frozenset((pair.first_id, pair.second_id))
        for pair in new
        if pair.first_round <= draft.number <= pair.last_round
    }
    if loose := [slot.white for slot in store.read_draft(draft) if any(pair.issubset(slot.players) for pair in apart)]:
        redraw.people_changed(event, loose)


def _words(event: Event, names: Sequence[str], rounds: range) -> Text:
    first, last = rounds.start, min(rounds.stop - 1, event.rounds)
    who = {"names": listed(names)} if len(names) > 2 else dict(zip(("name", "other"), names, strict=True))
    if first == 1 and last == event.rounds:
        return say(KEPT_APART[len(who)][0], **who)
    if first == last:
        return say(KEPT_APART[len(who)][1], **who, round=first)
    return say(KEPT_APART[len(who)][2], **who, first=first, last=last)


def _allowed(pairs: Sequence[Forbidden]) -> Text:
    if len(pairs) > MOST_NAMED:
        return say_many("%(number)s pair is allowed again.", "%(number)s pairs are allowed again.", len(pairs))
    if len(pairs) > 1:
        named = [f"{pair.first.shown_name} – {pair.second.shown_name}" for pair in pairs]
        return say("May be paired again: %(pairs)s.", pairs=listed(named))
    [pair] = pairs
    return say("%(name)s and %(other)s may be paired again.", name=pair.first.shown_name, other=pair.second.shown_name)
