"""Tests that private names of other packages are found, and no one's own."""

from __future__ import annotations

import pytest
from django.core.cache.backends.db import DatabaseCache

from .private_names import names_overridden, names_used

pytestmark = pytest.mark.either


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from django.template.base import _thing", ["_thing"]),
        ("from allauth.account.internal.flows import signup", ["internal"]),
        ("import django._lib.text", ["_lib"]),
        ("found = page._render(context)", ["_render"]),
        ("getattr(worker, '_loop')", ["_loop"]),
        ("class Own:\n    def _take(self): self._kept = 1\nown._take(), own._kept", []),
        ("_own = 1\nmodule._own", []),
        ("Model._meta, row._state, row.__dict__", []),
        ("from .here import _beside", []),
    ],
)
def test_what_a_module_uses(source: str, found: list[str]) -> None:
    assert [name for _, name in names_used(source)] == found


def test_what_an_object_has_from_another_module_of_ours() -> None:
    source = "class Own(Ours):\n    def take(self): return self._take(), super()._take(), other._take()"
    assert [line for line, _ in names_used(source, ["_take"])] == [2]


def test_what_a_class_overrides() -> None:
    class Own(DatabaseCache):
        def _cull(self) -> None: ...

        def _own(self) -> None: ...

    class Ours(Own):
        def _own(self) -> None: ...

    assert list(names_overridden(Own)) == ["_cull"]
    assert list(names_overridden(Ours)) == []
