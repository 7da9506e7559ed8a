"""Pairing rounds by a worker, never in a request.

A job has a key. A worker stops when a later job has taken its place. A pairing is stored only if it still fits: if
someone came or left meanwhile, the round is paired again.
"""

from __future__ import annotations

import logging
import secrets
import time
from datetime import timedelta
from functools import partial

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from competition.history import History
from competition.pairing.dutch import NoLegalPairing
from i18n.text import noop, say
from jobs.broker import Job, broker
from timekeeping import clock
from tournaments.locking import organiser_reason
from tournaments.locking.kept import mark_changed
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Round
from tournaments.standings.history import history_of

from . import organiser_causes, publish
from .dates import not_before
from .drafts import store
from .drafts.draft import Slots, ToDraw

log = logging.getLogger(__name__)

PAIR_ROUND = Job[int, str]("tournaments.tasks.pair_round")
STUCK = timedelta(minutes=15)  # a worker that has been pairing for so long has died
SITES_FAULT = noop("The site failed to pair it; its host can find the reason in the log. Ask for the pairing again.")
Work, Stage = Round.Work, Round.Stage


class Superseded(Exception):
    """Raised if the round was asked for again meanwhile, or no longer exists."""


# -- asking --------------------------------------------------------------------------------------------------------


@EVENT.transaction_with_retry
def ask_for_pairing(
    event: Event, number: int, *, by: User | None = None, reason: str = "", keep: bool = False
) -> Round:
    """Have the round paired, or paired again.

    ``keep``: pairs and byes made by hand stay, and the others are paired around them. Raises ``TournamentRefused``.
    """
    event = EVENT.lock(event.pk)
    _refuse_unless_next(event, number)
    is_drafted = event.round_set.filter(number=number, pairings__isnull=False).exists()
    reason = organiser_reason.checked(reason, by if is_drafted else None)
    round = ask_in(event, number)
    if not keep:
        round.pairings.update(is_by_hand=False)
    if by is not None:
        words = event.rules.round_words
        asked = say(words.asked_around if keep else words.asked, round=number)
        note(event, Kind.PAIRING, asked, by=by, reason=reason, round_number=number)
    return round


def ask_in(event: Event, number: int) -> Round:
    """Have the round paired without an organiser, with the event locked."""
    round = event.round_set.filter(number=number).first() or Round(event=event, number=number)
    _refuse_if_published(round)
    if round.pk and publish.is_being_undone(round):
        raise TournamentRefused(_(publish.UNDOING), status=409)
    return queue(event, round)


def queue(event: Event, round: Round) -> Round:
    """Have a worker pair this round, with the event locked."""
    round.event = event
    round.starts_at = not_before(event, round.number)
    round.work, round.work_key = Work.QUEUED, secrets.token_hex(16)
    round.asked_at, round.progress, round.failure = clock.now(), 0, ""
    round.save()
    mark_changed(event.pk)
    transaction.on_commit(partial(broker.ask_soon, PAIR_ROUND, round.pk, round.work_key))
    return round


def last_published(event: Event) -> Round | None:
    return event.round_set.exclude(stage=Stage.DRAFT).order_by("-number").first()


def _refuse_unless_next(event: Event, number: int) -> None:
    if event.stage != Event.Stage.RUNNING:
        raise TournamentRefused(_("You can only pair rounds while the event is running."), status=409)
    if number > event.rounds:
        raise TournamentRefused(_("This event has %(rounds)s rounds.") % {"rounds": event.rounds}, status=409)
    last = event.round_set.exclude(stage=Stage.DRAFT).aggregate(last=Max("number"))["last"] or 0
    if number <= last:
        raise TournamentRefused(_("Round %(round)s is published.") % {"round": number}, status=409)
    if number > last + 1 and not event.rules.draws_ahead:
        raise TournamentRefused(_("Round %(round)s comes first.") % {"round": last + 1}, status=409)
    if not event.rules.draws_ahead and event.round_set.filter(stage=Stage.RUNNING).exists():
        raise TournamentRefused(
            _("Round %(round)s is still running. The next one is paired when all its results are known.")
            % {"round": last},
            status=409,
        )


def _refuse_if_published(round: Round) -> None:
    if round.stage != Stage.DRAFT:
        raise TournamentRefused(_("Round %(round)s is published.") % {"round": round.number}, status=409)


# -- working -------------------------------------------------------------------------------------------------------


def work(round_id: int, key: str) -> bool:
    """Pair the round asked for under this key; return whether this call did it.

    If several workers try at once, only one succeeds. If the event is set up that way, the round is published, too.
    """
    queued = Round.objects.filter(pk=round_id, work=Work.QUEUED, work_key=key, stage=Stage.DRAFT)
    if not queued.update(work=Work.RUNNING, progress=0, asked_at=clock.now()):
        return False
    try:
        _pair(Round.objects.select_related("event").get(pk=round_id), key)
    except Superseded:
        return False
    except NoLegalPairing as error:
        _fail(round_id, key, error.args[0])
    except TournamentRefused as refused:
        log.info("round %s could not be stored now (%s); the sweep will see to it", round_id, refused)
        Round.objects.filter(pk=round_id, work=Work.RUNNING, work_key=key).update(work=Work.QUEUED)
        return False
    except (OperationalError, InterfaceError):  # the database's trouble, not this round's; the sweep begins again
        raise
    except Exception:  # whatever it is, the organisers must hear that there is no pairing
        log.exception("round %s could not be paired", round_id)
        _fail(round_id, key, say(SITES_FAULT))
    return True


def take_up_again() -> int:
    """Pair the rounds that no worker took, or whose worker died; return how many."""
    asked = Round.objects.filter(stage=Stage.DRAFT, event__stage=Event.Stage.RUNNING)
    asked.filter(work=Work.RUNNING, asked_at__lt=clock.now() - STUCK).update(work=Work.QUEUED)
    waiting = list(asked.filter(work=Work.QUEUED).order_by("asked_at").values_list("pk", "work_key"))
    return sum(work(round_id, key) for round_id, key in waiting)


def _pair(round: Round, key: str) -> None:
    event, number = round.event, round.number
    history = history_of(event, number - 1, coming=number)
    ids = {entry_number: pk for pk, entry_number in store.numbers_of(event).items()}
    kept = tuple(slot for slot in store.read_draft(round) if slot.by_hand)
    slots, free = event.rules.draw(ToDraw(event, number, history, kept, ids, _Reporter(round.pk, key)))
    _store(event, round_id=round.pk, key=key, history=history, slots=slots, free=free)
    publish.make_matches(round.pk)


@EVENT.transaction_with_retry
def _store(event: Event, *, round_id: int, key: str, history: History, slots: Slots, free: Slots) -> None:
    event = EVENT.lock(event.pk)
    round = event.round_set.filter(pk=round_id, work_key=key, work=Work.RUNNING, stage=Stage.DRAFT).first()
    if round is None or event.stage != Event.Stage.RUNNING:
        raise Superseded
    if publish.is_being_undone(round):
        raise TournamentRefused(_(publish.UNDOING), status=409)
    if history_of(event, round.number - 1, coming=round.number) != history:
        ask_in(event, round.number)
        return
    store.store(round, slots)
    round.proposed = [
        [*slot.players] if slot.is_table else [slot.white, slot.black]
        for slot in free
        if not slot.is_bye or slot.is_allocated_bye
    ]
    round.work, round.progress, round.paired_at = Work.DONE, 100, clock.now()
    round.save(update_fields=["proposed", "work", "progress", "paired_at"])
    note(event, Kind.PAIRING, say(event.rules.round_words.drawn, round=round.number), round_number=round.number)
    publish.next_of(event, round)


def _fail(round_id: int, key: str, why: str) -> None:
    _note_failure(Round.objects.select_related("event").get(pk=round_id), key, why)


@EVENT.transaction_with_retry
def _note_failure(round: Round, key: str, why: str) -> None:
    event = EVENT.lock(round.event_id)
    mine = event.round_set.filter(pk=round.pk, work_key=key)
    if mine.update(work=Work.FAILED, failure=why, proposed=[]):
        words = say(event.rules.round_words.failed, round=round.number, why=why)
        kind = Kind.APART if event.forbidden_pairs.exists() else Kind.PAIRING  # the sentence may name such pairs
        note(event, kind, words, round_number=round.number)
        organiser_causes.pairing_failed(round)


class _Reporter:
    """The progress of a pairing, stored at most once a second; a pairing that has been superseded is stopped."""

    def __init__(self, round_id: int, key: str) -> None:
        self.mine = Round.objects.filter(pk=round_id, work_key=key, work=Work.RUNNING)
        self.told_at = time.monotonic()

    def __call__(self, share: float) -> None:
        if time.monotonic() - self.told_at < 1:
            return
        self.told_at = time.monotonic()
        if not self.mine.update(progress=min(99, int(100 * share))):
            raise Superseded
