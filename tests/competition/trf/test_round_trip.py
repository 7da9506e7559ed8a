"""What is written reads back the same."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given

from competition.history import Forbidden, History
from competition.trf import Document, Edition, differing_points, read_trf, write_trf
from tests.support.random_tournaments import histories
from tests.support.tournament_notation import DATA, FILES, reference

from .random_documents import documents

CASES = [json.loads(line) for line in (DATA / "next_round_cases.jsonl").read_text(encoding="utf-8").splitlines()]
SOME = CASES[::8]  # one round and the next of a tournament are written alike; all of them are paired elsewhere
AS_THEY_STAND = ("001", "142", "152", "162", "192", "250", "260")


def test_the_reference_files_survive() -> None:
    for file in FILES:
        document = reference(file)
        written = write_trf(document)
        assert read_trf(written) == document, file
        again = read_trf(write_trf(document, Edition.TRF16))
        assert (again.history, again.details) == (document.history, document.details), file
        assert _records(written) == _records((DATA / file).read_text(encoding="utf-8")), file


def _records(text: str) -> list[str]:
    return sorted(line.rstrip() for line in text.splitlines() if line.startswith(AS_THEY_STAND))


def test_a_tournament_under_way_survives() -> None:
    for case in SOME:
        name = f"{case['source']}-{case['round']}"
        document = read_trf(case["trf"])
        history = document.history
        assert (history.paired_rounds + 1, history.rounds) == (case["round"], case["total_rounds"]), name
        assert history.initial_colour == case["initial_colour"], name
        assert not differing_points(document), name
        assert read_trf(write_trf(document)) == document, name
        assert read_trf(write_trf(document, Edition.TRF16)).history == history, name


@given(documents())
def test_any_document_survives(document: Document) -> None:
    for line_end in ("\r", "\n", "\r\n"):
        assert read_trf(write_trf(document, line_end=line_end)) == document


@given(documents())
def test_bytes_are_read_like_text(document: Document) -> None:
    text = write_trf(document)
    assert read_trf(text.encode()) == document
    assert read_trf(b"\xef\xbb\xbf" + text.encode()) == document


@given(histories(running=True))
def test_any_history_survives_trf16_but_for_what_has_no_room_there(history: History) -> None:
    coming = history.paired_rounds + 1
    kept = tuple(
        Forbidden(group.players, 1, history.rounds)
        for group in history.forbidden
        if group.first_round <= min(coming, history.rounds) <= group.last_round
    )
    expected = replace(history, forbidden=kept, extra_points={})
    assert read_trf(write_trf(Document(history), Edition.TRF16)).history == expected
