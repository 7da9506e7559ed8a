"""The form of a list of members to invite."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from .list_form import ListForm
from .members_csv import read_members, told_headings


class MembersForm(ListForm):
    """A list of members to invite."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        words = _(
            "One member per line: a player’s name here or an email address, and optionally a role. The first "
            "line can name the columns: {columns}."
        )
        super().__init__(read_members, words.format(columns=told_headings()), *args, **kwargs)
