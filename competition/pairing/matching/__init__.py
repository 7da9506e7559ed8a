"""Perfect matchings of general graphs, exact: a library finds them, criterion by criterion.

Vertices are small integers and sets of them are bit masks, so that one operation of Python's long integers looks at all
neighbours of a vertex at once. Only who could be the one left alone is searched here: no library says.
"""

from .alternating_paths import ALONE, Search, bits
from .lexicographic import EdgeCost, OptimalMatchings
from .solvers import extend

__all__ = ["ALONE", "EdgeCost", "OptimalMatchings", "Search", "bits", "extend"]
