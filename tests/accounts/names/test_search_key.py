"""What names are searched by."""

from __future__ import annotations

import pytest
from django.db import connection

from accounts.models import User
from accounts.names.search_key import add_trigrams, has_trigrams, search_key, search_words
from tests.support.factories import UserFactory
from tests.support.rows import refresh


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Jörg Weiß", "jorg weiss"),
        ("Jörg Weiß", "JOERG"),
        ("Joerg Weiss", "jörg weiß"),
        ("Søren", "soren"),
        ("Łukasz Żak", "lukasz zak"),
        ("Zoë Åkesson", "aakesson"),
        ("Đorđe", "djordje"),
        ("Đorđe", "dorde"),
        ("Djordje", "Đor"),
        ("Guðrún Þórsdóttir", "gudrun thorsdottir"),
        ("Ida", "IDA"),
        ("Cup 10", "cup 10"),
        ("O’Neil", "oneil"),
        ("O'Neil", "o’neil"),
        ("Anna-Lena", "lena anna"),
        ("Аnna", "anna"),  # a Cyrillic A
        ("李雷", "李"),
        ("***", "**"),
    ],
)
def test_every_word_that_is_typed_is_in_the_key(name: str, typed: str) -> None:
    words = search_words(typed)
    assert words
    assert [word for word in words if word not in search_key(name)] == []


def test_other_names_have_other_keys() -> None:
    assert search_key("Anna") != search_key("Hanna")
    assert search_words(" - ") == ["-"]
    assert search_words("") == []


def test_it_is_worked_out_whenever_the_name_is_saved(db: None) -> None:
    user: User = UserFactory(display_name="Jörg Weiß")
    assert user.search_key == search_key("jorg weiss")
    user.display_name = "Ida"
    user.save(update_fields=["display_name"])
    assert refresh(user).search_key == search_key("ida")


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_user_of_the_database_who_may_not_add_trigrams_is_told_so() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP EXTENSION IF EXISTS pg_trgm CASCADE")
        cursor.execute("CREATE ROLE may_not_create")
        cursor.execute("SET LOCAL ROLE may_not_create")
    assert "permission denied" in add_trigrams(connection.alias) or not _is_installed()
    assert not has_trigrams(connection)


def _is_installed() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'")
        return cursor.fetchone() is not None
