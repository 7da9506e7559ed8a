"""What is written reads back the same."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from tests.tournaments.notation import DATA, FILES, reference
from tests.tournaments.strategies import histories
from tests.tournaments.trf.documents import documents
from tournaments.history import Forbidden, History
from tournaments.trf import Document, Edition, differing_points, read, write

CASES = [json.loads(line) for line in (DATA / "next_round_cases.jsonl").read_text(encoding="utf-8").splitlines()]
EVERY_FOURTH = CASES[::4]  # one round and the next of a tournament are written alike; all of them are paired elsewhere
AS_THEY_STAND = ("001", "142", "152", "162", "192", "250", "260")


@pytest.mark.parametrize("file", FILES)
def test_the_reference_files_survive(file: str) -> None:
    document = reference(file)
    assert read(write(document)) == document
    again = read(write(document, Edition.TRF16))
    assert (again.history, again.details) == (document.history, document.details)


@pytest.mark.parametrize("file", FILES)
def test_the_records_of_the_reference_files_are_written_in_the_same_columns(file: str) -> None:
    original = (DATA / file).read_text(encoding="utf-8")
    written = write(reference(file))
    assert _records(written) == _records(original)


def _records(text: str) -> list[str]:
    return sorted(line.rstrip() for line in text.splitlines() if line.startswith(AS_THEY_STAND))


@pytest.mark.parametrize("case", EVERY_FOURTH, ids=lambda case: f"{case['source']}-{case['round']}")
def test_a_tournament_under_way_survives(case: dict[str, Any]) -> None:
    document = read(case["trf"])
    assert document.history.paired_rounds + 1 == case["round"]
    assert document.history.rounds == case["total_rounds"]
    assert document.history.initial_colour == case["initial_colour"]
    assert not differing_points(document)
    assert read(write(document)) == document
    assert read(write(document, Edition.TRF16)).history == document.history


@given(documents())
def test_any_document_survives(document: Document) -> None:
    for line_end in ("\r", "\n", "\r\n"):
        assert read(write(document, line_end=line_end)) == document


@given(documents())
def test_bytes_are_read_like_text(document: Document) -> None:
    text = write(document)
    assert read(text.encode()) == document
    assert read(b"\xef\xbb\xbf" + text.encode()) == document


@given(histories(running=True))
def test_any_history_survives_trf16_but_for_what_has_no_room_there(history: History) -> None:
    coming = history.paired_rounds + 1
    kept = tuple(
        Forbidden(group.players, 1, history.rounds)
        for group in history.forbidden
        if group.first_round <= min(coming, history.rounds) <= group.last_round
    )
    expected = replace(history, forbidden=kept, extra_points={})
    assert read(write(Document(history), Edition.TRF16)).history == expected
