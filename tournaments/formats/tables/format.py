"""Tables as two formats: drawn by the standings, and a round robin of tables."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.formats.by_rounds import ByRounds


class Tables(ByRounds):
    slug = "tables"
    name = _("tables, drawn by the standings")
    folders = ("tables",)

    # -- settings --------------------------------------------------------------------------------------------------

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    # -- rounds ----------------------------------------------------------------------------------------------------

    # -- results ---------------------------------------------------------------------------------------------------

    # -- standings -------------------------------------------------------------------------------------------------

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------


class TablesOfAll(Tables):
    slug = "tables_all"
    name = _("round robin of tables")
    folders = ("tables_all", "tables")
