"""What a display name may be."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from fortify_site.accounts import names
from fortify_site.accounts.models import User
from fortify_site.accounts.names import LONGEST, clean_display_name

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["Ada", "Jean-Luc O'Neill", "Ülkü", "李雷", "player 7", "A.", "Anna  Maria "])
def test_it_takes_names_people_have(name: str) -> None:
    assert clean_display_name(name) == " ".join(name.split())


def test_it_makes_one_name_of_letters_that_look_alike_by_form(player: User) -> None:
    with pytest.raises(ValidationError, match="already called “Ada”"):
        clean_display_name("Ａｄａ")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("A", "2 to 40 characters; this one has 1"),
        ("x" * 41, "2 to 40 characters; this one has 41"),
        ("  ", "this one has 0"),
        ("Ada\u200bB", "cannot be seen"),
        ("Ada\u202eB", "cannot be seen"),
        ("ada@players.example", "mail address"),
        ("Former Player", "uses itself"),
        ("Guest 12345", "uses itself"),
        ("guest", "uses itself"),
    ],
)
def test_it_says_what_is_wrong(name: str, why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        clean_display_name(name)


def test_what_the_site_calls_somebody_in_another_language_is_no_name_either(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"de": "ehemaliger Spieler"}
    monkeypatch.setattr(names, "_", lambda message: said.get(translation.get_language() or "", message))
    with pytest.raises(ValidationError, match="uses itself"):
        clean_display_name("Ehemaliger Spieler")


def test_what_the_site_calls_a_guest_in_another_language_is_no_name_either() -> None:
    with pytest.raises(ValidationError, match="uses itself"):
        clean_display_name("Gast 12345")


def test_the_owner_may_keep_it(player: User) -> None:
    assert clean_display_name("ada", owner=player) == "ada"


class AnyText(TestCase):
    @given(st.text(max_size=60))
    def test_a_name_is_clean_or_refused_and_cleaning_twice_changes_nothing(self, text: str) -> None:
        try:
            name = clean_display_name(text)
        except ValidationError:
            return
        assert len(name) <= LONGEST
        assert clean_display_name(name) == name
