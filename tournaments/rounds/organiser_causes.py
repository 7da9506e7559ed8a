"""Emails to an event's organisers: something waits for them, or went wrong.

Each is queued once, in the transaction of its cause. What holds up everyone is urgent: organisers are told at once,
except those who want no such email. Everything else waits for the daily email
(``tournaments.decisions.digest_schedule``) of those who have one.
"""

from __future__ import annotations

from mail.outbox.queue import queue_mail
from tournaments.locking.season import is_played_out, season_of
from tournaments.models import Event, Round
from tournaments.permissions import organisers

KIND = "event_organising"
DRAFTED, DUE, FAILED, LAST_DONE, NOT_BEGUN = "drafted", "due", "failed", "last_done", "not_begun"
URGENT = frozenset({DRAFTED, FAILED, NOT_BEGUN})


def round_drafted(round: Round) -> None:
    """Queue "a draft is ready to publish"."""
    _tell(round.event, DRAFTED, f"{round.pk}:{round.work_key or 'schedule'}", round)


def round_due(round: Round) -> None:
    """Queue "the round's time is over, but not all its matches"."""
    due = round.due_at.isoformat() if round.due_at else ""
    _tell(round.event, DUE, f"{round.pk}:{due}", round)


def pairing_failed(round: Round) -> None:
    _tell(round.event, FAILED, f"{round.pk}:{round.work_key}", round)


def last_round_done(round: Round) -> None:
    """Queue "all rounds are closed: end the event". For a season, the last division to finish tells for all.

    If two finish at the same moment neither knows of the other, and the next sweep tells; the season isn't locked for
    it, since whoever has locked it may be waiting for this very event.
    """
    season = season_of(round.event)
    if season is None:
        _tell(round.event, LAST_DONE, str(round.pk), round)
    elif is_played_out(season):
        _tell(round.event, LAST_DONE, f"season-{season.pk}", round)


def not_begun(event: Event) -> None:
    """Queue "the event should have started, and can't"."""
    when = event.starts_at.isoformat() if event.starts_at else ""
    _tell(event, NOT_BEGUN, f"{event.pk}:{when}")


def _tell(event: Event, what: str, once: str, round: Round | None = None) -> None:
    context = {"event": event.pk, "what": what, "round": round.pk if round else None, "thread": f"event-{event.pk}"}
    for organiser in organisers.told_at_once(event, is_urgent=what in URGENT):
        queue_mail(KIND, user=organiser, context=context, key=f"{KIND}:{what}:{once}:{organiser.pk}")
