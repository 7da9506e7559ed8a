"""What an earlier release stored is said in the words of now."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

import pytest

from i18n.former_words import FORMER, FormerWords, Message, words_of_now
from tests.support.catalogues import said_in_every_language

from .release import CHANGELOG, ROOT, heading_of
from .sentences import FILE, HERE, kept_sentences

pytestmark = pytest.mark.either
ADVICE = "Give each a row in i18n/former_words.tsv; if it has no new words, keep it in the source as noop(“…”)"


def lost(stored: Iterable[Message], known: Collection[Message], table: FormerWords = FORMER) -> list[str]:
    """Sentences that would be shown in English, in words that have been changed since."""
    return [each.text for each in stored if Message(words_of_now(each, table), each.context) not in known]


def is_released(version: str) -> bool:
    """Whether the changelog has its date. Until then no site has stored what it says."""
    return f"\n{heading_of(version)}, " in (ROOT / CHANGELOG).read_text(encoding="utf-8")


@pytest.mark.parametrize("file", sorted(HERE.glob(f"*/{FILE}")), ids=lambda file: file.parent.name)
def test_no_sentence_of_a_release_is_lost(file: Path) -> None:
    stored = kept_sentences(file)
    assert len(stored) > 2000
    if is_released(file.parent.name):
        assert lost(stored, said_in_every_language()) == [], ADVICE


def test_a_reworded_sentence_without_a_row_is_named() -> None:
    then, now = Message("%(name)s has come in."), Message("%(name)s entered.")
    table = Message("table", "sport")
    assert lost([then, table], {now}) == ["%(name)s has come in.", "table"]
    assert lost([then, table], {now, table}, {then: now.text}) == []
    assert lost([Message("table")], {table}) == ["table"]
