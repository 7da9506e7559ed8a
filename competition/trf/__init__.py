"""TRF, the tournament report file of FIDE, read and written in its editions of 2016 and 2026."""

from .check_points import differing_points
from .document import Details, Document, Edition, Header, PlannedBye
from .errors import BadTrf, CannotWrite
from .read import decoded, read
from .write import write

__all__ = [
    "BadTrf",
    "CannotWrite",
    "Details",
    "Document",
    "Edition",
    "Header",
    "PlannedBye",
    "decoded",
    "differing_points",
    "read",
    "write",
]
