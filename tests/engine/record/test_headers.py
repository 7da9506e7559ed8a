from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.record.headers import read_headers, write_header


@given(st.text())
def test_a_header_keeps_any_text(value: str) -> None:
    text = write_header("Player1", value) + "\n\nVolley 1"
    headers = read_headers(text)
    assert headers.values == {"Player1": value}
    assert text[headers.end :] == "Volley 1"


def test_marks_that_turn_the_text_around_are_written_as_escapes() -> None:
    assert (
        write_header("Player1", 'a\u202eb "c" \\ \x07\U000e0001')
        == '[Player1 "a\\u202eb \\"c\\" \\\\ \\u0007\\U000e0001"]'
    )


def test_each_header_has_the_line_on_which_it_begins() -> None:
    headers = read_headers('{a comment\nof two lines}\n\n[Game "Toy"] [Player1\n  "Ann"\n  "Lee"]\n[Result "*"]\n')
    assert headers.values == {"Game": "Toy", "Player1": "Ann\nLee", "Result": "*"}
    assert headers.lines == {"Game": 4, "Player1": 4, "Result": 7}
