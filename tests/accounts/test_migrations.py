"""A site whose names had to differ by code points alone goes to where they must look different."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from pytest_django import DjangoDbBlocker

from accounts.lookalikes import name_skeleton
from accounts.models import User
from tests.support.empty_database import delete_all_rows
from tests.support.migrate import migrate
from tournaments.models import Club

BEFORE = [("accounts", "0006_club_news"), ("tournaments", "0015_begun_uploads")]
NAMES = ["Ada", "Аda", "Ben", "АDА", "\u2800\u2800", "\u3164\u3164", "Admin"]
CLUBS = ["Knights", "Кnights"]
Names = list[tuple[str, str]]


class Upgraded(NamedTuple):
    players: Names
    saved_again: Names
    clubs: Names


@pytest.fixture(scope="module")
def upgraded(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Upgraded:
    """Of the whole module, so that no test's transaction is around it."""
    with django_db_blocker.unblock():
        try:
            old = migrate(*BEFORE)
            for number, name in enumerate(NAMES):
                email = f"player{number}@players.example"
                old.get_model("accounts", "User").objects.create(email=email, password="!", display_name=name)
            for number, name in enumerate(CLUBS):
                old.get_model("tournaments", "Club").objects.create(name=name, slug=f"club-{number}")
            migrate()
            players = _names(User, "display_name")
            for user in User.objects.order_by("pk"):
                user.save()
                user.save(update_fields=["display_name"])
            return Upgraded(players, _names(User, "display_name"), _names(Club, "name"))
        finally:
            migrate()
            delete_all_rows()


def _names(model: Any, column: str) -> Names:
    return list(model.objects.order_by("pk").values_list(column, "skeleton"))


def test_nobody_loses_a_name(upgraded: Upgraded) -> None:
    assert [name for name, _skeleton in upgraded.players] == NAMES
    assert [name for name, _skeleton in upgraded.clubs] == CLUBS


def test_the_oldest_of_those_that_look_alike_has_the_skeleton_alone(upgraded: Upgraded) -> None:
    for found, oldest, alike in ((upgraded.players, "Ada", "Аda"), (upgraded.clubs, "Knights", "Кnights")):
        skeletons = dict(found)
        assert skeletons[oldest] == name_skeleton(oldest)
        assert skeletons[alike].startswith(f"{name_skeleton(oldest)}\t")


def test_saving_an_account_again_is_possible_and_changes_nothing(upgraded: Upgraded) -> None:
    assert upgraded.saved_again == upgraded.players
