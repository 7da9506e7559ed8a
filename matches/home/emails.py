"""Emails about several matches: the digest, reminders, and what is left after the site was restored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings
from django.db.models import F, Prefetch, QuerySet
from django.urls import reverse

from accounts.models import TurnMail
from engine.values import Decision
from i18n.text import listed, say
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from matches.mails import moments
from matches.mails import tokens as link_tokens
from matches.match_view.clock_words import VacationLeft, clock_of, told_outages
from matches.match_view.match_context import MatchContext, examples, replies_to
from matches.match_view.recent_turns import as_shown, since_own_turn
from matches.models import Match, Outage, Reminder, Seat
from matches.record.names import match_and_others, named, names_in
from matches.time_control.words import span
from timekeeping import clock

MOST_LISTED = 30


# -- the digest and reminders ----------------------------------------------------------------------------------------


def digest(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:  # noqa: ARG001 (it is about all that waits)
    """List the turns that wait, the one whose time ends first at the top, those with paused clocks last.

    Moot if nothing waits, and for a reader who no longer wants it.
    """
    if reader.user is None or reader.user.turn_mail != TurnMail.DIGEST:
        return None
    asked = Seat.objects.filter(player=reader.user, finished_at=None, asked_turn__isnull=False)
    waiting = list(_with_matches(asked).order_by(F("deadline").asc(nulls_last=True), "pk"))
    return _listing(waiting, reader) if waiting else None


def reminder(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Remind of turns.

    Moot once all of them are played. A reminder of one match belongs to the thread of that match.
    """
    if reader.user is None:
        return None
    waiting = _reminded_of(mail, reader)
    if not waiting:
        return None
    _file(mail, waiting[0].match if len(waiting) == 1 else None)
    return _listing(waiting, reader) if mail.match is None else _of_one(waiting[0], mail, reader)


def _of_one(seat: Seat, mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Return the match with its board, as the email that announced the turn showed it."""
    context = MatchContext.of(mail, reader)
    if context is None:
        return None
    has_run_out = seat.deadline is not None and seat.deadline <= context.now
    return context.shown(**as_shown(context, since_own_turn(context)), has_run_out=has_run_out)


def _with_matches(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    everybody = Prefetch("match__seats", Seat.objects.select_related("player"))
    return seats.select_related("match__vacation_pool", "player").prefetch_related(everybody)


def _listing(waiting: Sequence[Seat], reader: Recipient) -> dict[str, Any]:
    """Return an entry with a link for each of the turns, as far as there is room, and how to answer.

    ``waiting`` are ``_with_matches``, in the order in which they are shown.
    """
    seats, left = waiting[:MOST_LISTED], VacationLeft(clock.now())
    tokens = link_tokens.mint_turns(seats)
    return {
        "entries": [_entry(seat, left, link_tokens.link_url(token)) for seat, token in zip(seats, tokens, strict=True)],
        "count": len(waiting),
        "more": len(waiting) - len(seats),
        "outages": told_outages(seats),
        "matches_url": _matches_url(reader),
        **_replying(waiting),
    }


def _matches_url(reader: Recipient) -> str:
    is_guest = reader.user is not None and reader.user.is_guest
    return "" if is_guest else settings.SITE_URL + reverse("matches:list")


def _replying(seats: Sequence[Seat]) -> dict[str, Any]:
    """Return how to answer by email, which is possible if it is clear which match is meant."""
    if len(seats) > 1 or not settings.REPLY_DOMAIN:
        return {}
    (seat,) = seats
    state = seat.match.loaded_state
    others = [other for other in seat.match.seats.all() if other.pk != seat.pk]
    (example,) = examples(seat.match.game, state, seat.index, 1)
    decision = _decision(seat)
    token = link_tokens.mint_reply(seat.match, seat)
    draft = named(seat.match.game.draft(state, seat.index, example), names_in(seat.match.game, seat.match.seats.all()))
    return {
        "reply_to": replies_to(others, token),
        "example": example,
        "example_words": draft.words,
        "decision": decision,
    }


def _entry(seat: Seat, left: VacationLeft, url: str) -> dict[str, Any]:
    match = seat.match
    others = [other for other in match.seats.all() if other.pk != seat.pk]
    return {
        "name": match_and_others(match, others),
        "occasion": match.occasion,
        "opponents": "" if match.game.together else listed([other.name for other in others]),
        "ask": _decision(seat).ask,
        "time": span(seat.deadline - left.now) if seat.deadline is not None and seat.deadline > left.now else "",
        "has_run_out": seat.deadline is not None and seat.deadline <= left.now,
        **clock_of(match, seat, match.loaded_state, left),
        "url": url,
    }


def _decision(seat: Seat) -> Decision:
    match = seat.match
    return named(match.game.decision(match.loaded_state, seat.index), names_in(match.game, match.seats.all()))


def _reminded_of(mail: OutboxMail, reader: Recipient) -> list[Seat]:
    """Return each seat to remind of once, the one whose time ends first at the front.

    Left out are seats that are no longer asked for that turn, and stopped clocks. A seat whose time is over stays: an
    outage may be given back, and no one is reminded of the same again.
    """
    reminders = Reminder.objects.filter(pk__in=mail.context["reminders"], number=F("seat__asked_turn"))
    seats = Seat.objects.filter(pk__in=reminders.values("seat"), player=reader.user, stopped="")
    return list(_with_matches(seats).order_by("deadline", "pk"))


def _file(mail: OutboxMail, match: Match | None) -> None:
    """Put the email into the thread of that match, or into none."""
    if mail.match != match:
        mail.match = match
        mail.save(update_fields=["match"])


# -- after the site was restored -----------------------------------------------------------------------------------


def restored(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """List each running match, those with the reader's turn first. Readers without a match organise something."""
    outage = Outage.objects.filter(pk=mail.context["outage"]).first()
    if outage is None or reader.user is None:
        return None
    running = Seat.objects.filter(player=reader.user, finished_at=None)
    soonest = F("asked_turn").asc(nulls_last=True), F("deadline").asc(nulls_last=True)
    seats = list(_with_matches(running).order_by(*soonest, "pk"))
    shown = seats[:MOST_LISTED]
    return {
        "began": moments.moment(outage.began_at),
        "ended": moments.moment(outage.ended_at),
        "entries": list(_entries(shown)),
        "more": len(seats) - len(shown),
        **(_replying(seats) if [seat.asked_turn is not None for seat in seats] == [True] else {}),
        "matches_url": _matches_url(reader),
    }


def _entries(seats: list[Seat]) -> Iterator[dict[str, Any]]:
    asked = [seat for seat in seats if seat.asked_turn is not None]
    urls = {
        seat.pk: link_tokens.link_url(token) for seat, token in zip(asked, link_tokens.mint_turns(asked), strict=True)
    }
    left = VacationLeft(clock.now())
    for seat in seats:
        yield {**_as_it_stands(seat), **(_entry(seat, left, urls[seat.pk]) if seat.pk in urls else {})}


def _as_it_stands(seat: Seat) -> dict[str, Any]:
    match = seat.match
    view = match.game.view(match.loaded_state, seat.index)
    others = [other for other in match.seats.all() if other.pk != seat.pk]
    to_move = [other.name for other in others if other.asked_turn is not None]
    return {
        "name": match_and_others(match, others),
        "occasion": match.occasion,
        "ask": say("%(names)s to move.", names=listed(to_move)) if to_move else "",
        "last_turn": moments.moment(match.last_turn_at) if match.next_number > 1 and match.log_length else "",
        "board": match.game.text_board(named(view, names_in(match.game, match.seats.all()))).strip("\n"),
    }
