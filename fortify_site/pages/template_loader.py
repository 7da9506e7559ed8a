"""The templates of pages, laid out for people who read them and sent without that layout.

Indentation is dropped. A line break counts as a space in a browser. Where there must be none, as before a comma, the
line ends with `{# glue #}`, which removes the break.
"""

from __future__ import annotations

import re

from django.template.base import Origin
from django.template.loaders import filesystem

_GLUED = re.compile(r"\{# glue #\}\n[ \t]*")
_INDENTED = re.compile(r"\n[ \t]+")


class Loader(filesystem.Loader):
    """A loader of templates from the engine's folders that removes their layout."""

    def get_contents(self, origin: Origin) -> str:
        return without_layout(super().get_contents(origin))


def without_layout(source: str) -> str:
    """Return a template's source with glued lines joined and no line indented."""
    return _INDENTED.sub("\n", _GLUED.sub("", source))
