"""Moving the end of a running event or season, after which no round begins. The players are told."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.dates import kept_moment
from i18n.text import Text, joined, say
from matches.time_control.time_control import DAY
from timekeeping import clock
from tournaments.locking import organiser_reason
from tournaments.locking.locks import EVENT
from tournaments.locking.refused import TournamentRefused
from tournaments.locking.scope import Scope
from tournaments.models import Event, Round, Season, Vacancy
from tournaments.rounds import advance
from tournaments.settings.validate import FARTHEST

from .end_date_causes import end_moved


def move(scope: Scope, to: datetime | None, *, by: User, reason: str, seen: str) -> None:
    """Move the end of an event or season; without ``to`` it has none.

    ``seen`` is the end that the organiser saw (``Scope.end_key``), so that no change is overruled unseen. Idempotent.
    Overdue rounds have until the new end. Raises ``TournamentRefused``.
    """
    scope.decide(partial(_move, to=to, by=by, reason=reason, seen=seen))
    for pk in scope.events().values_list("pk", flat=True):
        advance.advance_locked(pk)


def end_play(scope: Scope) -> None:
    """Let no more rounds begin, with the event or season locked."""
    if not scope.whole.is_over_time:
        _store(scope, clock.now())


def why_cannot_move_end(scope: Scope) -> str:
    """Return why the end can't be moved; "" if it can."""
    if not scope.is_running:
        return _("You can only move the end while play is under way.")
    if scope.event and Season.objects.filter(divisions__event=scope.event).exists():
        return _("This event is a division of a season. Move the season’s end instead.")
    return ""


def _move(scope: Scope, *, to: datetime | None, by: User, reason: str, seen: str) -> None:
    if why := why_cannot_move_end(scope):
        raise TournamentRefused(why, status=409)
    was, was_key = scope.whole.ends_at, scope.end_key
    if seen != scope.end_key:
        if was == to:
            return
        raise TournamentRefused(
            _("The end has moved since you looked. Check it, then send your change again."), status=409
        )
    _refuse(was, to)
    reason = organiser_reason.checked(reason, by)
    extended = _extend_overdue(scope, to) if to else 0
    _store(scope, to)
    with timezone.override(None):  # the log's readers are in any time zone
        scope.note(_words(was, to, extended=bool(extended)), by=by, reason=reason)
    end_moved(scope, was_key, reason)


def _refuse(was: datetime | None, to: datetime | None) -> None:
    now = clock.now()
    if to == was:
        raise TournamentRefused(_("That’s the end already. Choose another."), "ends_at")
    if to is not None and to <= now:
        words = _("This time has passed. Choose a later one; to end play now, decide the unfinished matches.")
        raise TournamentRefused(words, "ends_at")
    if to is not None and to - now > FARTHEST:
        raise TournamentRefused(_("Choose an end within three years from now."), "ends_at")


def _words(was: datetime | None, to: datetime | None, *, extended: bool) -> Text:
    if to is None:
        return say("The end date was removed. It was %(was)s.", was=kept_moment(was or clock.now()))
    words = say("The end was set: %(to)s.", to=kept_moment(to))
    if was is not None:
        words = say("The end was moved from %(was)s to %(to)s.", was=kept_moment(was), to=kept_moment(to))
    return joined([words, say("Overdue rounds have until then.")], " ") if extended else words


def _store(scope: Scope, to: datetime | None) -> None:
    if scope.season:
        scope.season.ends_at = to
        scope.season.save(update_fields=["ends_at"])
        _move_vacancies(scope.season)
    events = scope.events() if scope.event else Event.objects.filter(division__season=scope.whole.pk).order_by("pk")
    for pk in events.values_list("pk", flat=True):
        EVENT.run(pk, partial(_end_with, ends_at=to))
    scope.whole.ends_at = to


def _end_with(event: Event, *, ends_at: datetime | None) -> None:
    event.ends_at, event.changed_at = ends_at, clock.now()
    event.save(update_fields=["ends_at", "changed_at"])


def _move_vacancies(season: Season) -> None:
    """Keep free places for the season's number of days, but no longer than the season lasts."""
    for vacancy in Vacancy.objects.filter(closed_at=None, entry__event__division__season=season):
        longest = vacancy.at + season.replace_days * DAY
        vacancy.until = min(longest, season.ends_at or longest)
        vacancy.save(update_fields=["until"])


def _extend_overdue(scope: Scope, to: datetime) -> int:
    """Give overdue rounds time until the new end; return how many."""
    overdue = Round.objects.filter(
        event__in=scope.events(),
        stage=Round.Stage.RUNNING,
        due_at__lte=clock.now(),
        pairings__decided_at=None,
    )
    ids = list(overdue.values_list("pk", flat=True).distinct())
    now = clock.now()
    return Round.objects.filter(pk__in=ids).update(due_at=to, extended_at=now, overdue_told_at=None)
