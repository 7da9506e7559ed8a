from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation

from engine import said
from tests.engine.abroad import foreign, foreign_of


@pytest.fixture
def abroad() -> Iterator[None]:
    said.use(foreign, foreign_of)
    yield
    said.use(translation.gettext, translation.ngettext)
