"""The cup as a format: a bracket, drawn match by match."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.formats.format import Format


class Cup(Format):
    slug = "cup"
    name = _("cup")
    folders = ("cup",)

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Cup: losers are out, until one player is left")
    settings = frozenset(("draws", "rated", "decides", "most_further", "third_place", "seeding"))
    suits_divisions = False

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    # -- rounds ----------------------------------------------------------------------------------------------------

    # -- results ---------------------------------------------------------------------------------------------------

    # -- standings -------------------------------------------------------------------------------------------------

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------
