"""TRF, the tournament report file of FIDE, read and written in its editions of 2016 and 2026.

Start in `read.py` and `write.py`.
"""

from .document import Details, Document, Edition, Header, PlannedBye, differing_points, remarks
from .fields import CannotWrite
from .line import BadTrf
from .read import decoded_trf, read_trf
from .write import write_trf

__all__ = [
    "BadTrf",
    "CannotWrite",
    "Details",
    "Document",
    "Edition",
    "Header",
    "PlannedBye",
    "decoded_trf",
    "differing_points",
    "read_trf",
    "remarks",
    "write_trf",
]
