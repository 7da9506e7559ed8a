"""The list of formats, in the order in which forms offer them: the only place where they are named."""

from __future__ import annotations

from .cup.format import Cup
from .expedition.format import Expedition
from .round_robin.format import RoundRobin
from .swiss.format import Swiss
from .tables.format import Tables, TablesOfAll

FORMATS = (Swiss(), RoundRobin(), Cup(), Tables(), TablesOfAll(), Expedition())
