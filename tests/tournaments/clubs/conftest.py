"""A club and the people around it."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.support.factories import ClubFactory, MembershipFactory, UserFactory
from tournaments.models import Club, Membership

Role = Membership.Role


@pytest.fixture
def club(db: None) -> Club:
    made: Club = ClubFactory(name="Hill", slug="hill")
    return made


@pytest.fixture
def owner(club: Club) -> User:
    user: User = UserFactory(display_name="Olga", email="olga@players.example")
    MembershipFactory(club=club, player=user, role=Role.OWNER)
    return user


@pytest.fixture
def club_organiser(club: Club) -> User:
    user: User = UserFactory(display_name="Orla", email="orla@players.example")
    MembershipFactory(club=club, player=user, role=Role.ORGANISER)
    return user


@pytest.fixture
def member(club: Club) -> User:
    user: User = UserFactory(display_name="Mona", email="mona@players.example")
    MembershipFactory(club=club, player=user)
    return user


@pytest.fixture
def other_organiser(db: None) -> User:
    """Owns another club."""
    user: User = UserFactory(display_name="Otto", email="otto@players.example")
    MembershipFactory(player=user, role=Role.OWNER)
    return user
