"""Unfinished matches of an event or a season, and an organiser's decision on many of them at once.

What is decided is stored at once; then each match is changed on its own, the first ones while the organiser waits, the
others by a worker. If a worker dies on the way, the rest stays stored, and the sweep continues.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import Text, say, say_many
from jobs.broker import Job, broker
from timekeeping import clock
from tournaments.locking import organiser_reason
from tournaments.locking.club_log import note_in_season
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.locking.scope import Scope
from tournaments.models import Pairing, PendingVerdict, Round, seated
from tournaments.rounds.results import adjudicate, match_finished, own_match
from tournaments.rounds.results.outcomes import UnfinishedMatch
from tournaments.rounds.results.verdicts import Verdict
from tournaments.standings.progress import progress_of

from . import end_date

log = logging.getLogger(__name__)

DECIDE_MATCHES = Job[()]("tournaments.tasks.decide_matches")
AT_ONCE = 20  # matches decided while their organiser waits
MOST = 200  # in one act
BUSY = 503


@dataclass(frozen=True, slots=True)
class Choice:
    """An organiser's choice for a match; ``seen`` is the result at that time (``adjudicate.stands``)."""

    verdict: Verdict
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Decided:
    """The outcome of a decision on many matches: how many were decided, and how many will be soon.

    ``left`` says which were left as they are, and why.
    """

    done: int
    waiting: int
    left: list[str]


def unfinished_pairings(scope: Scope) -> QuerySet[Pairing]:
    """Return all published pairings that aren't decided, by division and round."""
    rows = Pairing.objects.filter(
        round__event__in=scope.events(),
        round__stage=Round.Stage.RUNNING,
        decided_at=None,
        black__isnull=False,
    ).annotate(division_name=F("round__event__division__name"))
    found = rows.select_related("round__event", "match", "white__player", "black__player", "pending")
    found = found.defer("round__proposed", "match__state")
    return seated(found.order_by("round__event__division__level", "round__number", "board", "pk"), scope.whole)


def with_scores(pairings: Sequence[Pairing]) -> list[UnfinishedMatch]:
    """Return the pairings with their points so far. Two queries, however many there are."""
    progress = progress_of(pairings)
    return [
        UnfinishedMatch(
            each,
            getattr(each, "division_name", None) or "",
            progress[each.pk].points if each.pk in progress else (),
            hasattr(each, "pending"),
            progress[each.pk].reached if each.pk in progress else "",
        )
        for each in pairings
    ]


def has_rounds_to_come(scope: Scope) -> bool:
    """Return whether any round or match is still to begin, unless play ends."""
    if scope.whole.is_over_time:
        return False
    published = (Round.Stage.RUNNING, Round.Stage.CLOSED)
    begun = Count("round_set", filter=Q(round_set__stage__in=published))
    to_begin = scope.events().order_by().annotate(begun=begun).filter(begun__lt=F("rounds"))
    return to_begin.exists() or unfinished_pairings(scope).filter(waits=True).exists()


def decide(scope: Scope, choices: Mapping[int, Choice], *, by: User, reason: str, ends_play: bool = False) -> Decided:
    """Decide these matches, by the ids of their pairings; one that is over by now keeps its result.

    ``ends_play``: no more rounds begin. Raises ``TournamentRefused``, with nothing decided.
    """
    open_ids = scope.decide(partial(_store, choices=choices, by=by, reason=reason, ends_play=ends_play))
    over = Pairing.objects.filter(pk__in=choices.keys() - open_ids, round__event__in=scope.events())
    over = over.select_related("round__event", "white__player", "black__player")
    left = [str(_said_of(each)) for each in over.order_by("round__number", "board")]
    first = PendingVerdict.objects.filter(pairing__in=open_ids).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]
    told = [_work(pk) for pk in list(first)]
    waiting = PendingVerdict.objects.filter(pairing__in=open_ids).count()
    if waiting:
        broker.ask_soon(DECIDE_MATCHES)
    return Decided(told.count(""), waiting, [*left, *(words for words in told if words)])


def work_off() -> int:
    """Decide all pending matches; return how many."""
    return [_work(pk) for pk in list(PendingVerdict.objects.order_by("pk").values_list("pk", flat=True))].count("")


def _store(scope: Scope, *, choices: Mapping[int, Choice], by: User, reason: str, ends_play: bool) -> frozenset[int]:
    """Store the decisions on matches that aren't over; return their ids. Raises ``TournamentRefused``."""
    if not scope.is_running:
        raise TournamentRefused(_("Matches are only decided while play is under way."), status=409)
    if not choices:
        raise TournamentRefused(_("Choose a result for at least one match."), "choices")
    if len(choices) > MOST:
        raise TournamentRefused(_("Decide at most %(most)s matches at once.") % {"most": MOST}, "choices")
    reason = organiser_reason.checked(reason, by)
    rows = list(unfinished_pairings(scope).filter(pk__in=choices))
    for each in rows:
        event = each.round.event
        own_match.marked(event, each, by, reason)
        event.rules.refuse_verdict(event, each, choices[each.pk].verdict)
    now = clock.now()
    pending = [
        PendingVerdict(
            pairing=each,
            verdict=choices[each.pk].verdict.value,
            seen=choices[each.pk].seen,
            by=by,
            reason=reason,
            asked_at=now,
        )
        for each in rows
    ]
    PendingVerdict.objects.bulk_create(pending, ignore_conflicts=True)
    if ends_play:
        end_date.end_play(scope)
        scope.note(say("Play was ended: rounds that haven’t begun won’t be played."), by=by, reason=reason)
    if scope.season and rows:
        words = say_many("Decided %(number)s unfinished match.", "Decided %(number)s unfinished matches.", len(rows))
        note_in_season(scope.season, words, by=by, reason=reason)
    return frozenset(each.pk for each in rows)


def _work(pk: int) -> str | None:
    """Decide one match: return "" if that is done, and what it is now if it was left as it is.

    Return ``None`` if someone else is deciding it, or it must be tried again.
    """
    try:
        with transaction.atomic():
            held = PendingVerdict.objects.select_for_update(skip_locked=True, of=("self",))
            pending = held.select_related("pairing__round__event", "pairing__match", "by").filter(pk=pk).first()
            if pending is None:
                return None
            adjudicate.settle_pairing(
                pending.pairing, Verdict(pending.verdict), by=pending.by, reason=pending.reason, seen=pending.seen
            )
            pending.delete()
    except TournamentRefused as refused:
        return None if refused.status == BUSY else _leave(pk, refused)
    except Exception:  # one match that cannot be decided, for whatever reason, must not hold up the others
        log.exception("the pending verdict %s could not be carried out", pk)
        return None
    return ""


def _leave(pk: int, refused: TournamentRefused) -> str | None:
    """Drop a decision that can't be made any more, mostly as the match has ended meanwhile; say so in the event's log.

    Return the words, or ``None`` if the decision is gone or must be tried again.
    """
    pending = (
        PendingVerdict.objects.select_related("pairing__round__event", "pairing__match", "by").filter(pk=pk).first()
    )
    if pending is None:
        return None
    if pending.pairing.match is not None:
        try:
            match_finished.take_result(pending.pairing.match)
        except TournamentRefused:  # not now: it is tried again
            return None
    rows = Pairing.objects.select_related("round__event", "white__player", "black__player")
    pairing = rows.get(pk=pending.pairing_id)
    words = (
        _said_of(pairing)
        if pairing.decided_at
        else say("%(match)s: %(why)s", match=_names(pairing), why=refused.message)
    )
    with transaction.atomic():
        event, number = pairing.round.event, pairing.round.number
        line = say("An organiser’s decision was not used. %(words)s", words=words)
        deleted, _each = PendingVerdict.objects.filter(pk=pk).delete()
        if deleted:  # otherwise someone has said so at the same moment
            note(event, Kind.RESULT, line, by=pending.by, reason=pending.reason, round_number=number)
    return str(words)


def _said_of(pairing: Pairing) -> Text:
    """Say that the match is over, and how it ended."""
    if pairing.decided_at is None:
        return say("%(match)s is no longer being played.", match=_names(pairing))
    if pairing.is_annulled:
        return say("%(match)s has ended: annulled.", match=_names(pairing))
    result = pairing.round.event.rules.outcomes.words(pairing)
    return say("%(match)s has ended: %(result)s.", match=_names(pairing), result=result)


def _names(pairing: Pairing) -> Text:
    return say(
        "%(white)s – %(black)s",
        white=pairing.white.shown_name,
        black=pairing.against or say("bye"),
    )
