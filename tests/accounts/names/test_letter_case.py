"""Names that differ in letter case alone are one name, whatever the script and the database."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.names.display_names import clean_display_name, player_called
from accounts.names.letter_case import fold
from accounts.names.lookalikes import name_skeleton, settle_skeletons
from accounts.names.search_key import search_key
from tests.support.factories import UserFactory
from tests.support.people import LogIn

CASED = [each for each in map(chr, range(sys.maxunicode + 1)) if len({each, each.lower(), each.upper()}) > 1]
CASES = (str.lower, str.upper, str.title, str.swapcase)
PAIRS = [
    ("Zoë Åkesson", "zoë åkesson"),
    ("Nils Østby", "NILS ØSTBY"),
    ("Łukasz", "łukasz"),
    ("Вася", "ВАСЯ"),
    ("Σοφία Ντόρα", "σοφία ντόρα"),
    ("Jörg Weiß", "JÖRG WEISS"),
    ("Işıl", "IŞIL"),
    ("Գոհար", "ԳՈՀԱՐ"),
]


@pytest.mark.either
@pytest.mark.parametrize("form", [fold, search_key, name_skeleton])
def test_every_letter_has_one_form_in_either_case(form: Callable[[str], str]) -> None:
    assert len(CASED) > 2_800  # as many as Unicode 14 has, which Python 3.11 knows
    differing = [each for each in CASED if len({form(f"{each}a{case(each)}a") for case in CASES}) > 1]
    assert [f"{each} U+{ord(each):04X}" for each in differing] == []


@pytest.mark.either
@given(st.text(st.sampled_from(CASED), max_size=12))
def test_every_name_has_one_form_in_either_case(name: str) -> None:
    assert len({fold(unicodedata.normalize(form, name.upper())) for form in ("NFC", "NFD", "NFKC")}) == 1
    for form in (fold, search_key, name_skeleton):
        assert form(name.lower()) == form(name.upper()) == form(name)


@pytest.mark.django_db
@pytest.mark.parametrize(("there", "typed"), PAIRS)
def test_it_is_found_in_either_case_and_given_once(there: str, typed: str, log_in: LogIn) -> None:
    player = UserFactory(display_name=there)
    assert player_called(typed, User.objects.all()) == player
    reader = log_in(UserFactory(display_name="Reader"))
    rows = [row for group in reader.get("/search/", {"q": typed}).context["groups"] for row in group["rows"]]
    assert rows == [player]
    with pytest.raises(ValidationError, match=f"Another player is already called “{typed}”"):
        clean_display_name(typed)
    with pytest.raises(IntegrityError), transaction.atomic():
        UserFactory(display_name=typed)


@pytest.mark.django_db
def test_accounts_that_have_come_to_look_alike_are_told_apart_as_typed() -> None:
    elder, younger = UserFactory(display_name="Вася"), UserFactory(display_name="Nina")
    User.objects.filter(pk=younger.pk).update(
        display_name="ВАСЯ", folded=fold("ВАСЯ"), skeleton=f"{elder.skeleton}\t{younger.pk}"
    )
    assert player_called("ВАСЯ", User.objects.all()) == younger
    assert player_called("вася", User.objects.all()) == elder
    User.objects.filter(pk=elder.pk).update(skeleton="nina")
    User.objects.filter(pk=younger.pk).update(skeleton=name_skeleton("Вася"))
    settle_skeletons(User.objects.all(), "display_name")
    elder.refresh_from_db()
    younger.refresh_from_db()
    assert (elder.skeleton, younger.skeleton) == (name_skeleton("Вася"), f"{name_skeleton('Вася')}\t{younger.pk}")
