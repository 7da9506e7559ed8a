"""All decisions that wait for one organiser, and their number for every organiser."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import User
from tournaments.models import Club, Event, Membership, Season
from tournaments.permissions import clubs as club_permissions

from . import clubs, events, seasons
from .decision import Decision

MOST_COUNTED = 99
EVENT_STAGES = (Event.Stage.REGISTRATION, Event.Stage.RUNNING)
SEASON_STAGES = (Season.Stage.REGISTRATION, Season.Stage.RUNNING)

Whole = Event | Season | Club


@dataclass(frozen=True, slots=True)
class InboxLine:
    """A decision with what it is about."""

    about: str
    decision: Decision


def waiting_for(player: User) -> list[InboxLine]:
    """Return a player's decisions, the most pressing first. A fixed number of queries, however much they organise."""
    run = list(club_permissions.run_by(player).order_by("name"))
    organised = Event.objects.filter(Q(organisers=player) | Q(club__in=run), stage__in=EVENT_STAGES).distinct()
    played = Season.objects.filter(league__club__in=run, stage__in=SEASON_STAGES)
    lines = [line for _, line in _lines(organised.order_by("pk"), played.order_by("pk"), run)]
    return sorted(lines, key=lambda line: line.decision.tone != "bad")


def count_all() -> int:
    """Store with each organiser the number of their decisions, for the header; return for how many it changed."""
    counts = _counts()
    known = dict(User.objects.filter(decisions__gt=0).values_list("pk", "decisions"))
    changed = {pk: counts.get(pk, 0) for pk in counts.keys() | known.keys() if counts.get(pk, 0) != known.get(pk, 0)}
    for pk, number in changed.items():
        User.objects.filter(pk=pk).update(decisions=number)
    return len(changed)


def _counts() -> Counter[int]:
    """Return how many decisions wait, by the organisers' ids."""
    everything = list(
        _lines(
            Event.objects.filter(stage__in=EVENT_STAGES),
            Season.objects.filter(stage__in=SEASON_STAGES),
            Club.objects.filter(memberships__status=Membership.Status.APPLIED).distinct(),
        )
    )
    organisers = _organisers([whole for whole, _ in everything])
    counts = Counter(pk for whole, _ in everything for pk in organisers(whole))
    return Counter({pk: min(count, MOST_COUNTED) for pk, count in counts.items()})


def _lines(
    organised: QuerySet[Event], played: QuerySet[Season], run: Iterable[Club]
) -> Iterator[tuple[Whole, InboxLine]]:
    """Yield the decisions that wait in these events, seasons and clubs.

    A free place in a division comes once, as its season's.
    """
    all_events = list(organised.select_related("club"))
    all_seasons, all_clubs = list(played.select_related("league__club")), list(run)
    of_seasons = seasons.decisions_of(all_seasons)
    told = {each for found in of_seasons.values() for each in found}
    groups: tuple[tuple[Sequence[Whole], dict[int, list[Decision]]], ...] = (
        (all_events, events.decisions_of(all_events)),
        (all_seasons, of_seasons),
        (all_clubs, clubs.decisions_of(all_clubs)),
    )
    for wholes, found in groups:
        for whole in wholes:
            for decision in found[whole.pk]:
                if decision.waits and not (isinstance(whole, Event) and decision in told):
                    yield whole, InboxLine(str(whole), decision)


def _organisers(wholes: Sequence[Whole]) -> Callable[[Whole], set[int]]:
    """Return a function that gives the ids of the organisers of each of these."""
    own: dict[int, set[int]] = defaultdict(set)
    of_club: dict[int, set[int]] = defaultdict(set)
    found = {each.pk for each in wholes if isinstance(each, Event)}
    for event_id, user_id in Event.organisers.through.objects.filter(event__in=found).values_list("event", "user"):
        own[event_id].add(user_id)
    running_it = Membership.objects.filter(
        club__in={_club_of(each) for each in wholes} - {None},
        status=Membership.Status.MEMBER,
        role__in=club_permissions.RUNNING_IT,
        player__isnull=False,
    )
    for club_id, user_id in running_it.values_list("club", "player"):
        of_club[club_id].add(user_id)
    return lambda whole: (own[whole.pk] if isinstance(whole, Event) else set()) | of_club[_club_of(whole) or 0]


def _club_of(whole: Whole) -> int | None:
    if isinstance(whole, Club):
        return whole.pk
    return whole.club_id if isinstance(whole, Event) else whole.league.club_id
