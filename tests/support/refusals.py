"""Refusals by the gates of events, clubs and seasons."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tournaments.locking.refused import TournamentRefused


@contextmanager
def refuses(match: str | None = None, *, field: str | None = None, status: int | None = None) -> Iterator[None]:
    """Expect a refusal of what is done inside: in these words, for this input, with this HTTP status, if given."""
    with pytest.raises(TournamentRefused, match=match) as caught:
        yield
    assert field in (None, caught.value.field)
    assert status in (None, caught.value.status)
