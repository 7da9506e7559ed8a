"""TRF, the tournament report file of FIDE, read and written in its editions of 2016 and 2026.

Start in `read.py` and `write.py`.
"""

from .document import Details, Document, Edition, Header, PlannedBye, differing_points, remarks
from .fields import CannotWrite
from .line import BadTrf
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
    "remarks",
    "write",
]
