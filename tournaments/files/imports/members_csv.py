"""Reading a list of a club's members from a file. Pure; what is done with them is in ``import_members``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext_noop

from . import csv_list
from .csv_list import ADDRESS, NAME, Listed, Places, found_in, in_every_language, sorted_out

# Translators: as for “name, player, players, …”.
_ROLE = gettext_noop("role, function, office")
# Translators: words for the owner of a club, each of which is understood in a list.
_OWNER = gettext_noop("owner, chair")
# Translators: words for an organiser of a club, each of which is understood in a list.
_ORGANISER = gettext_noop("organiser, organizer")
# Translators: words for a member of a club, each of which is understood in a list.
_MEMBER = gettext_noop("member")
COLUMNS = (("name", NAME), ("address", ADDRESS), ("role", _ROLE))
ROLES = (("owner", _OWNER), ("organiser", _ORGANISER), ("member", _MEMBER))


class MemberRow(NamedTuple):
    """A member as in a line of the file; ``line`` counts from 1, ``role`` is as it was typed."""

    line: int
    name: str
    address: str
    role: str = ""


def read_members(text: str) -> Listed[MemberRow]:
    """Read a list of members.

    Columns are known by their headings; without headings, a cell with “@” is an email address, a word for a role that
    role, anything else a name. Raises ``BadList``.
    """
    return csv_list.read_list(text, COLUMNS, _row)


def told_headings() -> str:
    """Return a line of headings in the reader's language."""
    return csv_list.headings_line(COLUMNS)


def role_meant(typed: str) -> str | None:
    """Return the role by its word in any language of the site; a member's if nothing was typed, ``None`` if unknown."""
    return in_every_language(ROLES).get(typed.casefold()) if typed else "member"


def _row(line: int, cells: Sequence[str], columns: Places) -> MemberRow:
    """Read a member from a line. An email address in the column of names counts as an address."""
    if columns:
        found = found_in(cells, columns)
        name, address, role = (found.get(column, "") for column, _words in COLUMNS)
    else:
        address = next((cell for cell in cells if "@" in cell), "")
        role = next((cell for cell in cells[1:] if cell and role_meant(cell)), "")
        name = next((cell for cell in cells if cell and cell not in (address, role)), "")
    return MemberRow(line, *sorted_out(name, address), role)
