"""Email addresses as people type them, with a name before."""

from __future__ import annotations

from email.utils import parseaddr


def split_address(typed: str) -> tuple[str, str]:
    """The name and the address of “Dora <dora@example.org>” or “Dora dora@example.org”; of an address alone no name."""
    if "<" in typed:
        name, address = parseaddr(typed)
    else:
        name, _blank, address = typed.strip().rpartition(" ")
    return (name, address) if "@" in address and "@" not in name else ("", typed)
