"""The Swiss as a format: rounds paired one by one, by the results so far."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.formats.by_rounds import ByRounds


class Swiss(ByRounds):
    slug = "swiss"
    name = _("Swiss")
    folders = ("swiss",)

    # -- settings --------------------------------------------------------------------------------------------------

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    # -- rounds ----------------------------------------------------------------------------------------------------

    # -- results ---------------------------------------------------------------------------------------------------

    # -- standings -------------------------------------------------------------------------------------------------

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------
