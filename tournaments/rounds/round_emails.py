"""Emails about rounds, to their players and to the organisers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from competition.history import Code
from i18n import dates
from i18n.text import listed
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.outbox.registry import MailKind
from mail.preferences.unsubscribe import TURNS
from matches.mails import moments
from matches.match_view.match_context import MatchContext
from timekeeping import clock
from tournaments.locking.season import is_played_out, season_of
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.permissions import entry_links
from tournaments.permissions.clubs import may_run
from tournaments.permissions.events import may_organise
from tournaments.rounds.dates import not_before

from . import requested_byes
from .organiser_causes import DRAFTED, DUE, FAILED, LAST_DONE, NOT_BEGUN

BYES = {
    Code.FULL_BYE: gettext_noop("You’re not playing this round and get the points of a win."),
    Code.HALF_BYE: gettext_noop("You’re not playing this round and get the points of a draw."),
    Code.ZERO_BYE: gettext_noop("You’re not paired this round."),
}


def event_paired(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell a player the pairing; moot if the round was taken back or the match is over.

    It is also moot if it is the player's turn by now, which another email says.
    """
    pairing = _pairing(mail)
    if pairing is None:
        return None
    if pairing.black is None:
        return {**_round(pairing.round, reader), "bye": _bye(pairing)}
    context = _match_context(pairing, mail, reader)
    if context is None or context.match.is_over or context.own.asked_turn is not None:
        return None
    return {
        **context.context(),
        **_round(pairing.round, reader),
        **context.watching(),
        "begins": context.begins,
        "further": pairing.further,
    }


def event_extended(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell a player of more time; moot once the match is decided."""
    pairing = _pairing(mail)
    if pairing is None or pairing.decided_at is not None:
        return None
    context = _match_context(pairing, mail, reader)
    if context is None or context.match.is_over:
        return None
    opponents = listed([seat.name for seat in context.others])
    play_url = context.turn_url()
    match_url = "" if context.is_guests else settings.SITE_URL + context.match.get_absolute_url()
    was = mail.context.get("was", "")
    return {
        **_round(pairing.round, reader),
        "match_url": match_url,
        "opponents": opponents,
        "play_url": play_url,
        "was": moments.moment(datetime.fromisoformat(was)) if was else "",
        "reason": mail.context.get("reason", ""),
    }


def event_break(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell a player of the break; moot once the round has begun or can't be missed any more.

    It is also moot if the player misses it or has left.
    """
    number = mail.context["number"]
    entries = Entry.objects.filter(status=Entry.Status.ENTERED).exclude(absences__round_number=number)
    entry = entries.select_related("event", "player").filter(pk=mail.context["entry"]).first()
    if entry is None or entry.player is None:
        return None
    event = entry.event
    start = not_before(event, number)
    if number not in requested_byes.open_rounds(event) or start is None or start <= clock.now():
        return None
    return {
        **_event(event, reader),
        "number": number,
        "start": moments.moment(start),
        "start_day": dates.day(timezone.localdate(start)),
        "url": entry_links.entry_url(event, entry.player),
    }


def event_drawn(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell both players how a cup continues after a draw; moot if organisers decided otherwise.

    It is also moot if the further match is over.
    """
    pairing = _pairing(mail)
    if pairing is None:
        return None
    further = mail.context["further"]
    is_out_of_date = pairing.through is None if not further else pairing.further != further or pairing.decided_at
    entry = next((each for each in (pairing.white, pairing.black) if each and each.pk == mail.context["entry"]), None)
    if is_out_of_date or entry is None or pairing.black is None:
        return None
    opponent = pairing.black if entry.pk == pairing.white_id else pairing.white
    return {
        **_round(pairing.round, reader),
        "opponent": opponent.shown_name,
        "further": further,
        "goes_on": pairing.through_id == entry.pk,
        "why": pairing.through_words,
    }


def event_organising(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell organisers what a round needs; moot once done, or for readers who no longer organise the event."""
    event = Event.objects.filter(pk=mail.context["event"]).first()
    if event is None or reader.user is None or not may_organise(reader.user, event):
        return None
    round = Round.objects.select_related("event").filter(pk=mail.context["round"]).first()
    what: str = mail.context["what"]
    if _is_done(what, event, round):
        return None
    season = season_of(event) if what == LAST_DONE else None
    if season is not None and not (is_played_out(season) and may_run(reader.user, season.league.club)):
        return None
    manage = f"{settings.SITE_URL}{(season or event).get_absolute_url()}manage/"
    return {
        "event": event,
        "season": season,
        "round": round,
        "what": what,
        "waiting": _waiting(round) if round is not None and what == DUE else 0,
        "url": f"{manage}rounds/{round.number}/" if round is not None and what != LAST_DONE else manage,
    }


def _is_done(what: str, event: Event, round: Round | None) -> bool:
    if what == NOT_BEGUN:
        return event.stage != Event.Stage.REGISTRATION
    if event.stage != Event.Stage.RUNNING or round is None:
        return True
    if what == DRAFTED:
        return round.stage != Round.Stage.DRAFT or round.work != Round.Work.DONE
    if what == FAILED:
        return round.work != Round.Work.FAILED
    return what == DUE and round.stage != Round.Stage.RUNNING


def _waiting(round: Round) -> int:
    return round.pairings.filter(decided_at=None).count()


def _pairing(mail: OutboxMail) -> Pairing | None:
    rows = Pairing.objects.select_related("round__event", "match", "white__player", "black__player")
    published = rows.exclude(round__stage=Round.Stage.DRAFT).filter(round__event__stage=Event.Stage.RUNNING)
    return published.filter(pk=mail.context["pairing"]).first()


def _bye(pairing: Pairing) -> str:
    code = Code(pairing.white_code)
    is_left_over = code is Code.PAIRING_BYE
    return _(pairing.round.event.rules.round_words.no_opponent if is_left_over else BYES[code])


def _match_context(pairing: Pairing, mail: OutboxMail, reader: Recipient) -> MatchContext | None:
    return None if mail.match is None or mail.match_id != pairing.match_id else MatchContext.of(mail, reader)


def _event(event: Event, reader: Recipient) -> dict[str, Any]:
    is_shut = reader.user is not None and reader.user.is_guest and not event.is_public
    return {"event": event, "event_url": "" if is_shut else settings.SITE_URL + event.get_absolute_url()}


def _round(round: Round, reader: Recipient) -> dict[str, Any]:
    return {
        **_event(round.event, reader),
        "round": round,
        "due": moments.moment(round.due_at) if round.due_at else "",
        "due_day": dates.day(timezone.localdate(round.due_at)) if round.due_at else "",
    }


KINDS: Mapping[str, MailKind] = {
    "event_paired": MailKind(event_paired, may_wait=True, stopped_by=TURNS),
    "event_extended": MailKind(event_extended, may_wait=True, stopped_by=TURNS),
    "event_drawn": MailKind(event_drawn, may_wait=True, stopped_by=TURNS),
    "event_break": MailKind(event_break, may_wait=True, stopped_by=TURNS),
    "event_organising": MailKind(event_organising, for_hosts=True),
}
