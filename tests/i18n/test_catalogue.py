"""What the site says, in every language it offers."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from django.conf import settings
from django.utils import translation

from i18n import catalogue, extract
from i18n.lint_templates import MARK, unwrapped

VALUE = re.compile(r"%\((\w+)\)[sd]|%[sd]")
TAG = re.compile(r"</?\w+")
CLASSES = {"board-first", "narrow", "slim"}
FORMATS = {"TRF26", "TRF16", "ZIP", "PDF"}
ORDERS = {"as", "say"}  # to be typed in a reply
LANGUAGES = catalogue.languages()
pytestmark = pytest.mark.either


@cache
def said() -> Catalog:
    return extract.messages()


@cache
def kept(language: str) -> Catalog:
    return catalogue.read_catalogue(language)


def key(message: Message) -> tuple[object, str | None]:
    return message.id, message.context


def forms(text: object) -> list[str]:
    return [str(form) for form in text] if isinstance(text, (tuple, list)) else [str(text)]


def values(text: str) -> set[str]:
    return {found.group() for found in VALUE.finditer(text)}


def test_there_is_more_than_english() -> None:
    assert LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_the_site_says_is_translated_and_nothing_else(language: str) -> None:
    in_source = {key(message) for message in said() if message.id}
    in_catalogue = {key(message) for message in kept(language) if message.id}
    assert sorted(map(str, in_source - in_catalogue)) == []
    assert sorted(map(str, in_catalogue - in_source)) == []
    assert [message.id for message in catalogue.untranslated(kept(language))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_loses_or_invents_a_value_or_a_tag(language: str) -> None:
    """The form for one may leave out how many there are, as the English one may."""
    for message in kept(language):
        english, translated = forms(message.id), forms(message.string)
        known = set().union(*map(values, english))
        for form in translated if message.id else []:
            assert values(form) <= known, form
            assert sorted(TAG.findall(form)) == sorted(TAG.findall(english[0])), form
        if message.id:
            assert values(translated[-1]) == values(english[-1]), translated
            assert values(translated[0]) >= set.intersection(*map(values, english)), translated


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_translation_can_be_filled_in(language: str) -> None:
    for message in kept(language):
        if message.id and "python-format" in message.flags:
            named = dict.fromkeys(re.findall(r"%\((\w+)\)", "".join(forms(message.id))), 1)
            for form in forms(message.string):
                assert form % (named or (1,) * len(re.findall("%[sd]", form))), form


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_and_blanks_at_the_ends_are_those_of_the_english(language: str) -> None:
    for message in kept(language):
        for form in forms(message.string) if message.id else []:
            english = forms(message.id)[0]
            assert (form[:1].isspace(), form[-1:].isspace()) == (english[:1].isspace(), english[-1:].isspace()), form
            assert form.count("\n") == english.count("\n"), form


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_programs_read_is_what_people_wrote(language: str) -> None:
    assert catalogue.file_of(language, "mo").read_bytes() == catalogue.as_mo(kept(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_is_as_the_command_writes_it(language: str) -> None:
    assert catalogue.file_of(language).read_bytes() == catalogue.as_po(catalogue.updated(kept(language), said()))


def test_what_says_messages_goes_by_the_name_it_is_called_by() -> None:
    """Where a function was renamed and its keyword was not, its messages would silently lose their translations."""
    trees = [
        ast.parse(path.read_text()) for room in extract.ROOMS for path in Path(settings.BASE_DIR, room).rglob("*.py")
    ]
    calls = [node.func for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    called = {func.id for func in calls if isinstance(func, ast.Name)}
    called |= {func.attr for func in calls if isinstance(func, ast.Attribute)}
    assert {name for name in extract.KEYWORDS if not hasattr(translation, name)} - called == set()


@pytest.mark.parametrize("room", extract.ROOMS)
def test_no_message_stands_within_an_f_string_where_nobody_finds_it(room: str) -> None:
    """Before Python 3.12 such a string is one piece to whoever reads the source."""
    for path in Path(settings.BASE_DIR, room).rglob("*.py"):
        strings = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.JoinedStr)]
        calls = [part for string in strings for part in ast.walk(string) if isinstance(part, ast.Call)]
        names = [call.func.id for call in calls if isinstance(call.func, ast.Name)]
        assert [name for name in names if name in extract.KEYWORDS] == [], path


@pytest.mark.parametrize("path", sorted(Path(settings.BASE_DIR, "templates").iterdir()), ids=lambda path: path.name)
def test_no_template_has_words_that_could_not_be_translated(path: Path) -> None:
    files = [path] if path.is_file() else [file for file in path.rglob("*.*") if file.suffix != ".js"]
    found = [(file.name, words.strip(f"{MARK} :…")) for file in files for words in unwrapped(file.read_text())]
    assert [(name, words) for name, words in found if words not in CLASSES | FORMATS | ORDERS] == []
