"""What is stored of events and of clubs."""

from .club import Club, ClubLine, ClubNews, Membership
from .entry import Absence, Entry
from .event import Event
from .league import Division, League, Season, SeasonEntry
from .rating import RatedMonth, Rating
from .record import Announcement, LogLine
from .round import DrawnMatch, Forbidden, Pairing, Round
from .terms import EventTerms

__all__ = [
    "Absence",
    "Announcement",
    "Club",
    "ClubLine",
    "ClubNews",
    "Division",
    "DrawnMatch",
    "Entry",
    "Event",
    "EventTerms",
    "Forbidden",
    "League",
    "LogLine",
    "Membership",
    "Pairing",
    "RatedMonth",
    "Rating",
    "Round",
    "Season",
    "SeasonEntry",
]
