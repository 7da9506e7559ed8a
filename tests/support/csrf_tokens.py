"""Form tokens that spell no name.

One in some thousands would contain "Ben", and a test that looks for Ben on a page would find him there.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.middleware import csrf


@pytest.fixture(autouse=True, scope="session")
def _tokens_spell_nothing() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csrf, "CSRF_ALLOWED_CHARS", "cfjqxzJQXZ")
        yield
