"""Leaving an event: from the next round on, in a round robin at once.

In a Swiss, a match that is being played continues; a player who doesn't want to play it can resign.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import Text, noop, say
from matches.input.text import one_line
from tournaments.entries import entry_causes as entry_mails
from tournaments.entries import waiting_list
from tournaments.entries.enter import entry_in
from tournaments.entries.replacements import find_replacement, move_up, vacancies
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event
from tournaments.rounds.next_round import coming_round

Stage, Status = Event.Stage, Entry.Status
GOING_ON = (Stage.DRAFT, Stage.REGISTRATION, Stage.RUNNING)
NO_SHOW = noop("Lost round 1 on time without a single turn.")
ACCOUNT_DELETED = noop("The account was deleted.")


def withdraw(entry: Entry, *, by: User | None, reason: str = "", for_good: bool = False) -> Entry:
    """Withdraw a player from the event or waiting list, or end an application or invitation. Idempotent.

    ``for_good``: they can't come back on their own. Raises ``TournamentRefused``, for instance if an organiser gives no
    reason.
    """
    return _withdraw(entry, by=by, reason=one_line(reason), for_good=for_good)


def withdraw_no_show(entry: Entry) -> Entry:
    """Withdraw a player who never turned up; an email says how to come back. Raises ``TournamentRefused``."""
    return _withdraw(entry, by=None, reason=say(NO_SHOW), is_no_show=True)


def withdraw_after_card(entry: Entry, reason: str) -> Entry:
    """Withdraw a player after the last card; another email tells them so. Raises ``TournamentRefused``."""
    return _withdraw(entry, by=None, reason=reason, is_told=False)


def going_on(player: User) -> QuerySet[Entry]:
    """Return the player's entries in events that aren't over."""
    return Entry.objects.filter(player=player, event__stage__in=GOING_ON).exclude(status__in=Entry.LEFT)


def withdraw_from_all(player: User) -> None:
    """Withdraw a player whose account is deleted from every event that isn't over.

    It runs in the caller's transaction.
    """
    for entry in going_on(player).order_by("event_id"):
        _withdraw(entry, by=player, reason=say(ACCOUNT_DELETED), keeps_place=False)
    for made in find_replacement.open_to(player):
        find_replacement.decline(made)
    for vacancy in player.places_left.filter(closed_at=None).select_related("entry").order_by("entry__event"):
        vacancies.give_up(vacancy, by=None)


def is_in_something() -> Exists:
    """Return the condition that the user has played in an event, or may come to; for ``matches.offers.guests``."""
    entries = Entry.objects.filter(player=OuterRef("pk"))
    still = Q(event__stage__in=GOING_ON, status__in=(Status.INVITED, Status.APPLIED, Status.WAITING, Status.ENTERED))
    return Exists(entries.filter(still | Q(number__isnull=False)))


@EVENT.transaction_with_retry
def _withdraw(
    known: Entry,
    *,
    by: User | None,
    reason: str,
    for_good: bool = False,
    is_no_show: bool = False,
    is_told: bool = True,
    keeps_place: bool = True,
) -> Entry:
    event = EVENT.lock(known.event_id)
    entry = entry_in(event, known)
    to = Status.REFUSED if for_good else Status.WITHDRAWN
    if entry.status == to or (entry.status in Entry.LEFT and not for_good):
        return entry
    if event.stage in (Stage.FINISHED, Stage.CANCELLED):
        raise TournamentRefused(_("This event is over, so you can’t withdraw."), status=409)
    is_own = by is not None and by.pk == entry.player_id
    if by is not None and not is_own and not reason:
        raise TournamentRefused(_("Give a reason: players see it in the log."), "reason")
    was, entry.status, entry.is_no_show = entry.status, to, is_no_show
    if was == Status.ENTERED and event.is_begun and entry.number is not None:
        entry.gone_from = coming_round(event)
    entry.save()
    if was == Status.ENTERED:
        _gone(event, entry, by=by, reason=reason, keeps_place=keeps_place)
        if not is_own and is_told:
            entry_mails.withdrawn(entry, reason)
    elif was == Status.WAITING:
        note(
            event,
            Kind.ENTRY,
            say("%(name)s left the waiting list.", name=entry.shown_name),
            by=by,
            reason=reason,
            entry=entry,
        )
    return entry


def _gone(event: Event, entry: Entry, *, by: User | None, reason: str, keeps_place: bool) -> None:
    """Do what follows for the other players when one who was in leaves."""
    words = _out(event, entry, is_own=by is not None and by.pk == entry.player_id)
    note(event, Kind.ENTRY, words, by=by, reason=reason, entry=entry)
    if not event.is_begun:
        waiting_list.fill(event)
        move_up.move_up(event, entry)
    elif entry.number is not None:
        event.rules.player_left(event, entry, keeps_place=keeps_place)


def _out(event: Event, entry: Entry, *, is_own: bool) -> Text:
    name = entry.shown_name
    if entry.gone_from and not event.rules.why_not.come_back:
        message = noop("%(name)s withdrew from round %(round)s on.")
        if not is_own:
            message = noop("%(name)s was withdrawn from round %(round)s on.")
        return say(message, name=name, round=entry.gone_from)
    return say("%(name)s withdrew.", name=name) if is_own else say("%(name)s was withdrawn.", name=name)
