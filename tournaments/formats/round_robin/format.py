"""The round robin as a format: a schedule drawn up at the start."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.formats.format import Format


class RoundRobin(Format):
    slug = "round_robin"
    name = _("round robin")
    folders = ("round_robin",)

    # -- settings --------------------------------------------------------------------------------------------------

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    # -- rounds ----------------------------------------------------------------------------------------------------

    # -- results ---------------------------------------------------------------------------------------------------

    # -- standings -------------------------------------------------------------------------------------------------

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------
