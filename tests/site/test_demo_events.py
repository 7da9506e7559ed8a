"""The events of the demo: whatever there is to be looked at, at every stage."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.utils import timezone

from fortify_site import demo_events
from fortify_site.accounts.models import User
from fortify_site.demo import address, create_demo
from matches.models import Match, OutboxMail, Turn
from tournaments.models import Event, Pairing, Rating

pytestmark = pytest.mark.django_db


def test_one_event_is_over_one_runs_and_one_is_open() -> None:
    call_command("create_demo")
    now = timezone.now()
    league, swiss, cup = Event.objects.order_by("made_at")
    ann = User.objects.get(email=address("Ann"))
    assert (league.stage, swiss.stage, cup.stage) == ("finished", "running", "registration")
    assert (league.format, swiss.format) == ("round_robin", "swiss")
    assert league.ended_at is not None
    assert league.ended_at < now
    assert list(cup.organisers.all()) == [ann]
    assert cup.starts_at is not None
    assert cup.starts_at > now
    assert 2 <= cup.entries.count() < (cup.places or 0)
    assert not cup.entries.filter(player=ann).exists()

    running = Match.objects.filter(pairing__round__event=swiss, status=Match.Status.RUNNING)
    assert running.exists()
    assert all(seat.deadline is None or seat.deadline > now for match in running for seat in match.seats.all())
    assert Pairing.objects.filter(round__event=swiss, decided_at__isnull=False, black__isnull=False).exists()
    assert Turn.objects.filter(at__gt=now).count() == 0
    assert Rating.objects.filter(player=ann).exists()
    assert swiss.entries.filter(rating__gt=1500).exists()
    kinds = set(OutboxMail.objects.filter(status=OutboxMail.Status.QUEUED).values_list("kind", flat=True))
    assert {"event_entered", "event_paired"} & kinds


def test_nothing_of_them_is_left_where_one_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> Event:
        raise RuntimeError

    create_demo()
    matches, players = Match.objects.count(), User.objects.count()
    monkeypatch.setattr(demo_events, "_swiss", fail)
    with pytest.raises(RuntimeError):
        demo_events.create_events()
    assert (Event.objects.count(), Match.objects.count(), User.objects.count()) == (0, matches, players)
