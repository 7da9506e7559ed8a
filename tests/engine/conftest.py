from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation

from i18n import text
from tests.support.foreign_language import foreign, foreign_of


@pytest.fixture
def abroad() -> Iterator[None]:
    text.use(foreign, foreign_of)
    yield
    text.use(translation.gettext, translation.ngettext)
