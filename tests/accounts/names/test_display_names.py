"""What a display name may be."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts.models import User
from accounts.names import display_names, letter_case, lookalikes
from accounts.names.display_names import LONGEST, clean_display_name
from accounts.names.letter_case import fold
from accounts.names.lookalikes import look, name_skeleton
from tests.support.factories import UserFactory

pytestmark = pytest.mark.django_db


def test_the_skeleton_is_that_of_the_standard() -> None:
    """The example of UTS #39, section 4."""
    assert lookalikes.skeleton("ρ⍺у𝓅𝒂ן") == lookalikes.skeleton("𝔭𝒶ỿ𝕡𝕒ℓ") == "paypal"


@pytest.mark.parametrize("name", ["Ada", "Jean-Luc O'Neill", "Ülkü", "李雷", "player 7", "A.", "Anna  Maria "])
def test_it_takes_names_people_have(name: str) -> None:
    assert clean_display_name(name) == " ".join(name.split())


def test_it_makes_one_name_of_letters_that_look_alike_by_form(player: User) -> None:
    with pytest.raises(ValidationError, match="already called “Ada”"):
        clean_display_name("Ａｄａ")


@pytest.mark.parametrize(
    ("there", "name"),
    [
        ("Ada", "Аda"),  # with a Cyrillic А
        ("Ada", "ΑDA"),  # with a Greek one, in capitals
        ("Ida", "lda"),
        ("Ian Miller", "lan MiIIer"),
        ("Tim", "Tirn"),
        ("Bob", "B0b"),
        ("Anne-Marie", "Anne‐Marie"),  # with a hyphen of another code
        ("O'Neill", "O’Neill"),
        ("Иван", "Ивaн"),  # with a Latin a
        ("вася", "Bася"),  # with a Latin B: in capitals they look the same
        ("Νυ", "Nu"),  # all of it Greek
        ("ВОВ", "Bob"),  # all of it Cyrillic
    ],
)
def test_names_that_look_alike_are_one_name(db: None, there: str, name: str) -> None:
    UserFactory(display_name=there)
    with pytest.raises(ValidationError, match=f"“{name}” looks too much like “{there}”"):
        clean_display_name(name)


def test_names_that_can_be_told_apart_stand_side_by_side(player: User) -> None:
    for name in ("Adá", "Adda", "Ana", "Ada B", "Eda"):
        assert clean_display_name(name) == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("A", "2 to 40 characters; this one has 1"),
        ("x" * 41, "2 to 40 characters; this one has 41"),
        ("  ", "this one has 0"),
        ("Ada\u200bB", "invisible characters"),
        ("Ada\u202eB", "invisible characters"),
        ("Ada\u034fB", "invisible characters"),  # a combining grapheme joiner, which is a mark
        ("Ada\ufe0f", "invisible characters"),  # a variation selector
        ("Ada\u3164", "invisible characters"),  # a Hangul filler, which is a letter
        ("Ada\u2800Ben", "invisible characters"),  # a braille blank, which is a sign
        ("\u2800\u2800", "invisible characters"),
        ("\u0301\u0308\u0301", "invisible characters"),
        ("ada@players.example", "mail address"),
        ("Former Player", "uses itself"),
        ("Fоrmer рlayer", "uses itself"),  # with Cyrillic letters
        ("Guest 12345", "uses itself"),
        ("Guеst 1O345", "uses itself"),
        ("guest", "uses itself"),
    ],
)
def test_it_says_what_is_wrong(name: str, why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        clean_display_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Admin", "аdmin", "ADMlN", "admin 1", "The Host", "A.d.m.i.n", "Organiser", "Organizers", "Moderator"),
        *("Turnierleitung", "Die Turnierleitung", "Veranstalterin", "Gastgeber", "Der Schiedsrichter", "Eigentümer"),
        *("Fortify Club", "FortifyCIub", "Fortify Club Support", "Support-Team", "localhost", "Computer"),
    ],
)
def test_the_names_of_those_who_run_the_site_are_kept_for_them(host: User, name: str) -> None:
    with pytest.raises(ValidationError, match="uses itself"):
        clean_display_name(name)
    if name != "The Host":
        assert clean_display_name(name, owner=host) == name


@pytest.mark.parametrize("name", ["Michael Host", "Hosta", "Modesty", "Abbot", "Jo Root", "Admina Kurtić", "Alberta"])
def test_names_that_have_such_a_word_in_them_are_names(db: None, name: str) -> None:
    assert clean_display_name(name) == name


def test_a_site_keeps_its_own_name_and_host(settings: Any) -> None:
    settings.SITE_NAME, settings.SITE_HOST = "Schachfreunde Süd", "play.example.org"
    for name in ("Schachfreunde Süd", "schachfreunde sud", "Admin Schachfreunde", "play.example.org"):
        with pytest.raises(ValidationError, match="uses itself"):
            clean_display_name(name)
    assert clean_display_name("Fortify Club Süd") == "Fortify Club Süd"


def test_what_the_site_calls_somebody_in_another_language_is_no_name_either(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"de": "ehemaliger Spieler"}
    monkeypatch.setattr(display_names, "_", lambda message: said.get(translation.get_language() or "", message))
    with pytest.raises(ValidationError, match="uses itself"):
        clean_display_name("Ehemaliger Spieler")


def test_what_the_site_calls_a_guest_in_another_language_is_no_name_either() -> None:
    with pytest.raises(ValidationError, match="uses itself"):
        clean_display_name("Gast 12345")


def test_the_owner_may_keep_it(player: User) -> None:
    assert clean_display_name("ada", owner=player) == "ada"


def test_who_has_a_name_that_nobody_could_choose_now_may_keep_it_too(db: None) -> None:
    owner = UserFactory(display_name="Admin\u2800")
    assert clean_display_name("Admin\u2800", owner=owner) == "Admin\u2800"


def test_the_database_itself_refuses_a_name_that_looks_the_same(player: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        UserFactory(display_name="Аda")
    ben = UserFactory(display_name="Ben")
    ben.display_name = "Аda"
    with pytest.raises(IntegrityError), transaction.atomic():
        ben.save(update_fields=["display_name"])
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(display_name="Аda", email="other@players.example", password="!")])


class AnyText(TestCase):
    @given(st.text(max_size=60))
    def test_a_name_is_clean_or_refused_and_cleaning_twice_changes_nothing(self, text: str) -> None:
        try:
            name = clean_display_name(text)
        except ValidationError:
            return
        assert len(name) <= LONGEST
        assert max(map(len, (fold(name), look(name), name_skeleton(name)))) + 20 <= letter_case.LONGEST
        assert look(name) == look(look(name))
        assert clean_display_name(name) == name
