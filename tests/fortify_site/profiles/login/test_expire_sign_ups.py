"""Sign-ups that were never confirmed are forgotten after two weeks."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from fortify_site.profiles.login.expire_sign_ups import KEPT_FOR
from fortify_site.profiles.tasks import forget_unproved
from tests.support.account_actions import sign_up, type_address_code
from tests.support.account_mails import last_code
from tests.support.factories import ChallengeFactory, GuestFactory

pytestmark = pytest.mark.django_db

ADDRESS = "dora@players.example"


def age(user: User, days: int) -> None:
    User.objects.filter(pk=user.pk).update(joined_at=timezone.now() - KEPT_FOR - timedelta(days=days))


@pytest.fixture
def dora(client: Client) -> User:
    sign_up(client, ADDRESS, "Dora")
    return User.objects.get(email=ADDRESS)


def test_an_old_one_goes_with_its_name(dora: User) -> None:
    age(dora, 1)
    assert forget_unproved() == 1
    assert not User.objects.filter(display_name="Dora").exists()


def test_a_fresh_one_stays(dora: User) -> None:
    age(dora, -1)
    assert forget_unproved() == 0


def test_one_that_was_confirmed_stays(client: Client, dora: User) -> None:
    type_address_code(client, last_code(ADDRESS))
    age(dora, 1)
    assert forget_unproved() == 0


def test_one_with_a_challenge_waiting_stays(dora: User, player: User) -> None:
    ChallengeFactory(challenger=player, opponent=dora)
    age(dora, 1)
    assert forget_unproved() == 0


def test_players_hosts_and_guests_stay(player: User, host: User) -> None:
    guest = GuestFactory()
    for user in (player, host, guest):
        age(user, 100)
    assert forget_unproved() == 0
