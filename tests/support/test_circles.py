"""Tests that modules that import each other are found, wherever in them the import is."""

from __future__ import annotations

from pathlib import Path

import pytest

from .circles import circles

pytestmark = pytest.mark.either


def test_an_import_inside_a_function_closes_a_circle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = tmp_path / "some_house"
    house.mkdir()
    (house / "__init__.py").touch()
    (house / "hall.py").write_text("from . import kitchen, cellar\n")
    (house / "kitchen.py").write_text("def cook():\n    from . import hall\n")
    (house / "cellar.py").write_text("import sys\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert list(circles(["some_house"])) == [
        [("some_house.hall", "some_house.kitchen"), ("some_house.kitchen", "some_house.hall")]
    ]


def test_a_package_that_gathers_its_modules_closes_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = tmp_path / "another_house" / "room"
    room.mkdir(parents=True)
    (room.parent / "__init__.py").touch()
    (room.parent / "hall.py").write_text("from another_house.room.shelf import books\n")
    (room / "__init__.py").write_text("from . import table\n")
    (room / "table.py").write_text("import another_house.hall\n")
    (room / "shelf.py").write_text("books = ()\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert list(circles(["another_house"])) == [
        [
            ("another_house.hall", "another_house.room"),
            ("another_house.room", "another_house.room.table"),
            ("another_house.room.table", "another_house.hall"),
        ]
    ]
