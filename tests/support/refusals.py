"""What the gates of events, clubs and seasons turn down."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tournaments.locking.refused import TournamentRefused


@contextmanager
def refuses(match: str | None = None, *, field: str | None = None, status: int | None = None) -> Iterator[None]:
    """What is done inside is turned down: in these words, for this input, with this HTTP status, where said."""
    with pytest.raises(TournamentRefused, match=match) as caught:
        yield
    assert field in (None, caught.value.field)
    assert status in (None, caught.value.status)
