"""The events of a player's first page are found as the ORM would find them."""

from __future__ import annotations

from datetime import timedelta
from itertools import product

import pytest
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from tests.support.factories import ClubFactory, EntryFactory, EventFactory, MembershipFactory
from tournaments.home.home_page import MOST_OPEN, MOST_OWN, WORDS, on_home_page
from tournaments.models import Club, Entry, Event, Membership

NOW = timezone.now()
Stage, Status = Event.Stage, Entry.Status


def open_by_orm(player: User) -> QuerySet[Event]:
    takes = Event.objects.filter(Q(closes_at=None) | Q(closes_at__gt=NOW), stage=Stage.REGISTRATION)
    own_clubs = Club.objects.filter(memberships__player=player, memberships__status=Membership.Status.MEMBER)
    takes = takes.filter(is_public=True) if player.is_guest else takes
    of_others = Q(registration=Event.Registration.CLUB) | Q(club_only=True, is_public=False)
    has_entered = Entry.objects.filter(event=OuterRef("pk"), player=player)
    return (
        takes.exclude(registration=Event.Registration.INVITATION)
        .exclude(of_others & (Q(club=None) | ~Q(club__in=own_clubs)))
        .exclude(Exists(has_entered))
        .exclude(organisers=player)
    )


@pytest.mark.parametrize("is_guest", [False, True])
def test_what_takes_entries(player: User, is_guest: bool) -> None:
    User.objects.filter(pk=player.pk).update(is_guest=is_guest)
    player.refresh_from_db()
    own, left = ClubFactory(), ClubFactory()
    MembershipFactory(club=own, player=player)
    MembershipFactory(club=left, player=player, status=Membership.Status.LEFT)
    kinds = product(Event.Registration.values, (own, left, None), (True, False), (True, False))
    for registration, club, club_only, is_public in kinds:
        fields = {"registration": registration, "club_only": club_only, "is_public": is_public}
        EventFactory(club=club, stage=Stage.DRAFT, **fields)
    for closes_at in (NOW - timedelta(days=1), NOW + timedelta(days=1)):
        EventFactory(closes_at=closes_at, stage=Stage.DRAFT)
    EntryFactory(event=EventFactory(stage=Stage.DRAFT), player=player, status=Status.WITHDRAWN)
    EventFactory(stage=Stage.DRAFT, organisers=[player])
    events = Event.objects.order_by("pk")
    assert len({pk for pk in events.values_list("pk", flat=True) if check_alone(pk, player)}) > 4
    events.update(stage=Stage.REGISTRATION)
    assert on_home_page(player, NOW).open == list(open_by_orm(player).order_by("-pk")[:MOST_OPEN])


def check_alone(pk: int, player: User) -> bool:
    """Whether it takes entries, where no other event does."""
    Event.objects.update(stage=Stage.DRAFT)
    Event.objects.filter(pk=pk).update(stage=Stage.REGISTRATION)
    found = on_home_page(player, NOW).open
    assert found == list(open_by_orm(player))
    return bool(found)


def test_what_a_player_is_in_or_organises(player: User) -> None:
    for stage, status in product(Stage.values, Status.values):
        EntryFactory(event=EventFactory(stage=stage), player=player, status=status)
        EventFactory(stage=stage, organisers=[player])
    under_way = (Stage.REGISTRATION, Stage.RUNNING)
    entered = Event.objects.filter(stage__in=under_way, entries__player=player, entries__status__in=WORDS)
    organised = Event.objects.filter(stage__in=(Stage.DRAFT, *under_way), organisers=player)
    own = on_home_page(player, NOW).own
    assert {each.event for each in own if each.organises} == {*organised.order_by("-pk")[:MOST_OWN]}
    assert {each.event for each in own if not each.organises} == {*entered.order_by("-pk")[:MOST_OWN]}
