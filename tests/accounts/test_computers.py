"""The computers' accounts, and what they are called."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from accounts.computers import computer_player
from accounts.models import User
from accounts.names.computer_names import NAMES
from accounts.names.display_names import clean_display_name, strength_named
from engine.players.strengths import STRENGTHS

pytestmark = pytest.mark.django_db


def test_there_is_a_computer_for_each_strength_that_the_engine_knows() -> None:
    assert list(NAMES) == [strength.key for strength in STRENGTHS]
    with pytest.raises(ValueError, match="no computer of strength"):
        computer_player("invincible")


def test_each_strength_has_one_account_that_nobody_logs_in_to() -> None:
    made = computer_player("medium")
    assert computer_player("medium") == made
    assert (made.is_computer, made.has_mailbox, made.has_usable_password()) == (True, False, False)


def test_its_name_is_said_in_the_language_of_each_reader_however_it_was_read() -> None:
    computer = computer_player("hard")
    with translation.override("en-gb"):
        read, found = User.objects.get(pk=computer.pk), strength_named("computer (HARD)")
        assert (read.display_name, found) == ("Computer (hard)", "hard")
    with translation.override("de"):
        in_german = read.display_name
        read.save(update_fields=["display_name"])
        assert in_german == "Computer (schwer)" == User.objects.values_list("display_name", flat=True).get()
        assert User.objects.get().display_name == in_german
    with translation.override("en-gb"):
        assert User.objects.get().display_name == "Computer (hard)"


@pytest.mark.parametrize("name", ["Computer (easy)", "computer (leicht)", "Соmputer (hard)"])
def test_no_player_can_be_called_so_in_any_language_nor_look_like_it(name: str) -> None:
    with pytest.raises(ValidationError):
        clean_display_name(name)
