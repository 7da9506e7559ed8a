"""Consequences of ending, cancelling or deleting an event or a season, in sentences for the page."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from matches.mails import moments
from matches.models import Match
from timekeeping import clock
from tournaments.locking.scope import Scope
from tournaments.models import Entry, Event, Pairing, Round

from . import cancelling_causes
from .finish import OVER, UNDO_FOR


def of_step(key: str, scope: Scope) -> list[str]:
    """Return sentences on what a step does; none if its name says it all."""
    if key == "end":
        return [*_unplayed(scope), _("Nobody is emailed."), _until()]
    if key == "call_off":
        return [*_matches(scope), *_mails(scope), _until()]
    return []


def _events(scope: Scope) -> QuerySet[Event]:
    """Return the events that end with the event or season."""
    if scope.event:
        return Event.objects.filter(pk=scope.event.pk)
    return Event.objects.filter(division__season=scope.whole.pk).exclude(stage__in=OVER)


def _unplayed(scope: Scope) -> list[str]:
    """Return a sentence on the rounds that won't be played, if any."""
    drafts = Round.objects.filter(event__in=_events(scope), stage=Round.Stage.DRAFT).count()
    if not drafts:
        return []
    words = ngettext(
        "%(number)s round that hasn’t begun is dropped.", "%(number)s rounds that haven’t begun are dropped.", drafts
    )
    return [words % {"number": drafts}]


def _matches(scope: Scope) -> list[str]:
    running = Pairing.objects.filter(
        round__event__in=_events(scope), decided_at=None, match__status=Match.Status.RUNNING
    ).count()
    if not running:
        return [_("No matches are running.")]
    words = ngettext(
        "%(number)s running match is paused now, and annulled in 24 hours.",
        "%(number)s running matches are paused now, and annulled in 24 hours.",
        running,
    )
    return [words % {"number": running}]


def _mails(scope: Scope) -> list[str]:
    if scope.whole.stage == Event.Stage.DRAFT:
        return [_("Nobody is emailed.")]
    entries = Entry.objects.filter(
        event__in=_events(scope), status__in=cancelling_causes.HOPEFUL, player=OuterRef("pk")
    )
    players = User.objects.filter(Exists(entries), is_active=True)
    told = (
        (players | cancelling_causes.concerned(scope.whole).order_by()).distinct().count()
        if scope.season
        else players.count()
    )
    if not told:
        return [_("Nobody is emailed.")]
    words = ngettext(
        "%(number)s person is emailed, with your reason, in an hour.",
        "%(number)s people are emailed, with your reason, in an hour.",
        told,
    )
    return [words % {"number": told}]


def _until() -> str:
    return _("You can undo this until %(moment)s.") % {"moment": moments.moment(clock.now() + UNDO_FOR)}
