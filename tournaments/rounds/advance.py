"""Advancing an event: a round that is done is closed, and the next one begins when its turn comes."""

from __future__ import annotations

from i18n.text import say
from timekeeping import clock
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.models import Event, Round

from . import organiser_causes, pairing_job, publish
from . import round_causes as round_mails
from .dates import break_until, not_before
from .drafts import store

Stage, Work = Round.Stage, Round.Work


def advance_locked(event_id: int) -> None:
    """Let the event continue as far as it can. Raises ``TournamentRefused``.

    Idempotent, and safe to call from two processes at once.
    """
    EVENT.run(event_id, advance)


def advance(event: Event) -> None:
    """Let the event continue as far as it can, with the event locked. Raises ``TournamentRefused``."""
    if event.stage != Event.Stage.RUNNING:
        return
    running = list(event.round_set.filter(stage=Stage.RUNNING).order_by("number"))
    # A round that was closed, and runs again for a player who starts over in it, holds up no other.
    open_rounds = sum(not _closed(event, round) and round.closed_at is None for round in running)
    last = pairing_job.last_published(event)
    number = last.number + 1 if last else 1
    if not event.is_over_time:
        publish.start_ready_matches(event)
    if number <= event.rounds and not event.is_over_time:
        _begin_next(event, number, event.rules.last_to_begin(event, number, open_rounds))
    elif last is not None and not open_rounds:
        organiser_causes.last_round_done(last)


def _closed(event: Event, round: Round) -> bool:
    """Close the round if everything in it is decided; return whether it is closed."""
    if round.pairings.filter(decided_at=None).exists():
        return False
    round.stage, round.closed_at = Stage.CLOSED, clock.now()
    round.save(update_fields=["stage", "closed_at"])
    event.rules.round_closed(round)
    note(
        event,
        Kind.ROUND,
        say("Round %(round)s is closed: all its results are known.", round=round.number),
        round_number=round.number,
    )
    _tell_of_break(event, round.number + 1)
    return True


def _tell_of_break(event: Event, number: int) -> None:
    start = not_before(event, number) if break_until(event, number) else None
    is_last = number > event.rounds or (start is not None and event.ends_at is not None and start >= event.ends_at)
    if start is not None and start > clock.now() and not is_last:
        round_mails.break_begins(event, number)


def _begin_next(event: Event, first: int, last: int) -> None:
    """Begin these rounds, each as soon as the one before has begun."""
    for number in range(first, min(last, event.rounds) + 1):
        if not _begin(event, number):
            return


def _begin(event: Event, number: int) -> bool:
    """Begin the round if its time has come, once it is paired; return whether it runs now."""
    moment = not_before(event, number)
    if moment is not None and moment > clock.now():
        return False
    round = event.round_set.filter(number=number).first()
    if round is None or (not event.rules.draws_ahead and round.work == Work.NONE):
        pairing_job.ask_in(event, number)
    elif round.work == Work.DONE and not publish.is_being_undone(round):
        round.event = event
        if publish.publishes_itself(event, round) and _is_out_of_date(event, round):
            pairing_job.ask_in(event, number)
        else:
            publish.next_of(event, round)
    return round is not None and round.stage == Stage.RUNNING


def _is_out_of_date(event: Event, round: Round) -> bool:
    return bool(event.rules.reasons_not_to_publish(event, round, store.read_draft(round)))
