"""Text whose lines a mail program has wrapped so that they can be put together again (RFC 3676)."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

SIGNATURE: Final = "-- "


def unflowed(text: str, *, delete_space: bool = False) -> str:
    """The lines as they were typed, quoted ones behind "> "."""
    lines: list[str] = []
    flows_at = -1  # how deep the line before was quoted, where it goes on
    for line in text.splitlines():
        depth = sum(1 for _ in takewhile(lambda sign: sign == ">", line))
        own = line[depth:].removeprefix(" ")
        goes_on = own.endswith(" ") and own != SIGNATURE
        kept = own[:-1] if goes_on and delete_space else own
        if depth == flows_at and own != SIGNATURE:
            lines[-1] += kept
        else:
            lines.append(f"{'>' * depth} {kept}" if depth else kept)
        flows_at = depth if goes_on else -1
    return "\n".join(lines)
