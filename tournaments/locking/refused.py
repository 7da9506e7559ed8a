"""Refusals of acts in events, clubs and seasons."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from matches.gate.refused import MatchRefused


class TournamentRefused(Exception):
    """An error for an act that is refused.

    ``message`` is one sentence for the user, ``status`` an HTTP status, and ``field`` the input at fault, if any.
    """

    def __init__(self, message: str, field: str = "", status: int = 422) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.status = status

    @classmethod
    def by_match(cls, refused: MatchRefused) -> TournamentRefused:
        """Turn a refusal by a match's gate into one of these, in the same words."""
        return cls(refused.message, status=refused.status)


@contextmanager
def unless_over() -> Iterator[None]:
    """Skip an act on a match that has ended meanwhile. Raises ``TournamentRefused`` for other refusals."""
    try:
        yield
    except MatchRefused as refused:
        if refused.code != "over":
            raise TournamentRefused.by_match(refused) from refused
