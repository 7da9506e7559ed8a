"""Taking a published round back: it becomes a draft again, while no turn has been played in it."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import say
from jobs.broker import broker
from matches.models import LogEntry, Match
from matches.record.record import standing
from tournaments.locking import organiser_reason, webhook_events
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Round

from . import annul_matches, bye_matches, publish
from .extend import running_round


def take_back_round(round: Round, *, by: User, reason: str) -> Round:
    """Make a published round a draft again, while no turn has been played in it; its matches are annulled.

    Idempotent. Raises ``TournamentRefused``.
    """
    taken_back = _take_back(round, by=by, reason=reason)
    annul_matches.annul_left_over(round.event_id, annul_matches.AT_ONCE)
    bye_matches.annul_bye_matches(taken_back)
    return taken_back


def why_it_stays(round: Round) -> str:
    """Return why the published round can't be taken back; "" if it can."""
    if standing(LogEntry.objects).filter(match__pairing__round=round, kind=LogEntry.Kind.PLAY).exists():
        return _("A turn has been played in round %(round)s, so you can’t take it back.") % {"round": round.number}
    known = Q(match__status=Match.Status.FINISHED) | Q(settled_by_hand=True)
    if not round.event.rules.forfeits_for_leavers:
        known |= Q(match=None, decided_at__isnull=False)
    known |= Q(further__gt=0)
    if round.pairings.filter(known, black__isnull=False).exists():
        return _("Round %(round)s has a result already, so you can’t take it back.") % {"round": round.number}
    return ""


@EVENT.transaction_with_retry
def _take_back(known: Round, *, by: User, reason: str) -> Round:
    event = EVENT.lock(known.event_id)
    round = event.round_set.filter(pk=known.pk).first()
    if round is not None and round.stage == Round.Stage.DRAFT and round.published_at is not None:
        return round
    round = running_round(event, known.pk)
    reason = organiser_reason.checked(reason, by)
    pairings = round.pairings.select_for_update(no_key=True, of=("self",)).order_by("pk")
    held = Match.objects.filter(pk__in=[pairing.match_id for pairing in pairings if pairing.match_id])
    list(held.select_for_update(no_key=True).defer("state").order_by("pk"))
    if why := why_it_stays(round):
        raise TournamentRefused(why, status=409)
    round.pairings.filter(black=None).update(decided_at=None)
    round.stage, round.due_at, round.work = Round.Stage.DRAFT, None, Round.Work.DONE
    round.extended_at = round.overdue_told_at = None
    round.save(update_fields=["stage", "due_at", "work", "extended_at", "overdue_told_at"])
    publish.draw_from_other_bytes(event)
    words = say("Round %(round)s was taken back; it is a draft again.", round=round.number)
    note(event, Kind.ROUND, words, by=by, reason=reason, round_number=round.number)
    webhook_events.emit(event, webhook_events.WebhookEvent.TABLE_CHANGED)
    transaction.on_commit(partial(broker.ask_soon, annul_matches.ANNUL_MATCHES, event.pk))
    return round
