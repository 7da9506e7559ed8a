"""The templates of emails, in which tags may be on lines of their own.

A line of nothing but tags that print nothing (`{% if … %}`, `{% endfor %}` …) leaves no line behind. One that only has
an `{% include … %}` leaves what that includes. `{# glue #}` at a line's end joins the next line to it.
"""

from __future__ import annotations

import re

from django.template.base import Origin
from django.template.loaders import filesystem

_PRINTS_NOTHING = "if|elif|else|endif|for|empty|endfor|with|endwith|comment|endcomment|load"
_TAGS_ALONE = re.compile(rf"\s*((\{{%\s*({_PRINTS_NOTHING})\b((?!%\}}).)*%\}}|\{{#.*?#\}})+)\s*")
_INCLUDE = re.compile(r"\s*\{%\s*include\b((?!%\}).)*%\}\s*")
_GLUE = "{# glue #}"


class Loader(filesystem.Loader):
    """A loader of templates from the engine's folders that drops lines which only hold tags."""

    def get_contents(self, origin: Origin) -> str:
        return without_lines_of_tags(super().get_contents(origin))


def without_lines_of_tags(source: str) -> str:
    """Return a template's source without the lines that its tags take up."""
    return "".join(map(_without_end, source.splitlines(keepends=True)))


def _without_end(line: str) -> str:
    if (found := _TAGS_ALONE.fullmatch(line)) is not None:
        return found[1]
    if _INCLUDE.fullmatch(line):
        return line.rstrip("\n")
    return line.removesuffix(f"{_GLUE}\n")
