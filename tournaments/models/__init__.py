"""What is stored of events."""

from .entry import Absence, Entry
from .event import Event
from .rating import RatedMonth, Rating
from .record import Announcement, LogLine
from .round import Forbidden, Pairing, Round

__all__ = [
    "Absence",
    "Announcement",
    "Entry",
    "Event",
    "Forbidden",
    "LogLine",
    "Pairing",
    "RatedMonth",
    "Rating",
    "Round",
]
