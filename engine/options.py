"""The options of a match, as they come from a form, a file or the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from i18n.text import joined, say

from .errors import BadOption
from .values import Option

LONGEST_VALUE_SHOWN = 40


def chosen_values(asked: Sequence[Option], raw: Mapping[str, str]) -> dict[str, str]:
    """Return the value of each option, or its default if none is given. Raises ``BadOption`` for an unknown choice."""
    values = {option.key: raw.get(option.key, "") or option.default for option in asked}
    for option in asked:
        allowed = [choice.value for choice in option.choices]
        if option.kind == "choice" and values[option.key] not in allowed:
            message = say(
                "%(option)s must be one of %(allowed)s, not “%(value)s”.",
                option=option.label,
                allowed=joined(allowed),
                value=values[option.key][:LONGEST_VALUE_SHOWN],
            )
            raise BadOption(option.key, message)
    return values
