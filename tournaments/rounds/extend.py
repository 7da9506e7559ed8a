"""More time for a round: given by an organiser, or automatically, once, when its time is up."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import Text, say_many
from matches.time_control.time_control import DAY
from timekeeping import clock
from tournaments.locking import organiser_reason
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Round

from . import organiser_causes, round_causes

MOST_DAYS = 60


@EVENT.transaction_with_retry
def extend(round: Round, days: int, *, by: User | None, reason: str = "", seen: str | None = None) -> Round:
    """Give the round that many more days, from its end or, if that has passed, from now.

    ``seen`` is the end that the organiser saw (``end_of``), so that it isn't given twice. Raises ``TournamentRefused``.
    """
    event = EVENT.lock(round.event_id)
    round = running_round(event, round.pk)
    if seen is not None and seen != end_of(round):
        raise TournamentRefused(
            _("The round’s end has changed since you looked. Check it, then send your change again."), status=409
        )
    if not 1 <= days <= MOST_DAYS:
        raise TournamentRefused(_("Give it 1 to %(most)s days.") % {"most": MOST_DAYS}, "days")
    reason = organiser_reason.checked(reason, by)
    _give_days(round, days * DAY, reason)
    words = say_many(
        "Round %(round)s was given %(number)s more day.",
        "Round %(round)s was given %(number)s more days.",
        days,
        round=round.number,
    )
    note(event, Kind.ROUND, words, by=by, reason=reason, round_number=round.number)
    return round


def end_of(round: Round) -> str:
    """Return the round's due date as a string, for ``seen``."""
    return round.due_at.isoformat() if round.due_at else ""


def on_round_due(round_id: int) -> None:
    """Do once what the event is set up to do when a round's time is over. Raises ``TournamentRefused``."""
    event_id = Round.objects.filter(pk=round_id).values_list("event", flat=True).get()
    EVENT.run(event_id, partial(_look_at_due, round_id=round_id))


def running_round(event: Event, round_id: int) -> Round:
    """Return the round as it is now, with the event locked. Raises ``TournamentRefused`` if it isn't running."""
    round = event.round_set.filter(pk=round_id).first()
    if round is None:
        raise TournamentRefused(_("This round no longer exists."), status=404)
    if round.stage != Round.Stage.RUNNING or event.stage != Event.Stage.RUNNING:
        not_published, over = _("Round %(round)s is not published."), _("Round %(round)s is over.")
        state = not_published if round.stage == Round.Stage.DRAFT else over
        raise TournamentRefused(state % {"round": round.number}, status=409)
    round.event = event
    return round


def _give_days(round: Round, more: timedelta, reason: str = "") -> None:
    now, was = clock.now(), round.due_at
    round.due_at = max(round.due_at or now, now) + more
    round.extended_at, round.overdue_told_at = now, None
    round.save(update_fields=["due_at", "extended_at", "overdue_told_at"])
    round_causes.extended(round, was, reason)


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
        organiser_causes.round_due(round)


def _time_is_over(event: Event, round: Round, open_matches: int) -> Text:
    if event.unfinished == Event.Unfinished.WAIT:
        return say_many(
            "The time for round %(round)s is up, but %(number)s match is unfinished.",
            "The time for round %(round)s is up, but %(number)s matches are unfinished.",
            open_matches,
            round=round.number,
        )
    return say_many(
        "The time for round %(round)s is up. An organiser must adjudicate %(number)s unfinished match.",
        "The time for round %(round)s is up. An organiser must adjudicate %(number)s unfinished matches.",
        open_matches,
        round=round.number,
    )
