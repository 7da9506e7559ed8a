"""Garbage collection that leaves out what the collection of the tests has made, which stays anyway."""

from __future__ import annotations

import gc
from collections.abc import Generator

import pytest

NEW_OBJECTS = 200_000


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS, 10, 10)
        gc.enable()
