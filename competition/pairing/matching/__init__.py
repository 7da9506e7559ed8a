"""Perfect matchings of general graphs, exact: a library finds them, criterion by criterion.

Vertices are small integers and sets of them are bit masks, so one operation of Python's long integers looks at all
neighbours of a vertex at once. Only the vertices that could be left alone are searched here, since no library names
them.
"""

from .alternating_paths import ALONE, Search, bits
from .lexicographic import EdgeCost, OptimalMatchings
from .solvers import extend

__all__ = ["ALONE", "EdgeCost", "OptimalMatchings", "Search", "bits", "extend"]
