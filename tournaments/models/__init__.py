"""What is stored of events and of clubs."""

from .club import Club, ClubLine, ClubNews, Membership
from .entry import Absence, Entry
from .event import Event
from .rating import RatedMonth, Rating
from .record import Announcement, LogLine
from .round import Forbidden, Pairing, Round

__all__ = [
    "Absence",
    "Announcement",
    "Club",
    "ClubLine",
    "ClubNews",
    "Entry",
    "Event",
    "Forbidden",
    "LogLine",
    "Membership",
    "Pairing",
    "RatedMonth",
    "Rating",
    "Round",
]
