"""How an organiser brings a round or an event to its end, or takes it back: more time, a published round withdrawn, the
event ended or called off. Each is one transaction and stands in the event's log."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import Text, say, say_many
from jobs import clock
from jobs.broker import Job, broker
from matches.clocks.time_control import DAY
from matches.gate import refused as match_refused
from matches.gate import rulings
from matches.models import Match, Turn
from matches.queries import standing
from tournaments import webhook_events
from tournaments.drafts import store
from tournaments.gate import organiser_reason
from tournaments.gate.locks import EVENT
from tournaments.gate.log import Kind, note
from tournaments.gate.refused import Refused
from tournaments.mails.queue import organisers, rounds
from tournaments.models import Event, Pairing, Round
from tournaments.seasons.replacements import vacancies

log = logging.getLogger(__name__)

ANNUL_MATCHES = Job[int]("tournaments.tasks.annul_matches")
MOST_DAYS = 60
AT_ONCE = 20  # matches annulled while their organiser waits; a worker sees to more
LEFT_OVER = Pairing.objects.filter(
    Q(round__event__stage=Event.Stage.CANCELLED) | Q(round__stage=Round.Stage.DRAFT),
    decided_at=None,
    match__status=Match.Status.RUNNING,
)


@EVENT.locked_for
def extend(
    event: Event, round: Round, days: int, *, by: User | None, reason: str = "", seen: str | None = None
) -> Round:
    """Give the round that many more days, from its end or, if that has passed, from now. ``seen`` is its end as the
    organiser saw it (``end_of``), so that it is not given twice. Raises ``Refused``."""
    round = _running(event, round.pk)
    if seen is not None and seen != end_of(round):
        raise Refused(
            _("The round’s end has changed since you looked. Check it, then send your change again."), status=409
        )
    if not 1 <= days <= MOST_DAYS:
        raise Refused(_("Give it 1 to %(most)s days.") % {"most": MOST_DAYS}, "days")
    reason = organiser_reason.checked(reason, by)
    _give_days(round, days * DAY)
    words = say_many(
        "Round %(round)s was given %(number)s more day.",
        "Round %(round)s was given %(number)s more days.",
        days,
        round=round.number,
    )
    note(event, Kind.ROUND, words, by=by, reason=reason, round_number=round.number)
    return round


def end_of(round: Round) -> str:
    """When the round is due, for ``seen``."""
    return round.due_at.isoformat() if round.due_at else ""


def on_round_due(round_id: int) -> None:
    """The round's time is over: do what the event has for that, once. Raises ``Refused``."""
    event_id = Round.objects.filter(pk=round_id).values_list("event", flat=True).get()
    EVENT.run(event_id, partial(_look_at_due, round_id=round_id))


def take_back(round: Round, *, by: User, reason: str) -> Round:
    """Make a published round a draft again, while no turn has been played in it. Its matches are annulled. Asking twice
    does it once. Raises ``Refused``."""
    taken_back = _take_back(round, by=by, reason=reason)
    annul_left_over(round.event_id, AT_ONCE)
    return taken_back


def why_it_stays(round: Round) -> str:
    """Why the published round cannot be taken back; "" where it can."""
    if standing(Turn.objects).filter(match__pairing__round=round, kind=Turn.Kind.PLAY).exists():
        return _("A turn has been played in round %(round)s, so you can’t take it back.") % {"round": round.number}
    known = Q(match__status=Match.Status.FINISHED) | Q(settled_by_hand=True)
    if round.event.is_swiss:  # elsewhere a match is decided, too, by somebody having left
        known |= Q(match=None, decided_at__isnull=False)
    known |= Q(further__gt=0)
    if round.pairings.filter(known, black__isnull=False).exists():
        return _("Round %(round)s has a result already, so you can’t take it back.") % {"round": round.number}
    return ""


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
    annul_left_over(event.pk, AT_ONCE)
    return called_off


# -- a round -------------------------------------------------------------------------------------------------------


def _running(event: Event, round_id: int) -> Round:
    round = event.round_set.filter(pk=round_id).first()
    if round is None:
        raise Refused(_("This round no longer exists."), status=404)
    if round.stage != Round.Stage.RUNNING or event.stage != Event.Stage.RUNNING:
        not_published, over = _("Round %(round)s is not published."), _("Round %(round)s is over.")
        state = not_published if round.stage == Round.Stage.DRAFT else over
        raise Refused(state % {"round": round.number}, status=409)
    round.event = event
    return round


def _give_days(round: Round, more: timedelta) -> None:
    now = clock.now()
    round.due_at = max(round.due_at or now, now) + more
    round.extended_at, round.overdue_told_at = now, None
    round.save(update_fields=["due_at", "extended_at", "overdue_told_at"])
    rounds.extended(round)


def _look_at_due(event: Event, *, round_id: int) -> None:
    round = event.round_set.filter(pk=round_id, stage=Round.Stage.RUNNING).first()
    now = clock.now()
    if round is None or round.due_at is None or round.due_at > now or event.stage != Event.Stage.RUNNING:
        return
    round.event = event
    if event.unfinished == Event.Unfinished.EXTEND and round.extended_at is None:
        _give_days(round, event.extension_days * DAY)
        words = say_many(
            "Round %(round)s wasn’t finished in time: it gets %(number)s more day, once.",
            "Round %(round)s wasn’t finished in time: it gets %(number)s more days, once.",
            event.extension_days,
            round=round.number,
        )
        note(event, Kind.ROUND, words, round_number=round.number)
    elif round.overdue_told_at is None:
        round.overdue_told_at = now
        round.save(update_fields=["overdue_told_at"])
        open_matches = round.pairings.filter(decided_at=None).count()
        note(event, Kind.ROUND, _time_is_over(event, round, open_matches), round_number=round.number)
        organisers.round_due(round)


def _time_is_over(event: Event, round: Round, open_matches: int) -> Text:
    if event.unfinished == Event.Unfinished.WAIT:
        return say_many(
            "The time for round %(round)s is up. It waits for %(number)s unfinished match.",
            "The time for round %(round)s is up. It waits for %(number)s unfinished matches.",
            open_matches,
            round=round.number,
        )
    return say_many(
        "The time for round %(round)s is up. An organiser adjudicates %(number)s unfinished match.",
        "The time for round %(round)s is up. An organiser adjudicates %(number)s unfinished matches.",
        open_matches,
        round=round.number,
    )


@EVENT.locked_for
def _take_back(event: Event, known: Round, *, by: User, reason: str) -> Round:
    round = event.round_set.filter(pk=known.pk).first()
    if round is not None and round.stage == Round.Stage.DRAFT and round.published_at is not None:
        return round
    round = _running(event, known.pk)
    reason = organiser_reason.checked(reason, by)
    pairings = round.pairings.select_for_update(no_key=True, of=("self",)).order_by("pk")
    held = Match.objects.filter(pk__in=[pairing.match_id for pairing in pairings if pairing.match_id])
    list(held.select_for_update(no_key=True).defer("state").order_by("pk"))
    if why := why_it_stays(round):
        raise Refused(why, status=409)
    round.pairings.filter(black=None).update(decided_at=None)
    round.stage, round.due_at, round.work = Round.Stage.DRAFT, None, Round.Work.DONE
    round.extended_at = round.overdue_told_at = None
    round.save(update_fields=["stage", "due_at", "work", "extended_at", "overdue_told_at"])
    words = say("Round %(round)s was taken back; it is a draft again.", round=round.number)
    note(event, Kind.ROUND, words, by=by, reason=reason, round_number=round.number)
    webhook_events.emit(event, webhook_events.WebhookEvent.TABLE_CHANGED)
    transaction.on_commit(partial(broker.ask, ANNUL_MATCHES, event.pk))
    return round


# -- the event -----------------------------------------------------------------------------------------------------


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
    transaction.on_commit(partial(broker.ask, ANNUL_MATCHES, event.pk))
    return event


def _over(event: Event, stage: Event.Stage) -> None:
    store.droppable(event).delete()
    vacancies.close_all(event)
    event.stage, event.ended_at = stage, clock.now()
    event.save(update_fields=["stage", "ended_at", "was_draft"])


def annul_left_over(event_id: int | None = None, most: int | None = None) -> int:
    """Annul what is still played in events that were called off and in rounds that were taken back; how many
    matches. ``most``: no more than that now."""
    left = LEFT_OVER if event_id is None else LEFT_OVER.filter(round__event=event_id)
    rows = left.select_related("match", "round__event").defer("match__state").order_by("pk")
    return sum(_annul(pairing) for pairing in list(rows[:most]))


def _annul(pairing: Pairing) -> bool:
    round, match = pairing.round, pairing.match
    assert match is not None
    is_off = round.event.stage == Event.Stage.CANCELLED
    lines = round.event.log.filter(
        **{"kind": Kind.EVENT} if is_off else {"kind": Kind.ROUND, "round_number": round.number}
    )
    line = lines.exclude(reason="").order_by("-pk").first()
    why = line.reason if line else ""
    try:
        rulings.annul(match, _why_annulled(round, why, is_off=is_off))
    except match_refused.Refused as refused:
        log.warning("%s could not be annulled now (%s); the sweep will see to it", match, refused)
        return False
    return True


def _why_annulled(round: Round, why: str, *, is_off: bool) -> Text:
    if is_off:
        return say("the event was called off: %(why)s", why=why) if why else say("the event was called off")
    if why:
        return say("round %(round)s was taken back: %(why)s", round=round.number, why=why)
    return say("round %(round)s was taken back", round=round.number)
