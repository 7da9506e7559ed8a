"""The demo, whose players all have one password that everybody knows."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from fortify_site.accounts.models import User

pytestmark = pytest.mark.django_db


def test_it_is_not_made_where_others_can_reach_it(settings: Settings) -> None:
    settings.LOCAL = False
    with pytest.raises(CommandError, match="everybody knows"):
        call_command("create_demo")
    assert not User.objects.exists()


def test_it_is_not_made_beside_players(player: User) -> None:
    with pytest.raises(CommandError, match="players already"):
        call_command("create_demo")
    assert list(User.objects.all()) == [player]
