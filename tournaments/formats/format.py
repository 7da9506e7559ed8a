"""What an event asks of its format.

Answers that most formats share are given here; a format overrides the others in its own ``format.py``. A format holds
no state: it is asked about an event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Parts:
    """The names of the templates of a format, most special first: ``parts["about"]`` for ``{% include %}``."""

    def __init__(self, folders: tuple[str, ...]) -> None:
        self._folders = folders

    def __getitem__(self, name: str) -> tuple[str, ...]:
        own = (f"formats/{folder}/{name}.html" for folder in self._folders)
        return (*own, f"formats/{name}.html")


class Format:
    """A way to run an event.

    ``slug`` is stored with events; ``name`` is what readers call it. Its templates are in the ``folders`` of
    `templates/formats/`, the first that has one; those of `templates/formats/` itself serve the rest.
    """

    slug: ClassVar[str]
    name: ClassVar[StrPromise]
    folders: ClassVar[tuple[str, ...]]

    @property
    def parts(self) -> Parts:
        return Parts(self.folders)

    # -- settings --------------------------------------------------------------------------------------------------

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    # -- rounds ----------------------------------------------------------------------------------------------------

    # -- results ---------------------------------------------------------------------------------------------------

    # -- standings -------------------------------------------------------------------------------------------------

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------
