"""What an event asks of its format.

Answers that most formats share are given here; a format overrides the others in its own ``format.py``. A format holds
no state: it is asked about an event.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext

from competition.history import Scoring, System
from i18n.choices import said
from i18n.text import Text

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from engine.game import Game
    from tournaments.models import EventTerms


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

    choice: ClassVar[StrPromise]  # its line among the choices of a form
    settings: ClassVar[frozenset[str]]  # of those that only some formats have (`tournaments/settings/rows.py`)
    usual_tie_breaks: ClassVar[tuple[str, ...]] = ()
    suits_divisions: ClassVar[bool] = True  # of a season

    def why_not_for(self, game: Game) -> str:
        """Return why a game can't be played in this format; "" if it can."""
        return gettext("In this game teams play without opponents: choose the expedition.") if game.together else ""

    def described(self, terms: EventTerms) -> Text:
        """Say the format in a word or two: "double round robin"."""
        return said(self.name)

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    # -- rounds ----------------------------------------------------------------------------------------------------

    # -- results ---------------------------------------------------------------------------------------------------

    def scoring(self, terms: EventTerms) -> Scoring:
        """Return the points for results of matches of two."""
        return Scoring(Fraction(3), Fraction(1)) if terms.points == terms.Points.THREE else Scoring()

    # -- standings -------------------------------------------------------------------------------------------------

    system: ClassVar[System] = System.SWISS  # by which tie-breaks are chosen and calculated

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------
