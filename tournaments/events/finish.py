"""An organiser ends an event, or calls it off. Each is one transaction and stands in the event's log."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import say
from jobs import clock
from jobs.broker import broker
from tournaments.drafts import store
from tournaments.gate import organiser_reason
from tournaments.gate.locks import EVENT
from tournaments.gate.log import Kind, note
from tournaments.gate.refused import Refused
from tournaments.mails.queue import rounds
from tournaments.models import Event, Round
from tournaments.rounds import annul_matches
from tournaments.seasons.replacements import vacancies


@EVENT.locked
def end(event: Event, *, by: User, reason: str = "") -> Event:
    """The event is over, and its table final. Asking twice does it once. Raises ``Refused``."""
    if event.stage == Event.Stage.FINISHED:
        return event
    if event.stage != Event.Stage.RUNNING:
        raise Refused(_("Only a running event can end."), status=409)
    running = event.round_set.filter(stage=Round.Stage.RUNNING).first()
    if running is not None:
        raise Refused(
            _("Round %(round)s is still running: adjudicate its matches first.") % {"round": running.number}, status=409
        )
    closed = event.round_set.filter(stage=Round.Stage.CLOSED).count()
    is_early = closed < event.rounds
    reason = organiser_reason.checked(reason, by if is_early else None)
    _over(event, Event.Stage.FINISHED)
    early = say("The event was ended after %(closed)s of %(rounds)s rounds.", closed=closed, rounds=event.rounds)
    words = early if is_early else say("The event was ended.")
    note(event, Kind.EVENT, words, by=by, reason=reason)
    return event


def cancel(event: Event, *, by: User, reason: str) -> Event:
    """Call the event off: what is still being played is annulled. Asking twice does it once. Raises ``Refused``."""
    called_off = _cancel(event, by=by, reason=reason)
    annul_matches.annul_left_over(event.pk, annul_matches.AT_ONCE)
    return called_off


@EVENT.locked
def _cancel(event: Event, *, by: User, reason: str) -> Event:
    if event.stage == Event.Stage.CANCELLED:
        return event
    if event.stage == Event.Stage.FINISHED:
        raise Refused(_("This event is over, so you can’t call it off."), status=409)
    reason = organiser_reason.checked(reason, by)
    rounds.called_off(event, reason)
    event.was_draft = event.stage == Event.Stage.DRAFT
    _over(event, Event.Stage.CANCELLED)
    note(event, Kind.EVENT, say("The event was called off."), by=by, reason=reason)
    transaction.on_commit(partial(broker.ask, annul_matches.ANNUL_MATCHES, event.pk))
    return event


def _over(event: Event, stage: Event.Stage) -> None:
    store.droppable(event).delete()
    vacancies.close_all(event)
    event.stage, event.ended_at = stage, clock.now()
    event.save(update_fields=["stage", "ended_at", "was_draft"])
