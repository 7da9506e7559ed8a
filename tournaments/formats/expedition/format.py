"""The expedition as a format: teams that are compared, without opponents."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.formats.by_rounds import ByRounds


class Expedition(ByRounds):
    slug = "expedition"
    name = _("expedition")
    folders = ("expedition",)

    # -- settings --------------------------------------------------------------------------------------------------

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    # -- rounds ----------------------------------------------------------------------------------------------------

    # -- results ---------------------------------------------------------------------------------------------------

    # -- standings -------------------------------------------------------------------------------------------------

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------
