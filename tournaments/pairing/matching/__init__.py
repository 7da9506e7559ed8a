"""Perfect matchings of general graphs, exact, for graphs that are dense and have few kinds of edges.

Vertices are small integers and sets of them are bit masks, so that one operation of Python's long integers looks at all
neighbours of a vertex at once. No library gives what pairing needs and what makes it fast: to go on from a matching
that is nearly right, and to say which edges the optimal matchings have among them.
"""

from .face import Block, Face
from .search import ALONE, Search, bits, extend

__all__ = ["ALONE", "Block", "Face", "Search", "bits", "extend"]
