"""Comparison of names by eye: names that look the same have one skeleton (Unicode Technical Standard #39, 4)."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

from django.db import models

from .letter_case import NameField, fold

TABLE = Path(__file__).with_name("confusables.txt")
# Characters that show nothing though they aren't ignorable: braille, a note head, two hieroglyphs, an object's place.
BLANK = frozenset("\u2800\ufffc\U0001d159\U00013441\U00013442")
# Between a skeleton and the number of an account whose name is older than the rule that names must look different.
BESIDE = "\t"


def skeleton(text: str) -> str:
    """Return the text's skeleton by the standard: equal for texts that look the same as they are written."""
    prototypes = _prototypes()
    seen = "".join(prototypes.get(each, each) for each in unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFD", seen)


def name_skeleton(name: str) -> str:
    """Return the name's skeleton in title case: equal for names that look alike once each word has a capital.

    The letter case in which they are written doesn't matter.
    """
    return look(fold(name).title())


def look(name: str) -> str:
    """Return a form that is equal for names that look alike as written or in Latin capitals.

    “Ida”, and “lda” with a small L, have the same one.
    """
    return _caseless(_caseless(name).upper())


def looks(name: str) -> frozenset[str]:
    """Return both forms by which a name is compared, its title-case skeleton and its look.

    One alone would miss pairs, since Greek and Cyrillic capitals look like other Latin letters than their small forms
    do.
    """
    return frozenset({name_skeleton(name), look(name)})


def hides(name: str) -> bool:
    """Return whether the name contains an invisible character."""
    return any(_is_hidden(each) for each in name)


def shows_nothing(name: str) -> bool:
    """Return whether the name has no visible letter, digit or sign."""
    return not any(unicodedata.category(each)[0] in "LNPS" and not _is_hidden(each) for each in name)


class SkeletonField(NameField):
    """A column for the skeleton of the name in another field. No two rows can have the same.

    Names that are older than this rule and look alike have a number added, until the name changes to one that looks
    different.
    """

    def __init__(self, *, of: str, **kwargs: Any) -> None:
        super().__init__(of=of, **{"unique": True, **kwargs})

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "unique": self.unique}

    def made_of(self, name: str) -> str:
        return name_skeleton(name)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        kept: str | None = getattr(model_instance, self.attname)
        saved = super().pre_save(model_instance, add)
        if kept is None or kept.partition(BESIDE)[0] != saved:
            return saved
        setattr(model_instance, self.attname, kept)
        return kept


class LookField(NameField):
    """A column for the look of the name in another field, as it is written."""

    def made_of(self, name: str) -> str:
        return look(name)


def looks_taken(name: str) -> models.Q:
    """Return a filter for rows with a ``skeleton`` and a ``look`` whose name looks like this one."""
    wanted = looks(name)
    taken = models.Q(skeleton__in=wanted) | models.Q(look__in=wanted)
    return taken | models.Q(skeleton__startswith=name_skeleton(name) + BESIDE)


def settle_skeletons(rows: models.QuerySet[Any], of: str) -> None:
    """Give each row its skeleton, for a migration.

    Of rows that look alike, the oldest gets the plain skeleton, and the others get theirs with their number added.
    """
    rows.update(skeleton=None)
    taken: set[str] = set()
    for pk, name in list(rows.order_by("pk").values_list("pk", of)):
        found = name_skeleton(name)
        if found in taken:
            found = f"{found}{BESIDE}{pk}"
        taken.add(found)
        rows.filter(pk=pk).update(skeleton=found)


def _caseless(text: str) -> str:
    while (seen := skeleton(text).casefold()) != text:
        text = seen
    return text


def _is_hidden(character: str) -> bool:
    return _prototypes().get(character) == "" or character in BLANK


@cache
def _prototypes() -> dict[str, str]:
    """Return what each character looks like: its prototype, or ``""`` if it shows nothing."""
    found = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        source, *target = line.partition("#")[0].split() or [""]
        first, between, last = source.partition("..")
        if between:
            found.update(dict.fromkeys(map(chr, range(int(first, 16), int(last, 16) + 1)), ""))
        elif source:
            found[chr(int(source, 16))] = "".join(chr(int(each, 16)) for each in target)
    return found
