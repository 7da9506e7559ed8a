"""What is kept is kept for each language and time zone apart."""

from __future__ import annotations

import pytest
from django.utils import timezone, translation
from django.utils.safestring import SafeString

from i18n import text
from i18n.memo import memoized


@pytest.fixture
def asked() -> list[object]:
    return []


def test_it_is_made_once_for_each_reader_there_could_be(asked: list[object]) -> None:
    @memoized(10)
    def make(what: object) -> str:
        asked.append(what)
        return f"{what} {translation.get_language()} {timezone.get_current_timezone_name()}"

    for language, zone in (("de", "UTC"), ("en-gb", "UTC"), ("de", "Asia/Tokyo")):
        for _ in range(2):
            with translation.override(language), timezone.override(zone):
                assert make("a") == f"a {language} {zone}"
    assert asked == ["a"] * 3


def test_alike_is_not_the_same(asked: list[object]) -> None:
    @memoized(10)
    def make(what: object) -> type:
        asked.append(what)
        return type(what)

    for what in ("<b>", SafeString("<b>"), 1, True, "<b>"):
        assert make(what) is type(what)
    assert len(asked) == 4


def test_another_catalogue_says_it_anew() -> None:
    make = memoized(10)(lambda: text.say("Turns played"))
    assert make() == "Turns played"
    text.set_catalogue(str.upper, translation.ngettext)
    try:
        assert make() == "TURNS PLAYED"
    finally:
        text.set_catalogue(translation.gettext, translation.ngettext)
