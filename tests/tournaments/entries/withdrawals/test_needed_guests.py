"""Guests whom events need are not forgotten."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from fortify_site.profiles.login import expire_sign_ups
from matches.offers import guests
from tests.support.factories import EntryFactory, EventFactory, GuestFactory
from timekeeping import clock
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db
Status, Stage = Entry.Status, Event.Stage


@pytest.mark.parametrize(
    ("status", "stage", "number", "is_kept"),
    [
        (Status.INVITED, Stage.REGISTRATION, None, True),
        (Status.ENTERED, Stage.REGISTRATION, None, True),
        (Status.WAITING, Stage.RUNNING, None, True),
        (Status.ENTERED, Stage.FINISHED, 3, True),
        (Status.WITHDRAWN, Stage.FINISHED, 3, True),
        (Status.INVITED, Stage.FINISHED, None, False),
        (Status.WITHDRAWN, Stage.REGISTRATION, None, False),
    ],
)
def test_a_guest_is_kept_as_long_as_an_event_needs_them(
    status: str, stage: str, number: int | None, is_kept: bool
) -> None:
    EntryFactory(event=EventFactory(stage=stage), player=GuestFactory(), status=status, number=number)
    with time_machine.travel(timezone.now() + timedelta(days=30)):
        assert guests.forget_unused(clock.now()) == (not is_kept)
    assert User.objects.exists() is is_kept


def test_a_sign_up_that_was_never_confirmed_is_kept_as_long() -> None:
    signed_up = User.objects.create_user("dora@elsewhere.example", "Dora")
    EntryFactory(player=signed_up)
    assert expire_sign_ups.forget_unproved(timezone.now() + timedelta(days=30)) == 0
