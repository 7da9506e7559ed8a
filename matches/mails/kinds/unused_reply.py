"""What of a reply was made nothing of, so that its writer learns that nobody else has read it."""

from __future__ import annotations

from dataclasses import dataclass

from matches.models import OutboxMail
from matches.replies.parse import lines_at
from matches.text_input import cut, one_line

MOST_LINES = 5
LONGEST = 200
DONE = frozenset({"receipt", "position", "confirm_resignation"})


@dataclass(frozen=True, slots=True)
class Unused:
    """The first of the ``lines``, and how many ``more`` there are; and whether to tell how they might have been sent,
    where there is nothing else to be mended."""

    lines: tuple[str, ...]
    more: int
    may_be_said: bool


def unused(mail: OutboxMail) -> Unused | None:
    """``None`` where all of the reply was used."""
    lines = lines_at(mail.context["inbound"], mail.context["unused"]) if mail.context.get("unused") else []
    if not lines:
        return None
    return Unused(
        tuple(cut(one_line(line), LONGEST) for line in lines[:MOST_LINES]), len(lines[MOST_LINES:]), mail.kind in DONE
    )
