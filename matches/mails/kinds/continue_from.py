"""How a line that could not be played may go on from where it can."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Draft, GameError, Step
from matches.mails.example_steps import one_per_group

from .match_context import MatchContext

MOST_WORDS = 12  # no turn has so many
MOST_STEPS = 12


@dataclass(frozen=True, slots=True)
class Continuation:
    """``after`` is the beginning of the line that is legal, "" where no part of it is; then come some of the steps that
    are possible, and how many ``more`` there are."""

    after: str
    steps: tuple[Step, ...]
    more: int


def onwards(table: MatchContext, line: str) -> Continuation | None:
    """``None`` where the answer is not made of steps."""
    draft = _legal_beginning(table, line)
    if not draft.steps:
        return None
    steps = one_per_group(draft.steps)[:MOST_STEPS]
    return Continuation(draft.text, steps, len(draft.steps) - len(steps))


def _legal_beginning(table: MatchContext, line: str) -> Draft:
    """The longest beginning that can go on."""
    words = line.split()[:MOST_WORDS]
    for length in range(len(words) - 1, 0, -1):
        try:
            draft = table.game.draft(table.state, table.own.index, " ".join(words[:length]))
        except GameError:
            continue
        if draft.steps:
            return draft
    return table.game.draft(table.state, table.own.index)
