"""The sweep of events, each minute: it does whatever is due, and whatever a process that died left undone.

A server that was down loses nothing: each step finds its work by what is stored, however late it is. Two sweepers at
once do the work of one, since every change is made with the event locked and first checks whether it is still to be
made.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from timekeeping import clock

from .clocks import all_clocks
from .decisions import digest_schedule, inbox
from .entries import check_in, waiting_list
from .entries.replacements import vacancies
from .events import start
from .events.dates import unfinished
from .events.ending import finish
from .files.archives.imports import job, uploads
from .locking.refused import TournamentRefused
from .models import Event, Round
from .rounds import advance, annul_matches, extend, organiser_causes, pairing_job, publish, sealed
from .rounds.results import match_finished
from .seasons import finish as season_finish
from .seasons import registration_reminder
from .weekly import close, weeks
from .weekly import results as weekly_results

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Swept:
    begun: int = 0
    paired: int = 0
    matches: int = 0
    results: int = 0
    annulled: int = 0

    def __str__(self) -> str:
        return (
            f"{self.begun} events begun, {self.paired} rounds paired, {self.matches} matches made, "
            f"{self.results} results taken over, {self.annulled} matches annulled"
        )


def sweep_events() -> Swept:
    _done(lambda: check_in.ask_due(clock.now()))
    _done(waiting_list.fill_all)
    _done(registration_reminder.remind_due)
    begun = _done(begin_due)
    _done(finish.settle_due)
    _done(season_finish.settle_due)
    annulled = _done(annul_matches.annul_left_over)
    _done(unfinished.work_off)
    _done(all_clocks.work_off)
    taken = _done(match_finished.record_missed_results)
    _done(sealed.unseal)
    _done(lambda: weeks.fix_coming(clock.now()))
    _done(weekly_results.take_missed)
    _done(lambda: close.close_due(clock.now()))
    _done(look_at_due_rounds)
    _done(vacancies.sweep_vacancies)
    _done(advance_events)
    _done(uploads.forget_old)
    paired = _done(pairing_job.take_up_again)
    matches = _done(publish.take_up_again)
    _done(inbox.count_all)
    _done(digest_schedule.send_due)
    _done(job.take_up_again)  # last, as it takes long
    return Swept(begun, paired, matches, taken, annulled)


def _done(step: Callable[[], object]) -> int:
    """Do a step of the sweep; return how much it did, if it says so."""
    try:
        done = step()
    except Exception:  # whatever is wrong with one step must not keep the others from being done
        log.exception("a step of the sweep failed")
        return 0
    return done if isinstance(done, int) else 0


def begin_due() -> int:
    """Begin the events whose hour has come, and tell the organisers of those that can't; return how many began."""
    due = Event.objects.filter(stage=Event.Stage.REGISTRATION, starts_at__lte=clock.now()).order_by("starts_at")
    now = clock.now()
    return sum(_begin(event) for event in list(due) if not check_in.is_awaited(event, now))


def look_at_due_rounds() -> None:
    due = Round.objects.filter(
        stage=Round.Stage.RUNNING,
        event__stage=Event.Stage.RUNNING,
        due_at__lte=clock.now(),
        overdue_told_at=None,
        pairings__decided_at=None,
    )
    _each(due.order_by("due_at").values_list("pk", flat=True).distinct(), extend.on_round_due)


def advance_events() -> None:
    """Close what is done and begin what comes next, in every running event."""
    _each(Event.objects.filter(stage=Event.Stage.RUNNING).values_list("pk", flat=True), advance.advance_locked)


def _begin(event: Event) -> bool:
    try:
        return start.begin(event).is_begun
    except TournamentRefused as refused:
        log.info("%s could not begin: %s", event, refused)
        organiser_causes.not_begun(event)
    except Exception:  # one event that cannot begin, for whatever reason, must not hold up the others
        log.exception("%s could not begin", event)
    return False


def _each(ids: Iterable[int], act: Callable[[int], None]) -> None:
    for pk in list(ids):
        try:
            act(pk)
        except TournamentRefused as refused:
            log.warning("%s of %s: %s", act.__name__, pk, refused)
        except Exception:  # one event that cannot be looked after must not hold up the others
            log.exception("%s of %s failed", act.__name__, pk)
