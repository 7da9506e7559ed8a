"""What formats share whose rounds are drawn one by one, from the players who are there.

Players may enter late, miss a round, leave and come back.
"""

from __future__ import annotations

from .format import Format


class ByRounds(Format):
    """A format whose rounds are drawn one by one, from the players who are there."""

    # -- settings --------------------------------------------------------------------------------------------------

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    # -- rounds ----------------------------------------------------------------------------------------------------

    # -- results ---------------------------------------------------------------------------------------------------

    # -- standings -------------------------------------------------------------------------------------------------

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------
