"""Tests that names shared by many modules are found, and that those of the games' own modules count once."""

from __future__ import annotations

import pytest

from .shared_names import TOGETHER, main, public_names, shared

pytestmark = pytest.mark.either


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def read(): ...", {"read"}),
        ("class Row:\n    kind = 1\n    def write(self): ...", {"Row"}),
        ("ONE, TWO = 1, 2\nTHREE: int = 3", {"ONE", "TWO", "THREE"}),
        ("_own = 1\ndef _read(): ...\nclass _Row: ...", set()),
        ("from .other import read", set()),
    ],
)
def test_what_a_module_names(source: str, names: set[str]) -> None:
    assert public_names(source) == names


@pytest.mark.parametrize(
    ("paths", "found"),
    [
        (["mail/a.py", "mail/b.py"], []),
        (["mail/a.py", "mail/b.py", "jobs/c.py"], ["read"]),
        (["engine/fortify/a.py", "engine/fortac/a.py", "engine/fortress/a.py"], []),
        (["engine/fortify/a.py", "engine/fortac/b.py", "engine/a.py"], ["read"]),
    ],
)
def test_how_many_modules_may_share_a_name(paths: list[str], found: list[str]) -> None:
    sources = dict.fromkeys(paths, "def read(): ...")
    assert [name for name, _ in shared(sources)] == found
    assert not list(shared(sources, together=["read"]))


def test_no_name_of_a_clean_room_is_shared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0, capsys.readouterr().out
    assert all(TOGETHER.values())
