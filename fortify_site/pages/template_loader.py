"""The templates of pages, which are laid out for whoever reads them and sent without that layout.

Indentation stays behind. A line break is a blank to a browser; where there must be none, as before a comma,
`{# glue #}` at the line's end takes it away.
"""

from __future__ import annotations

import re

from django.template.base import Origin
from django.template.loaders import filesystem

_GLUED = re.compile(r"\{# glue #\}\n[ \t]*")
_INDENTED = re.compile(r"\n[ \t]+")


class Loader(filesystem.Loader):
    """Reads templates from the folders of the engine, without their layout."""

    def get_contents(self, origin: Origin) -> str:
        return without_layout(super().get_contents(origin))


def without_layout(source: str) -> str:
    """A template's source in which glued lines are one, and no line is indented."""
    return _INDENTED.sub("\n", _GLUED.sub("", source))
