"""What becomes of matches that are not over when a season is to end, by the season's rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db.models import F
from django.utils.translation import gettext as _

from engine.said import say, say_many
from fortify_site.accounts.models import User
from matches import clocks
from matches.choice_words import said
from matches.clocks import DAY
from matches.lines import one_line
from tournaments import closing, reasons, results, settling
from tournaments import gate as event_gate
from tournaments.models import Event, Pairing, Round, Season
from tournaments.progress import progress_of
from tournaments.refusal import Refused
from tournaments.settling import Verdict

from . import gate
from .log import note

AtEnd, Stage = Season.AtEnd, Season.Stage


@dataclass(frozen=True, slots=True)
class Open:
    """A match that is not over; ``scores`` are the points so far, White's first, and ``verdict`` what the season's rule
    makes of it, ``None`` where it gets more time. One that has not begun counts for neither, as those of rounds that
    have not."""

    pairing: Pairing
    division: str
    scores: tuple[int, ...]
    verdict: Verdict | None

    @property
    def has_begun(self) -> bool:
        return not self.pairing.waits


def open_matches(season: Season) -> list[Open]:
    """By division and round. Three queries however many they are."""
    rows = Pairing.objects.filter(
        round__event__division__season=season,
        round__event__stage=Event.Stage.RUNNING,
        round__stage=Round.Stage.RUNNING,
        decided_at=None,
        black__isnull=False,
    ).annotate(division_name=F("round__event__division__name"))
    pairings = list(
        rows.select_related("round__event", "white__player", "black__player").order_by(
            "round__event__division__level", "round__number", "board"
        )
    )
    progress = progress_of(pairings)
    scores = {pairing.pk: progress[pairing.pk].points if pairing.pk in progress else () for pairing in pairings}
    return [
        Open(
            each,
            each.division_name,
            scores[each.pk],
            verdict_of(AtEnd(season.at_end), scores[each.pk], has_begun=not each.waits),
        )
        for each in pairings
    ]


def verdict_of(rule: Season.AtEnd, scores: Sequence[int], *, has_begun: bool = True) -> Verdict | None:
    if rule is AtEnd.EXTEND:
        return None
    if rule is AtEnd.ANNUL or not has_begun:
        return Verdict.ANNULLED
    if rule is AtEnd.DRAW or not scores or scores[0] == scores[1]:
        return Verdict.DRAW
    return Verdict.WHITE if scores[0] > scores[1] else Verdict.BLACK


def why_not_yet(season: Season) -> str:
    """Why the rule cannot be applied now; "" where it can."""
    if season.stage != Stage.RUNNING:
        return _("Only a season that is under way has matches to settle.")
    if season.ends_at is not None and season.ends_at > clocks.now():
        return _("The season’s end has not come yet; until then matches are played.")
    return ""


def ends_it(season: Season) -> bool:
    """Whether to apply the rule is what gives the season its end, since nobody has set one."""
    return season.stage == Stage.RUNNING and season.ends_at is None


def apply_rule(season: Season, *, by: User, reason: str = "") -> int:
    """Do with all open matches what the season has for them; how many. More time is given to all of them or to none.
    Otherwise no round begins any more, and each match is a change of its own, so whoever asks again goes on where it
    stopped. Raises ``Refused``."""
    if why := why_not_yet(season):
        raise Refused(why, status=409)
    found = open_matches(season)
    told = one_line(reason) or say("The season’s end: %(rule)s", rule=said(AtEnd(season.at_end).label))
    reasons.checked(told, by)
    if season.at_end == AtEnd.EXTEND:
        return gate.decide(season.pk, partial(_give_more_time, by=by, reason=told))
    gate.decide(season.pk, _let_no_round_begin)
    for each in found:
        if each.verdict is not None:
            _settle(each.pairing, each.verdict, by, told)
    gate.decide(season.pk, partial(_note, count=len(found), by=by, reason=told))
    return len(found)


def _settle(pairing: Pairing, verdict: Verdict, by: User, reason: str) -> None:
    """Unless it has come to an end by itself meanwhile: that stands."""
    try:
        settling.settle(pairing, verdict, by=by, reason=reason)
    except Refused:
        if pairing.match is not None:
            results.take(pairing.match)
        pairing.refresh_from_db(fields=["decided_at"])
        if pairing.decided_at is None:
            raise


def _give_more_time(season: Season, *, by: User, reason: str) -> int:
    """Once: whoever asked at the same moment finds that the end has not come yet."""
    if why := why_not_yet(season):
        raise Refused(why, status=409)
    found = open_matches(season)
    for round in {each.pairing.round_id: each.pairing.round for each in found}.values():
        closing.extend(round, season.more_days, by=by, reason=reason, seen=closing.end_of(round))
    season.ends_at = max(season.ends_at or clocks.now(), clocks.now()) + season.more_days * DAY
    _store_end(season)
    _note(season, count=len(found), by=by, reason=reason)
    return len(found)


def _let_no_round_begin(season: Season) -> None:
    if season.ends_at is None:
        season.ends_at = clocks.now()
        _store_end(season)


def _store_end(season: Season) -> None:
    season.save(update_fields=["ends_at"])
    for pk in Event.objects.filter(division__season=season).order_by("pk").values_list("pk", flat=True):
        event_gate.decide(pk, partial(_end_with, ends_at=season.ends_at))


def _end_with(event: Event, *, ends_at: datetime | None) -> None:
    event.ends_at, event.changed_at = ends_at, clocks.now()
    event.save(update_fields=["ends_at", "changed_at"])


def _note(season: Season, *, count: int, by: User, reason: str) -> None:
    if season.at_end == AtEnd.EXTEND:
        words = say_many(
            "Gave %(number)s unfinished match more time.", "Gave %(number)s unfinished matches more time.", count
        )
    else:
        words = say_many("Settled %(number)s unfinished match.", "Settled %(number)s unfinished matches.", count)
    note(season, words, by=by, reason=reason)
