"""Tables as two formats: drawn by the standings, and a round robin of tables."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.history import Scoring, System
from competition.tables.sizes import SMALLEST
from tournaments.formats.by_rounds import ByRounds

if TYPE_CHECKING:
    from engine.game import Game
    from tournaments.models import EventTerms


class Tables(ByRounds):
    slug = "tables"
    name = _("tables, drawn by the standings")
    folders = ("tables",)

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Tables of three to five: in each round you sit with players of about your score")
    settings = frozenset(
        (
            *("draws", "rated", "rounds", "table_size", "table_points", "tie_breaks", "seeding", "late_until"),
            *("break_hours", "withdraws_no_shows", "shows_forbidden", "replacements", "replace_days"),
        )
    )
    usual_tie_breaks = ("TPS", "TWN", "TOP")

    def why_not_for(self, game: Game) -> str:
        if max(game.seats) < SMALLEST:
            return gettext("This game is for two players: choose another pairing system.")
        return super().why_not_for(game)

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    # -- rounds ----------------------------------------------------------------------------------------------------

    # -- results ---------------------------------------------------------------------------------------------------

    def scoring(self, terms: EventTerms) -> Scoring:
        return Scoring(Fraction(0), Fraction(0))

    # -- standings -------------------------------------------------------------------------------------------------

    system = System.TABLES

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------


class TablesOfAll(Tables):
    slug = "tables_all"
    name = _("round robin of tables")
    folders = ("tables_all", "tables")
    choice = _("Round robin of tables: everyone meets everyone, as evenly as possible")
    settings = Tables.settings - {"rounds"}
