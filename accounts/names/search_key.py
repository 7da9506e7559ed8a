"""Keys by which names are searched, so that no one needs to type one exactly.

A key has the words of a name in small letters, without accents and with one letter for all that look alike
(``lookalikes``). Letters that many people spell with two are found by either: “ä” by “ae”, “å” by “aa”, “đ” by “dj”,
“þ” by “th”. A space precedes each word, including the first, so that a search can ask for the beginning of a word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from django.db import DatabaseError, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from .letter_case import LONGEST, NameField, fold
from .lookalikes import look

WHOLE_WORDS_BELOW = 3  # letters; shorter words match only the beginning of a word
APOSTROPHES = re.compile("['\u2018\u2019\u02bc]")
WORDS = re.compile(r"[^\W_]+")
SPELT_OUT = str.maketrans({"þ": "th", "ð": "d"})  # letters that look like others, or like none
TWO_FOR_ONE = re.compile("([aou])e|(a)a|(d)[jh]")


def search_words(text: str) -> list[str]:
    """Return the words of a name or of typed text as keys have them.

    Words of signs alone, without a letter or digit, are kept if there are no others.
    """
    spelt = APOSTROPHES.sub("", fold(text)).translate(SPELT_OUT)
    parts = unicodedata.normalize("NFKD", look(spelt))
    bare = "".join(each for each in parts if not unicodedata.combining(each))
    return [TWO_FOR_ONE.sub(r"\1\2\3", word) for word in WORDS.findall(bare)] or bare.split()


def search_key(text: str) -> str:
    return "".join(f" {word}" for word in search_words(text))[:LONGEST]


def has_words(words: Sequence[str], field: str = "search_key") -> models.Q:
    """Return a filter for rows whose key contains all these words, whole or as parts of others.

    Words of one or two letters match only the beginning of a word.
    """
    found = models.Q()
    for word in words:
        wanted = f" {word}" if len(word) < WHOLE_WORDS_BELOW else word
        found &= models.Q(**{f"{field}__contains": wanted})
    return found


class SearchKeyField(NameField):
    """A column for the search key of the name in another field."""

    def made_of(self, name: str) -> str:
        return search_key(name)


@SearchKeyField.register_lookup
class Resembles(models.Lookup[bool]):
    """A lookup for keys with words much like the given ones (``pg_trgm``, only on PostgreSQL)."""

    lookup_name = "resembles"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:
        key, key_params = self.process_lhs(compiler, connection)
        words, word_params = self.process_rhs(compiler, connection)
        return f"{words} <%% {key}", (*word_params, *key_params)


class Resemblance(models.Func):
    """The likeness of some words of a key to the first argument, from 0 to 1 (``pg_trgm``)."""

    function = "word_similarity"
    output_field = models.FloatField()


def has_trigrams(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the database can compare words by likeness."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")
        return cursor.fetchone() is not None


def add_trigrams(alias: str) -> str:
    """Add the extension that compares words by likeness. Return why it can't be added, or ""."""
    connection = connections[alias]
    if connection.vendor != "postgresql" or has_trigrams(connection):
        return ""
    try:
        with transaction.atomic(using=alias), connection.cursor() as cursor:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    except DatabaseError as error:  # it is not installed, or this user may not add it
        return str(error).strip()
    return ""


def add_index(connection: BaseDatabaseWrapper, table: str) -> None:
    """Create the index of a table's search keys, if the database has trigrams."""
    if has_trigrams(connection):
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE INDEX IF NOT EXISTS {table}_search ON {table} USING gin (search_key gin_trgm_ops)")
